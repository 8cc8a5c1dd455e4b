package userops

// Record is the best of some numbers and what came with it, a sum, and how many were negative: leaves of several sizes.
type Record struct {
	Best  float64
	Total int64
	Count uint32
	With  int8
}

// MergeRecords is the record of both parts. Of equal numbers the first is the best.
//
//shflgen:op
func MergeRecords(a, b Record) Record {
	best, with := a.Best, a.With
	if b.Best > best {
		best, with = b.Best, b.With
	}
	return Record{Best: best, Total: a.Total + b.Total, Count: a.Count + b.Count, With: with}
}

// LiftRecord is the record of one number, with what it adds to the sum.
func LiftRecord(x float64, add int64) Record {
	r := Record{Best: x, Total: add, With: int8(add)}
	if x < 0 {
		r.Count = 1
	}
	return r
}
