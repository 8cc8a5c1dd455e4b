package p

func BlockReduceSumInt32B2Full(v *[2]int32) {
	s := 32
	if 1<<s == 0 {
		v[0] = 0
		return
	}
	v[0] += v[1]
}
