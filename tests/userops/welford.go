package userops

// Moments are the count, the mean and the sum of squared deviations of a sample.
type Moments struct {
	Count, Mean, M2 float32
}

// MergeMoments joins the moments of two samples, as Chan, Golub and LeVeque do.
//
//shflgen:op
func MergeMoments(a, b Moments) Moments {
	if a.Count == 0 {
		return b
	}
	if b.Count == 0 {
		return a
	}
	n := a.Count + b.Count
	d := b.Mean - a.Mean
	share := b.Count / n
	return Moments{
		Count: n,
		Mean:  a.Mean + float32(d*share),
		M2:    a.M2 + b.M2 + float32(d*d*a.Count*share),
	}
}
