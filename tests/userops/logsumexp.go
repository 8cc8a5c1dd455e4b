package userops

import "math"

// LogAdd is log(exp(a) + exp(b)).
//
//shflgen:op
func LogAdd(a, b float32) float32 {
	hi, lo := max(a, b), min(a, b)
	return hi + float32(math.Log(1+math.Exp(float64(lo-hi))))
}
