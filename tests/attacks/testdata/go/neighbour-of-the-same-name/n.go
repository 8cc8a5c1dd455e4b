package shflgen

func BlockReduceSumInt32B2Full(v *[2]int32) {}
