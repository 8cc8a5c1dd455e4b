// Package ops holds functions that are translated to CUDA C++.
package ops

import (
	"math"
	"math/bits"

	"github.com/shflgen/shflgen/math32"
)

// Stats are the count, the mean and the sum of squares of deviations.
type Stats struct {
	N    int32
	Mean float32
	M2   float32
}

// Welford merges two sets of statistics, as Chan, Golub and LeVeque do.
func Welford(a, b Stats) Stats {
	if a.N == 0 {
		return b
	}
	if b.N == 0 {
		return a
	}
	n := a.N + b.N
	delta := b.Mean - a.Mean
	// The share of b.
	share := float32(b.N) / float32(n)
	return Stats{
		N:    n,
		Mean: a.Mean + float32(delta*share),
		M2:   a.M2 + b.M2 + float32(float32(delta*delta)*float32(float32(a.N)*share)),
	}
}

// Integers uses every operator of small and large integers.
func Integers(a, b Mixed) Mixed {
	a.I8 = a.I8*b.I8 - 7
	a.I16 += b.I16 << 3
	a.I32 = (a.I32+b.I32)*3 ^ -a.I32
	a.I64 = a.I64&^b.I64 - (b.I64 | 5)
	a.U8 = a.U8*b.U8 + 200
	a.U16 = ^(a.U16 * b.U16)
	a.U32 -= b.U32 & 0xf0f0
	a.U64 = a.U64*b.U64 + 0xfedcba9876543210
	a.B = a.B != b.B && (a.I8 < b.I8 || a.U64 > b.U64)
	return a
}

// Mixed is a field of each type.
type Mixed struct {
	I8  int8
	I16 int16
	I32 int32
	I64 int64
	U8  uint8
	U16 uint16
	U32 uint32
	U64 uint64
	B   bool
}

// Divides divides, which may panic.
func Divides(a, b Mixed) Mixed {
	a.I8 /= b.I8
	a.I16 %= b.I16
	a.I32 = a.I32 / b.I32
	a.I64 = a.I64 % b.I64
	a.U8 = a.U8 % (b.U8 | 1)
	a.U16 /= 10
	a.U32 = a.U32/7 + a.U32%b.U32
	a.U64 /= b.U64
	if a.I32 == 12345 {
		panic("never mind")
	}
	return a
}

// ByConstants divides by constants.
func ByConstants(a, b Mixed) Mixed {
	a.I8 = a.I8/-1 + b.I8%-1
	a.I32 = a.I32/-1 - a.I32/3 + a.I32%-5
	a.I64 = a.I64/-1 + a.I64%1000
	a.I16 = a.I16 / -128
	return a
}

// Dropped leaves nothing of what may panic.
func Dropped(a, b Mixed) Mixed {
	a.U8 = a.U8 / b.U8 << 40
	a.I16 = a.I16 / b.I16 % -1
	a.I64 = a.I64 % b.I64 << 64
	return a
}

// Shifts shifts by counts that may exceed the width or be negative.
func Shifts(a, b Mixed) Mixed {
	a.I8 <<= b.U8
	a.U8 >>= b.U16 & 15
	a.I16 = a.I16 >> b.U32
	a.U16 <<= b.U64
	a.I32 = a.I32<<(b.U8&31) ^ a.I32>>b.U16
	a.U32 = a.U32<<40 | a.U32>>b.I8
	a.I64 >>= b.I16
	a.U64 = a.U64<<(b.U32%64) | a.U64>>(64-b.U32%64)
	return a
}

// Loops has arrays and loops, over what is known before it runs.
func Loops(a, b [4]int32) [4]int32 {
	var sums [4]int32
	for i := range a {
		for j := i; j < len(b); j++ {
			if a[i] > b[j] {
				continue
			}
			sums[i] += a[i] - b[j]
		}
	}
	for i, x := range sums {
		if x == 0 {
			break
		}
		sums[3-i] ^= x
	}
	for k := 3; k > 0; k-- {
		sums[k], sums[k-1] = sums[k-1], sums[k]+1
	}
	return sums
}

// Matrix is a 2×2 matrix.
type Matrix struct{ M [2][2]uint32 }

const p = 65521

// Product is the product modulo p.
func Product(a, b Matrix) Matrix {
	var c Matrix
	for i := range 2 {
		for j := range 2 {
			var sum uint64
			for k := range 2 {
				sum += uint64(a.M[i][k]) * uint64(b.M[k][j])
			}
			c.M[i][j] = uint32(sum % p)
		}
	}
	return c
}

// Floats uses the functions of package math.
type Floats struct {
	X, Y float64
	Z    float32
	C    complex64
}

// Maths calls them.
func Maths(a, b Floats) (r Floats) {
	r = a
	switch {
	case math.IsNaN(a.X) || math.IsInf(b.Y, 0):
		r.X = math.Copysign(b.X, a.Y)
	case math.Signbit(a.X), a.X >= b.X:
		r.X = math.Sqrt(math.Abs(a.X)) - b.X
	default:
		r.X = math.FMA(a.X, b.X, -a.Y)
	}
	r.Y = math.Max(a.Y, b.Y)
	r.Y = min(r.Y, b.X, 1e300)
	if a.Y != b.Y && a.Y <= b.Y {
		r.Y = math.Min(a.Y, b.X) / b.Y
	}
	r.Z = max(a.Z, b.Z, float32(math.Sqrt(float64(a.Z))))
	if math.IsInf(a.X, 1) || math.IsInf(a.X, -1) {
		r.Z = float32(math.Floor(b.X) + math.Ceil(b.Y) + math.Trunc(a.Y) + math.RoundToEven(float64(b.Z)))
	}
	r.C = a.C + b.C - complex(real(b.C), 1)
	if r.C == a.C {
		r.C = -b.C
	}
	return
}

// Conversions converts between integers and floats.
func Conversions(a, b Mixed) Floats {
	return Floats{
		X: float64(a.I64) + float64(b.U64) + float64(a.I8),
		Y: float64(float32(a.I32)) - float64(a.U32),
		Z: float32(a.U64) + float32(b.I64) + float32(b.U16),
		C: complex(float32(float64(b.I32)), float32(uint8(a.I64))),
	}
}

// Bits calls the functions of package bits.
func Bits(a, b Mixed) Mixed {
	a.I32 = int32(bits.OnesCount32(a.U32)) - int32(bits.LeadingZeros64(b.U64)) + int32(bits.TrailingZeros32(b.U32))
	a.I8 = int8(bits.Len8(a.U8) + bits.TrailingZeros8(b.U8) - bits.LeadingZeros16(a.U16) + bits.TrailingZeros16(b.U16))
	a.U8 = bits.Reverse8(a.U8) ^ bits.RotateLeft8(b.U8, 3)
	a.U16 = bits.ReverseBytes16(a.U16) + bits.RotateLeft16(b.U16, -5) + bits.Reverse16(b.U16)
	n := bits.Len32(a.U32)
	a.U32 = bits.RotateLeft32(b.U32, int(a.I32)) ^ bits.ReverseBytes32(a.U32) ^ bits.Reverse32(b.U32)
	sum, carry := bits.Add64(a.U64, b.U64, uint64(a.U8&1))
	rest, borrow := bits.Sub64(a.U64, b.U64, carry)
	hi, lo := bits.Mul64(sum, rest|1)
	a.U64 = hi ^ bits.RotateLeft64(lo, -n) ^ bits.ReverseBytes64(sum) + borrow + bits.Reverse64(rest)
	a.I64 = int64(bits.OnesCount64(lo) + bits.TrailingZeros64(hi) + bits.Len64(hi) + bits.OnesCount8(a.U8) + bits.Len16(a.U16) + bits.OnesCount16(b.U16) + bits.LeadingZeros8(a.U8) + bits.LeadingZeros32(a.U32))
	h32, l32 := bits.Mul32(a.U32, b.U32)
	s32, c32 := bits.Add32(h32, l32, uint32(carry))
	d32, _ := bits.Sub32(s32, b.U32, c32)
	a.U32 = d32
	return a
}

// Top are the two greatest.
type Top struct {
	Value [2]float32
	Index [2]int32
}

func (t Top) insert(v float32, i int32) Top {
	switch {
	case v > t.Value[0] || v == t.Value[0] && i < t.Index[0]:
		t.Value[1], t.Index[1] = t.Value[0], t.Index[0]
		t.Value[0], t.Index[0] = v, i
	case v > t.Value[1]:
		t.Value[1], t.Index[1] = v, i
	}
	return t
}

// Top2 is the two greatest of four.
func Top2(a, b Top) Top { return a.insert(b.Value[0], b.Index[0]).insert(b.Value[1], b.Index[1]) }

// Wide is a number of 128 bits.
type Wide struct{ Hi, Lo uint64 }

func addCarry(x, y, c uint64) (sum, carry uint64) {
	sum = x + y + c
	carry = ((x & y) | ((x | y) &^ sum)) >> 63
	return
}

// Add128 adds numbers of 128 bits.
func Add128(a, b Wide) Wide {
	lo, c := addCarry(a.Lo, b.Lo, 0)
	hi, _ := addCarry(a.Hi, b.Hi, c)
	return Wide{hi, lo}
}

// Hash mixes by a table, and shadows names of C++.
func Hash(a, b uint32) uint32 {
	table := [4]uint32{0x9e3779b9, 7, 0xffffffff, 31}
	register, int_ := a, b
	for i := range 4 {
		register := register*table[i] ^ int_
		if register&1 == 1 {
			int_ += register
		}
		_ = register
	}
	switch t := register % 8; t {
	case 0, 3:
		return int_
	case 1:
		int_++
	default:
		int_ -= t
	}
	return int_ ^ register
}

// Larger is b if a is a NaN.
func Larger(a, b float32) float32 {
	if a >= b {
		return a
	}
	return b
}

// Quiet never reads its second argument.
func Quiet(a, _ float32) float32 { return -a * 0.5 }

// Nested has a struct within a struct, and arrays of structs.
type Nested struct {
	A [2]Wide
	T Top
	F bool
}

// Swap moves parts.
func Swap(a, b Nested) Nested {
	a.A[0], a.A[1] = b.A[1], a.A[0]
	x := a.A
	x[1].Lo ^= 1
	a.A = x
	if a.T == b.T || a.A[0] != b.A[0] {
		a.T = Top{Index: [2]int32{1: b.T.Index[0]}}
	}
	a.F = !a.F
	return a
}

// Three are results of package math32.
type Three struct {
	Exp, Log, Rsqrt float32
}

// Elementary calls every function of package math32.
func Elementary(a, b float32) Three {
	return Three{math32.Exp(a), math32.Log(b), math32.FMA(math32.Rsqrt(b), a, b)}
}

// Tagged ends with three bytes of padding.
type Tagged struct {
	V int32
	T int8
}

// Padded has padding within and after its fields.
type Padded struct {
	Lo, Hi Tagged
	N      int8
}

// Order exchanges structs with padding, which compilers that do not optimise copy in bytes and in words.
func Order(a, b Padded) Padded {
	r := Padded{Lo: a.Lo, Hi: b.Hi, N: a.N + b.N}
	s := Padded{Lo: b.Lo, Hi: a.Hi, N: a.N}
	if r.Hi.V < s.Hi.V {
		r, s = s, r
	}
	t := s
	if t.Lo.V < r.Lo.V {
		t = r
	}
	return t
}

// Unread sets its result by name, and returns others.
func Unread(a, b int32) (most int32) {
	most = a
	if b > a {
		return b
	}
	return a
}
