package userops

// LogAdd is log(exp(a) + exp(b)).
//
//shflgen:op
func LogAdd(a, b float32) float32 {
	hi, lo := max(a, b), min(a, b)
	return hi + log1p(exp(lo-hi))
}
