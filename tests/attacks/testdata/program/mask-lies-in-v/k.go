package p

func BlockReduceSumUint32B2(mask *[1]uint32, v *[2]uint32) {
	a, b := v[0]&-(mask[0]&1), v[1]
	v[1] = 0
	v[0] = a + b&-(mask[0]>>1&1)
	v[1] = b
}
