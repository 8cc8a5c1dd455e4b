package axiom

import "math"

// A bar spares a search for the greatest or the least key most of its keys: a float that is no greater than the bar
// of a key has no greater key (BarLow, with NaN below every number), and one that is no less has no lesser one
// (BarHigh, with NaN above). Nothing else is said of a bar. A NaN is neither. For a bfloat16 the float is its value.

// Float32BarLow is the bar of a key: its float, but for -0 a number below both zeros.
func Float32BarLow(best int32) float32 {
	if best == -1 {
		return -0x1p-149
	}
	return math.Float32frombits(uint32(best ^ int32(uint32(best>>31)>>1)))
}

// Float32BarHigh is the bar of a key: its float, but for +0 a number above both zeros.
func Float32BarHigh(best int32) float32 {
	if best == 0 {
		return 0x1p-149
	}
	return math.Float32frombits(uint32(best ^ int32(uint32(best>>31)>>1)))
}

// Float64BarLow is the bar of a key: its float, but for -0 a number below both zeros.
func Float64BarLow(best int64) float64 {
	if best == -1 {
		return -0x1p-1074
	}
	return math.Float64frombits(uint64(best ^ int64(uint64(best>>63)>>1)))
}

// Float64BarHigh is the bar of a key: its float, but for +0 a number above both zeros.
func Float64BarHigh(best int64) float64 {
	if best == 0 {
		return 0x1p-1074
	}
	return math.Float64frombits(uint64(best ^ int64(uint64(best>>63)>>1)))
}

// Bfloat16BarLow is the bar of a key: its bfloat16, but for -0 a number below both zeros.
func Bfloat16BarLow(best int16) float32 {
	if best == -1 {
		return -0x1p-149
	}
	return math.Float32frombits(uint32(uint16(best^int16(uint16(best>>15)>>1))) << 16)
}

// Bfloat16BarHigh is the bar of a key: its bfloat16, but for +0 a number above both zeros.
func Bfloat16BarHigh(best int16) float32 {
	if best == 0 {
		return 0x1p-149
	}
	return math.Float32frombits(uint32(uint16(best^int16(uint16(best>>15)>>1))) << 16)
}
