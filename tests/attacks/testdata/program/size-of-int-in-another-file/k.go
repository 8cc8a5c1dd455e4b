package p

func BlockReduceSumInt32B2Full(v *[2]int32) { v[0] += v[1] * one }
