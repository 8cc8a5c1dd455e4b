package userops

import "github.com/shflgen/shflgen/math32"

// LogAdd is log(exp(a) + exp(b)).
//
//shflgen:op
func LogAdd(a, b float32) float32 {
	hi, lo := max(a, b), min(a, b)
	return hi + math32.Log(1+math32.Exp(lo-hi))
}

// LogAddByHand is the same by functions of its own.
//
//shflgen:op
func LogAddByHand(a, b float32) float32 {
	hi, lo := max(a, b), min(a, b)
	return hi + log1p(exp(lo-hi))
}
