package broken

import "math"

// Best is a value and where it was.
type Best struct {
	Value float32
	Index int32
}

// ArgMax compares strictly: of equal values the first stays.
//
//shflgen:op commutative
func ArgMax(a, b Best) Best {
	if b.Value > a.Value {
		return b
	}
	return a
}

// Entry is a key with a value.
type Entry struct {
	Key   int32
	Value int32
}

// ArgMin lets the last of equal keys win.
//
//shflgen:op commutative
func ArgMin(a, b Entry) Entry {
	if a.Key < b.Key {
		return a
	}
	return b
}

// ArgMinIndex breaks ties by the index, but takes the greater for negative keys.
//
//shflgen:op associative
func ArgMinIndex(a, b Entry) Entry {
	if a.Key != b.Key {
		if a.Key < b.Key {
			return a
		}
		return b
	}
	return Entry{a.Key, a.Value/2 + b.Value/2}
}

// Text is the hash of a string, with its length.
type Text struct {
	Hash  uint32
	Power uint32
}

// Concat is the hash of both, which depends on their order.
//
//shflgen:op commutative
func Concat(a, b Text) Text {
	return Text{a.Hash*b.Power + b.Hash, a.Power * b.Power}
}

// ConcatFixed takes the same power for every length.
//
//shflgen:op associative
func ConcatFixed(a, b Text) Text {
	return Text{a.Hash*31 + b.Hash, a.Power + b.Power}
}

// Moments are a count, a mean and the sum of squared deviations.
type Moments struct {
	N, Mean, M2 float64
}

// Welford merges moments, and rounds.
//
//shflgen:op associative
func Welford(a, b Moments) Moments {
	if a.N == 0 {
		return b
	}
	if b.N == 0 {
		return a
	}
	n := a.N + b.N
	d := b.Mean - a.Mean
	return Moments{n, a.Mean + d*b.N/n, a.M2 + b.M2 + d*d*a.N*b.N/n}
}

// Box is a bounding box.
type Box struct {
	Min, Max [2]int32
}

// EmptyBox is a point, and not nothing.
var EmptyBox = Box{}

// Join has a wrong identity.
//
//shflgen:op identity=EmptyBox
func Join(a, b Box) Box {
	return Box{
		[2]int32{min(a.Min[0], b.Min[0]), min(a.Min[1], b.Min[1])},
		[2]int32{max(a.Max[0], b.Max[0]), max(a.Max[1], b.Max[1])},
	}
}

// NoBox lacks a sign.
func NoBox() Box {
	return Box{[2]int32{math.MaxInt32, math.MaxInt32}, [2]int32{math.MinInt32, math.MaxInt32}}
}

// JoinOfNone has an identity with one wrong leaf.
//
//shflgen:op identity=NoBox
func JoinOfNone(a, b Box) Box { return Join(a, b) }

// Totals are two sums.
type Totals struct {
	Sum   int64
	Count uint16
}

// Add narrows a count on the way.
//
//shflgen:op associative
func Add(a, b Totals) Totals {
	return Totals{a.Sum + b.Sum, uint16(uint8(a.Count)) + b.Count}
}

// AddCounts lets the count of one operand overflow into the sum.
//
//shflgen:op commutative
func AddCounts(a, b Totals) Totals {
	count := uint32(a.Count) + uint32(b.Count)
	return Totals{a.Sum + b.Sum + int64(count>>16)*int64(a.Count&1), uint16(count)}
}

// Affine is x -> A*x + B.
type Affine struct {
	A, B uint32
}

// Compose claims to be commutative.
//
//shflgen:op commutative
func Compose(a, b Affine) Affine { return Affine{b.A * a.A, b.A*a.B + b.B} }

// ComposeWrong adds a factor.
//
//shflgen:op associative
func ComposeWrong(a, b Affine) Affine { return Affine{b.A * a.A, b.B + b.A*a.B + a.A} }

// ComposeFloat rounds.
//
//shflgen:op associative
func ComposeFloat(a, b [2]float32) [2]float32 {
	return [2]float32{b[0] * a[0], float32(b[0]*a[1]) + b[1]}
}

// Cross is the vector product.
//
//shflgen:op associative
func Cross(a, b [3]int32) [3]int32 {
	return [3]int32{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// Matrix is the product of matrices, with two entries exchanged.
//
//shflgen:op associative
func Matrix(a, b [4]uint32) [4]uint32 {
	return [4]uint32{
		a[0]*b[0] + a[1]*b[2], a[0]*b[1] + a[1]*b[3],
		a[2]*b[1] + a[3]*b[3], a[2]*b[0] + a[3]*b[2],
	}
}

// Complex rounds.
//
//shflgen:op associative
func Complex(a, b complex64) complex64 { return a * b }

// Segment is a value with the flag of a segment's start.
type Segment struct {
	Start bool
	Sum   int32
}

// SegmentedSum looks at the wrong flag.
//
//shflgen:op associative
func SegmentedSum(a, b Segment) Segment {
	if a.Start {
		return Segment{a.Start || b.Start, b.Sum}
	}
	return Segment{a.Start || b.Start, a.Sum + b.Sum}
}

// Top2 are the two greatest.
type Top2 struct {
	First, Second int32
}

// MergeTop2 loses the second of the winner.
//
//shflgen:op associative
func MergeTop2(a, b Top2) Top2 {
	if a.First >= b.First {
		return Top2{a.First, b.First}
	}
	return Top2{b.First, a.First}
}

// Sketch are registers.
type Sketch [16]uint8

// MergeSketch forgets the last register.
//
//shflgen:op commutative
func MergeSketch(a, b Sketch) Sketch {
	for i := 0; i < 15; i++ {
		a[i] = max(a[i], b[i])
	}
	return a
}

// Wide is a number of 128 bits.
type Wide struct {
	Lo, Hi uint64
}

// AddWide takes the carry from the wrong comparison.
//
//shflgen:op associative
func AddWide(a, b Wide) Wide {
	lo := a.Lo + b.Lo
	hi := a.Hi + b.Hi
	if lo <= a.Lo {
		hi++
	}
	return Wide{lo, hi}
}

// Range is valid if Lo is at most Hi.
type Range struct {
	Lo, Hi int32
}

// IsRange holds of ranges.
func IsRange(r Range) bool { return r.Lo <= r.Hi }

// Hull is not idempotent on valid ranges either.
//
//shflgen:op idempotent valid=IsRange
func Hull(a, b Range) Range { return Range{min(a.Lo, b.Lo), max(a.Hi, b.Hi, a.Lo&0xff)} }

// Overlap is not commutative on valid ranges.
//
//shflgen:op commutative valid=IsRange
func Overlap(a, b Range) Range {
	if b.Lo > a.Hi {
		return a
	}
	return Range{min(a.Lo, b.Lo), max(a.Hi, b.Hi)}
}

// Leaves is associative on valid ranges, and gives others.
//
//shflgen:op associative valid=IsRange
func Leaves(a, b Range) Range { return Range{max(a.Lo, b.Lo), min(a.Hi, b.Hi)} }

// Marked is a number, with what the NaNs before it held.
type Marked struct {
	X    float32
	Held uint32
}

// FirstNaN is commutative but for the payload of a NaN, which it makes an integer in the next application.
//
//shflgen:op commutative
func FirstNaN(a, b Marked) (r Marked) {
	r.Held = a.Held ^ b.Held ^ math.Float32bits(a.X) ^ math.Float32bits(b.X)
	switch {
	case a.X != a.X:
		r.X = a.X
	case b.X != b.X:
		r.X = b.X
	}
	return r
}
