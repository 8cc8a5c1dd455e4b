// Package lawful holds operators that have the laws that they claim.
package lawful

import (
	"math"
	"math/bits"
)

// Sum wraps.
//
//shflgen:op associative commutative identity=zero
func Sum(a, b int32) int32 { return a + b }

// Greatest is the identity of Least.
const Greatest = math.MaxInt64

// Least is the minimum.
//
//shflgen:op associative commutative idempotent identity=Greatest
func Least(a, b int64) int64 {
	if b < a {
		return b
	}
	return a
}

// Infinity is +inf.
func Infinity() float64 { return math.Inf(1) }

// LeastFloat is the minimum, where a NaN wins.
//
//shflgen:op associative commutative idempotent identity=Infinity
func LeastFloat(a, b float64) float64 { return min(a, b) }

// NoNumber is a NaN.
func NoNumber() float32 { return float32(math.NaN()) }

// GreatestNumber is the maximum, where a NaN is missing data.
//
//shflgen:op associative commutative idempotent identity=NoNumber
func GreatestNumber(a, b float32) float32 {
	switch {
	case a != a:
		return b
	case b != b:
		return a
	}
	return max(a, b)
}

// SumFloat is commutative and no more.
//
//shflgen:op commutative
func SumFloat(a, b float32) float32 { return a + b }

// Product has the identity 1.
//
//shflgen:op commutative identity=One
func Product(a, b float64) float64 { return a * b }

// One is 1.
const One = 1

// GCD is the greatest common divisor of bytes.
//
//shflgen:op associative commutative idempotent identity=zero
func GCD(a, b uint8) uint8 {
	for range 14 {
		if b == 0 {
			break
		}
		a, b = b, a%b
	}
	return a
}

// Affine is x -> A*x + B modulo 2^32.
type Affine struct {
	A, B uint32
}

// Compose applies a first.
//
//shflgen:op associative identity=Same
func Compose(a, b Affine) Affine { return Affine{b.A * a.A, b.A*a.B + b.B} }

// Same is x -> x.
var Same = Affine{A: 1}

// Matrix is the product of 2×2 matrices modulo 2^32.
//
//shflgen:op associative
func Matrix(a, b [2][2]int32) (c [2][2]int32) {
	for i := range 2 {
		for j := range 2 {
			for k := range 2 {
				c[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return c
}

// MatrixMod is the product modulo a prime, of any entries.
//
//shflgen:op associative
func MatrixMod(a, b [4]uint32) [4]uint32 {
	return [4]uint32{
		dotMod(a[0], b[0], a[1], b[2]), dotMod(a[0], b[1], a[1], b[3]),
		dotMod(a[2], b[0], a[3], b[2]), dotMod(a[2], b[1], a[3], b[3]),
	}
}

const prime = 998244353

func dotMod(a, b, c, d uint32) uint32 {
	return uint32((uint64(a)*uint64(b)%prime + uint64(c)*uint64(d)%prime) % prime)
}

// MulMod is the product modulo the largest prime of 32 bits.
//
//shflgen:op associative commutative
func MulMod(a, b uint32) uint32 { return uint32(uint64(a) * uint64(b) % 4294967291) }

// IsResidue holds of numbers below the prime.
func IsResidue(a uint32) bool { return a < prime }

// AddMod is the sum modulo the prime, of residues.
//
//shflgen:op associative commutative identity=zero valid=IsResidue
func AddMod(a, b uint32) uint32 {
	s := a + b
	if s >= prime {
		s -= prime
	}
	return s
}

// Box is a bounding box of integers.
type Box struct {
	Min, Max [3]int16
}

// Join is the box around both.
//
//shflgen:op associative commutative idempotent identity=NoBox
func Join(a, b Box) Box {
	for i := range a.Min {
		a.Min[i] = min(a.Min[i], b.Min[i])
		a.Max[i] = max(a.Max[i], b.Max[i])
	}
	return a
}

// NoBox is a box of nothing.
func NoBox() (b Box) {
	for i := range b.Min {
		b.Min[i], b.Max[i] = math.MaxInt16, math.MinInt16
	}
	return b
}

// Best is a key with an index.
type Best struct {
	Key   uint64
	Index uint32
}

// ArgMax takes the lowest index of the greatest key.
//
//shflgen:op associative commutative idempotent identity=NoBest
func ArgMax(a, b Best) Best {
	switch {
	case a.Key > b.Key:
		return a
	case b.Key > a.Key:
		return b
	case a.Index < b.Index:
		return a
	}
	return b
}

// NoBest loses to all.
var NoBest = Best{0, math.MaxUint32}

// FirstBest is not commutative: of equal keys the first stays.
//
//shflgen:op associative idempotent
func FirstBest(a, b Best) Best {
	if b.Key > a.Key {
		return b
	}
	return a
}

// Top2 are the two greatest.
type Top2 struct {
	First, Second int32
}

// NoTop2 is of nothing.
var NoTop2 = Top2{math.MinInt32, math.MinInt32}

// MergeTop2 keeps the two greatest of four.
//
//shflgen:op associative commutative identity=NoTop2
func MergeTop2(a, b Top2) Top2 {
	return Top2{max(a.First, b.First), max(min(a.First, b.First), max(a.Second, b.Second))}
}

// Wide is a number of 128 bits.
type Wide struct {
	Lo, Hi uint64
}

// AddWide is the sum modulo 2^128.
//
//shflgen:op associative commutative identity=zero
func AddWide(a, b Wide) Wide {
	lo, carry := bits.Add64(a.Lo, b.Lo, 0)
	hi, _ := bits.Add64(a.Hi, b.Hi, carry)
	return Wide{lo, hi}
}

// Hash is a polynomial hash modulo 2^64.
type Hash struct {
	Value, Power uint64
}

// Empty is the hash of nothing.
var Empty = Hash{0, 1}

// Concat is the hash of one string after the other.
//
//shflgen:op associative identity=Empty
func Concat(a, b Hash) Hash { return Hash{a.Value*b.Power + b.Value, a.Power * b.Power} }

// Register merges registers of a sketch.
//
//shflgen:op associative commutative idempotent identity=zero
func Register(a, b uint8) uint8 {
	if a < b {
		return b
	}
	return a
}

// Sketch are many of them.
type Sketch [32]uint8

// MergeSketch merges all.
//
//shflgen:op associative commutative idempotent identity=zero
func MergeSketch(a, b Sketch) Sketch {
	for i, x := range b {
		if x > a[i] {
			a[i] = x
		}
	}
	return a
}

// Summary is in one pass.
type Summary struct {
	Min, Max int32
	Sum      int64
	Count    uint32
}

// Nothing is the summary of nothing.
var Nothing = Summary{Min: math.MaxInt32, Max: math.MinInt32}

// Merge merges summaries.
//
//shflgen:op associative commutative identity=Nothing
func Merge(a, b Summary) Summary {
	return Summary{min(a.Min, b.Min), max(a.Max, b.Max), a.Sum + b.Sum, a.Count + b.Count}
}

// Union is of sets.
//
//shflgen:op associative commutative idempotent identity=zero
func Union(a, b [2]uint64) [2]uint64 { return [2]uint64{a[0] | b[0], a[1] | b[1]} }

// Segment is a value with the flag of a segment's start.
type Segment struct {
	Start bool
	Sum   int32
}

// SegmentedSum starts again at a flag.
//
//shflgen:op associative identity=zero
func SegmentedSum(a, b Segment) Segment {
	if b.Start {
		return b
	}
	return Segment{a.Start, a.Sum + b.Sum}
}

// SaturatingSum of bytes without sign has its laws.
//
//shflgen:op associative commutative identity=zero
func SaturatingSum(a, b uint8) uint8 {
	if a > 255-b {
		return 255
	}
	return a + b
}

// SaturatingSum32 has them on 32 bits.
//
//shflgen:op associative commutative identity=zero
func SaturatingSum32(a, b uint32) uint32 {
	s := a + b
	if s < a {
		return math.MaxUint32
	}
	return s
}

// Last is the last one that is not zero.
//
//shflgen:op associative idempotent identity=zero
func Last(a, b int16) int16 {
	if b != 0 {
		return b
	}
	return a
}

// Gaussian is a Gaussian integer.
type Gaussian struct {
	Re, Im int64
}

// Unit is 1.
var Unit = Gaussian{1, 0}

// MulGaussian is their product.
//
//shflgen:op associative commutative identity=Unit
func MulGaussian(a, b Gaussian) Gaussian {
	return Gaussian{a.Re*b.Re - a.Im*b.Im, a.Re*b.Im + a.Im*b.Re}
}

// MulQuaternion is the Hamilton product.
//
//shflgen:op associative
func MulQuaternion(a, b [4]int32) [4]int32 {
	return [4]int32{
		a[0]*b[0] - a[1]*b[1] - a[2]*b[2] - a[3]*b[3],
		a[0]*b[1] + a[1]*b[0] + a[2]*b[3] - a[3]*b[2],
		a[0]*b[2] - a[1]*b[3] + a[2]*b[0] + a[3]*b[1],
		a[0]*b[3] + a[1]*b[2] - a[2]*b[1] + a[3]*b[0],
	}
}

// Permutation is of four, two bits each.
//
//shflgen:op associative identity=InOrder
func Permutation(a, b uint8) (c uint8) {
	for i := 0; i < 8; i += 2 {
		c |= b >> (2 * (a >> i & 3)) & 3 << i
	}
	return c
}

// InOrder is the permutation that moves nothing.
const InOrder = 0b11100100

// Xnor has an identity of all ones.
//
//shflgen:op associative commutative identity=AllOnes
func Xnor(a, b uint16) uint16 { return ^(a ^ b) }

// AllOnes is its identity.
const AllOnes uint16 = 0xffff

// Range is valid if Lo is at most Hi.
type Range struct {
	Lo, Hi int32
}

// IsRange holds of ranges.
func IsRange(r Range) bool { return r.Lo <= r.Hi }

// Hull is the range around both; of what is no range it is not idempotent.
//
//shflgen:op associative commutative idempotent valid=IsRange
func Hull(a, b Range) Range { return Range{min(a.Lo, b.Lo), max(a.Lo, max(a.Hi, b.Hi))} }

// Circle adds angles of a full turn of 1000, of residues.
//
//shflgen:op associative commutative identity=zero valid=IsAngle
func Circle(a, b uint16) uint16 { return (a + b) % 1000 }

// IsAngle holds below a full turn.
func IsAngle(a uint16) bool { return a < 1000 }

// XorPair is xor on each half.
//
//shflgen:op associative commutative identity=zero
func XorPair(a, b [2]uint64) [2]uint64 { return [2]uint64{a[0] ^ b[0], a[1] ^ b[1]} }
