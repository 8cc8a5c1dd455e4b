// Package axiom holds the helper functions that emitted Go may define, in the
// only texts that the prover accepts: the generator copies them. Proofs assume that they compute what their comments
// state; tests run them on every input that can be enumerated.
package axiom

// A key is an integer that orders floats: a < b as floats exactly if key(a) <
// key(b), with -0 below +0. Every NaN has one key, below (NaNLow) or above
// (NaNHigh) that of every number, so that an integer max or min treats it as
// missing or as winning. Unkey takes a key back to its float, a NaN's key to
// some NaN.

// Float16NaNLow is the key of a float16 with NaN below every number.
func Float16NaNLow(bits uint16) int16 {
	ordered := int16(bits) ^ int16(uint16(int16(bits)>>15)>>1)
	isNaN := (0x7c00 - int16(bits&0x7fff)) >> 15
	return ordered&^isNaN | isNaN<<15
}

// Float16NaNHigh is the key of a float16 with NaN above every number.
func Float16NaNHigh(bits uint16) int16 {
	ordered := int16(bits) ^ int16(uint16(int16(bits)>>15)>>1)
	isNaN := (0x7c00 - int16(bits&0x7fff)) >> 15
	return ordered&^isNaN | int16(uint16(isNaN)>>1)
}

// Float16Unkey is the float16 of a key.
func Float16Unkey(key int16) uint16 {
	return uint16(key ^ int16(uint16(key>>15)>>1))
}

// Bfloat16NaNLow is the key of a bfloat16 with NaN below every number.
func Bfloat16NaNLow(bits uint16) int16 {
	ordered := int16(bits) ^ int16(uint16(int16(bits)>>15)>>1)
	isNaN := (0x7f80 - int16(bits&0x7fff)) >> 15
	return ordered&^isNaN | isNaN<<15
}

// Bfloat16NaNHigh is the key of a bfloat16 with NaN above every number.
func Bfloat16NaNHigh(bits uint16) int16 {
	ordered := int16(bits) ^ int16(uint16(int16(bits)>>15)>>1)
	isNaN := (0x7f80 - int16(bits&0x7fff)) >> 15
	return ordered&^isNaN | int16(uint16(isNaN)>>1)
}

// Bfloat16Unkey is the bfloat16 of a key.
func Bfloat16Unkey(key int16) uint16 {
	return uint16(key ^ int16(uint16(key>>15)>>1))
}

// Float32NaNLow is the key of a float32 with NaN below every number.
func Float32NaNLow(bits uint32) int32 {
	ordered := int32(bits) ^ int32(uint32(int32(bits)>>31)>>1)
	isNaN := (0x7f800000 - int32(bits&0x7fffffff)) >> 31
	return ordered&^isNaN | isNaN<<31
}

// Float32NaNHigh is the key of a float32 with NaN above every number.
func Float32NaNHigh(bits uint32) int32 {
	ordered := int32(bits) ^ int32(uint32(int32(bits)>>31)>>1)
	isNaN := (0x7f800000 - int32(bits&0x7fffffff)) >> 31
	return ordered&^isNaN | int32(uint32(isNaN)>>1)
}

// Float32Unkey is the float32 of a key.
func Float32Unkey(key int32) uint32 {
	return uint32(key ^ int32(uint32(key>>31)>>1))
}

// Float64NaNLow is the key of a float64 with NaN below every number.
func Float64NaNLow(bits uint64) int64 {
	ordered := int64(bits) ^ int64(uint64(int64(bits)>>63)>>1)
	isNaN := (0x7ff0000000000000 - int64(bits&0x7fffffffffffffff)) >> 63
	return ordered&^isNaN | isNaN<<63
}

// Float64NaNHigh is the key of a float64 with NaN above every number.
func Float64NaNHigh(bits uint64) int64 {
	ordered := int64(bits) ^ int64(uint64(int64(bits)>>63)>>1)
	isNaN := (0x7ff0000000000000 - int64(bits&0x7fffffffffffffff)) >> 63
	return ordered&^isNaN | int64(uint64(isNaN)>>1)
}

// Float64Unkey is the float64 of a key.
func Float64Unkey(key int64) uint64 {
	return uint64(key ^ int64(uint64(key>>63)>>1))
}
