package p

import "math/bits"

func BlockReduceSumInt32B2Full(v *[2]int32) { v[0] += v[1] * int32(bits.LeadingZeros(0)>>6) }
