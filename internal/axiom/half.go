package axiom

import "math"

// Float16Decode is the value of a float16, exactly. Scaling by 2^112 moves the
// exponent from float16's bias to float32's and normalises denormals; infinity
// and NaN get their exponent set.
func Float16Decode(h uint16) float32 {
	scaled := math.Float32bits(math.Float32frombits(uint32(h&0x7fff)<<13) * 0x1p112)
	special := uint32(int32(0x7bff-int32(h&0x7fff))>>31) & 0x7f800000
	return math.Float32frombits(scaled | special | uint32(h&0x8000)<<16)
}

// Float16Encode rounds to the nearest float16, ties to even.
func Float16Encode(f float32) uint16 {
	bits := math.Float32bits(f)
	size := bits & 0x7fffffff
	normal := min((size-0x38000000+0xfff+size>>13&1)>>13, 0x7c00)
	denormal := math.Float32bits(math.Float32frombits(size)+0.5) - 0x3f000000
	isDenormal := uint32(int32(size-0x38800000) >> 31)
	isNaN := uint32(int32(0x7f800000-size) >> 31)
	rounded := (denormal&isDenormal|normal&^isDenormal)&^isNaN | 0x7e00&isNaN
	return uint16(rounded | bits>>16&0x8000)
}

// Bfloat16Decode is the value of a bfloat16, exactly: the high half of a float32.
func Bfloat16Decode(h uint16) float32 {
	return math.Float32frombits(uint32(h) << 16)
}

// Bfloat16Encode rounds to the nearest bfloat16, ties to even.
func Bfloat16Encode(f float32) uint16 {
	bits := math.Float32bits(f)
	isNaN := uint32(int32(0x7f800000-bits&0x7fffffff) >> 31)
	return uint16((bits+0x7fff+bits>>16&1)>>16&^isNaN | 0x7fff&isNaN)
}
