package p

func BlockReduceMinInt32B2Full(v *[2]int32) { v[0] = min(v[0], v[1]) }
