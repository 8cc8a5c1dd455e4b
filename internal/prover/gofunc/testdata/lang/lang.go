// Package lang holds functions that between them use what can be executed.
package lang

import (
	"math"
	"math/bits"

	"github.com/shflgen/shflgen/internal/prover/gofunc/testdata/lang/other"
)

// Inner is a struct within others, with an array.
type Inner struct {
	A [3]int16
	_ int32
	F float32
}

// Outer holds every kind of leaf.
type Outer struct {
	In   Inner
	Two  [2]Inner
	Flag bool
	C    complex64
	D    complex128
	X    float64
	U    uint64
	other.Embedded
}

var table = [4]int32{7, -3, math.MaxInt32, 1 << 20}

var start = Inner{A: [3]int16{2: 9, 0: -1}, F: 2.5}

const (
	low = iota + 3
	high
)

// Swap moves structs and parts of them.
func Swap(a, b Outer) Outer {
	a.In, b.Two[1] = b.Two[0], a.In
	a.Two[1].A[2] = b.In.A[0] + b.Two[1].A[1]
	c := a
	c.Flag = a.Flag != b.Flag
	if c.In == a.In && c.Flag {
		c.X = -b.X
	}
	c.Count += b.Embedded.Count
	return c
}

// Complex computes on complex numbers.
func Complex(a, b Outer) Outer {
	a.C = a.C*b.C + complex(real(b.C), -imag(a.C))
	a.D = a.D*b.D - b.D
	a.Flag = a.C == b.C
	return a
}

// Early returns early, in nested branches.
func Early(a, b int32) int32 {
	if a < 0 {
		if b < 0 {
			return a + b
		}
		a = -a
	} else if a == low || b == high {
		return table[1]
	}
	if b > 100 {
		return a - b
	}
	return a*b + table[2]
}

// Switches has cases, a default in the middle, and breaks.
func Switches(a uint8, b int8) (out int16) {
	switch {
	case a > 200:
		out = 1
	default:
		out = int16(b)
		if b > 5 {
			break
		}
		out++
	case a < 10, b == 3:
		return 77
	}
	switch b & 3 {
	case 0, 1:
		out += 2
	case 2:
		if a&1 == 1 {
			return
		}
		out *= 3
	}
	return
}

// Loops has loops with breaks, continues and labels.
func Loops(a, b uint32) uint32 {
	var sum uint32
outer:
	for i := 0; i < 6; i++ {
		if a>>i&1 == 1 {
			continue
		}
		for j := range 5 {
			switch {
			case b>>(i+j)&3 == 3:
				continue outer
			case b>>j&7 == 5:
				break outer
			}
			sum += uint32(i*10 + j)
		}
		sum ^= b
	}
	for _, x := range table {
		if uint32(x) > a {
			break
		}
		sum++
	}
	return sum
}

// GCD ends early, within a bound.
func GCD(a, b uint16) uint16 {
	for i := 0; i < 24; i++ {
		if b == 0 {
			return a
		}
		a, b = b, a%b
	}
	return a
}

// Divide divides by what may be 0, and negative.
func Divide(a, b int32) int32 {
	if b == 0 || a == 3 {
		return a
	}
	return a/b + a%b*7 + (a/7)*(b%-5)
}

// Panics divides by zero for some arguments.
func Panics(a, b uint8) uint8 {
	if a > 3 && 100/b > 2 {
		return a / b
	}
	return b
}

// Shifts shifts by what depends on data.
func Shifts(a int64, b uint8) int64 {
	x := a<<b ^ a>>(b&31)
	y := uint32(a) >> b << 3
	z := int8(a) >> b
	return x + int64(y) - int64(z) + int64(uint16(a)<<(b%20))
}

// Floats rounds, compares and converts.
func Floats(a, b float32) float32 {
	s := a + b
	p := float32(a * b)
	if a <= b || s != s {
		p = p - a/b
	}
	q := float64(a)*float64(b) + math.Sqrt(math.Abs(float64(b)))
	if math.IsNaN(q) || math.IsInf(float64(s), 1) || a > 1e30 {
		return min(s, p)
	}
	return float32(math.FMA(q, 0.5, math.Max(float64(p), math.Min(float64(a), 3)))) + float32(math.Floor(float64(a)))
}

// Casts converts between all kinds.
func Casts(a int32, u uint64) float64 {
	f := float32(u) + float32(a)
	g := float64(int8(a)) - float64(u>>3)
	if f > -1e4 && f < 1e4 {
		g += float64(int16(f)) + float64(uint32(int32(f)))
	}
	return math.Copysign(g, float64(a)) + float64(int64(a)) + float64(uint8(u))
}

// Bits uses the bits of floats and words.
func Bits(a, b uint64) uint64 {
	s, c := bits.Add64(a, b, 0)
	t, c := bits.Add64(a, s, c)
	d, e := bits.Sub64(t, b, c)
	h, l := bits.Mul64(a, b)
	n := uint64(bits.OnesCount64(a)+bits.LeadingZeros32(uint32(b))+bits.TrailingZeros16(uint16(a))+bits.Len64(b)) + e
	r := bits.RotateLeft64(a, int(b&63)) ^ bits.Reverse64(b) ^ bits.ReverseBytes64(a)
	return s ^ d*3 ^ h ^ l + n ^ r ^ uint64(math.Float32bits(math.Float32frombits(uint32(a))))
}

// Calls calls functions of this package, of another, and methods.
func Calls(a, b Inner) Inner {
	x, y := both(a, b)
	x.F = other.Twice(x.F) + start.F + other.Half
	return x.plus(y).plus(start)
}

func both(a, b Inner) (Inner, Inner) {
	if a.F < b.F {
		return b, a
	}
	return a, b
}

func (x Inner) plus(y Inner) Inner {
	for i := range x.A {
		x.A[i] += y.A[i]
	}
	return x
}

// Small is a named number with a method.
type Small int8

func (s Small) twice() Small { return s * 2 }

// Pair holds arrays of arrays.
type Pair struct {
	M [2][3]uint16
	S Small
	_ [3]byte
	B [2]bool
}

// Corners has what is easy to get wrong.
func Corners(a, b Pair) (out Pair, n int64) {
	for i, row := range a.M { // of a copy
		a.M[1] = b.M[0]
		for j, x := range row {
			a.M[i][j] = x<<(j+1) | b.M[i][2-j]>>1
		}
	}
	out = a
	out.S = a.S.twice() / 3 % (b.S | 1)
	{
		a := b // shadows
		a.S++
		out.S -= a.S
	}
	out.B[0] = a.M == b.M || a.M[0] != b.M[1] && !a.B[1]
	switch x := a.S; {
	case x > 10 && b.B[0]:
		n = int64(x) << (uint8(b.S) % 70)
		n >>= uint16(b.M[0][0] % 9)
	case x < -100:
		n = -1 << 40
		n &^= int64(b.S)
	default:
		n = int64(^uint16(x)) % -7
	}
	const big = 1 << 70
	n += big >> 66
	for i := 5; i > 0; i -= 2 {
		if n&1 == 0 {
			n += int64(i)
			continue
		}
		n ^= int64(len(a.M)) + int64(min(a.S, b.S, 3))
	}
	return
}

// Nested returns from loops in loops, and uses named results.
func Nested(a, b uint8) (r uint8, ok bool) {
	r = a
	for i := range uint8(4) {
		for j := uint8(0); j < 4; j++ {
			if a>>i&1 == b>>j&1 && i+j == 5 {
				return i*16 + j, true
			}
			if b&(1<<j) != 0 && j > i {
				r += j
				break
			}
		}
		if r > 250 {
			return
		}
	}
	ok = r > b
	return r, ok
}

// Recursive ends by constants.
func Recursive(a, b uint16) uint16 { return power(a, 5) + power(b|1, 2) }

func power(x uint16, n int) uint16 {
	if n == 0 {
		return 1
	}
	return x * power(x, n-1)
}

// Extremes divides and shifts the least integers, and converts.
func Extremes(a, b int8) int64 {
	q := int64(math.MinInt64)
	if a == -1 && b != 0 {
		q /= int64(a)
		return q + int64(math.MinInt8/a) + int64(int8(-128)/b) + int64(int8(-128)%b)
	}
	f := float64(a) * 7e16
	if b > 0 {
		f = -f
	}
	return int64(f) + int64(uint8(a))<<uint(b&7)
}

// Places assigns to indices and to elements at them: the indices are evaluated first.
func Places(a, b [3]int32) [3]int32 {
	i := 0
	i, a[i] = 1, a[2]+b[0]
	a[i], i = b[i], 2
	a[i], a[0], i = a[0], a[i], 0
	for i, a[i] = range b {
		a[i] -= 3
	}
	a[i]++
	return a
}

// Ranges ends after the last round with what that left, and counts as far as its type does.
func Ranges(a uint8, b int8) (out [6]uint8) {
	i, j := uint8(9), int8(9)
	for i = range a {
		out[0] ^= i
	}
	for j = range b {
		out[1] += uint8(j)
	}
	for k := range uint8(200) {
		out[2] = k
	}
	out[3], out[4] = i, uint8(j)
	var k uint16
	for k = range 300 {
	}
	out[5] = uint8(k >> 1)
	return out
}

// Behind has an index that is out of range behind conditions, and a range over a call that panics.
func Behind(a, b [2]int16) int16 {
	i := len(a)
	if a[0] > 3 && a[i] == 0 {
		return 1
	}
	switch {
	case b[0] < 0:
		a[1]++
	case b[0] > 5 || a[i-1] > 7 || a[i] == 3, a[0] == 4:
		a[1]--
	}
	for range panicking(a[1] == 9) {
		a[0]++
	}
	return a[0] ^ a[1]
}

func panicking(c bool) (out [3]int16) {
	if c {
		panic("no")
	}
	return out
}
