package p

func BlockReduceSumInt32B2Full(v *[2]int32) { v[0] = int32(word(v[0]) + word(v[1])) }
