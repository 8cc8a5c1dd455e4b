// Package bv defines the bit vectors of the executors of Go and PTX, and their domains: numbers,
// or terms that stand for every input and every mask at once.
package bv

// Value is a bit vector of a domain. Predicates are values of one bit.
type Value interface {
	// Width is the number of bits, 1..64.
	Width() int
}

// IntOp is an operation on two bit vectors of one width.
type IntOp uint8

// The integer operations. Those from Eq on give one bit.
const (
	Add IntOp = iota
	Sub
	Mul
	And
	Or
	Xor
	SMin
	SMax
	UMin
	UMax
	Eq
	ULt
	SLt
)

// Format is the layout of a floating-point number.
type Format uint8

// The formats.
const (
	F16 Format = iota
	BF16
	F32
	F64
)

// Bits is the width of a number of the format.
func (f Format) Bits() int { return [...]int{F16: 16, BF16: 16, F32: 32, F64: 64}[f] }

// FloatOp is an operation on two numbers of one format. Arithmetic rounds to
// nearest, ties to even, and keeps denormals.
type FloatOp uint8

// The floating operations. Those from FEq on give one bit, 0 if either is a NaN
// but for FUnordered.
const (
	FAdd FloatOp = iota
	FMul
	FMin    // minimumNumber: a NaN loses, -0 < +0
	FMax    // maximumNumber
	FMinNaN // minimum: a NaN wins, -0 < +0
	FMaxNaN // maximum
	FEq     // -0 equals +0
	FLt
	FUnordered // either is a NaN
)

// Domain computes on values. A method panics with [Stop] on what the domain
// cannot express.
type Domain interface {
	// Const is the number x. Only the low w bits may be set.
	Const(w int, x uint64) Value
	// Known gives the number that v is on every input and mask, if there is one.
	Known(v Value) (uint64, bool)
	// Extract gives bits lo..lo+n-1 of v.
	Extract(v Value, lo, n int) Value
	// Concat puts lo in the low bits and hi above.
	Concat(lo, hi Value) Value
	// Extend widens v to w bits, with zeros or with copies of its sign.
	Extend(v Value, w int, signed bool) Value
	// Not flips every bit.
	Not(v Value) Value
	// Int applies op.
	Int(op IntOp, a, b Value) Value
	// Float applies op to numbers of format f.
	Float(op FloatOp, f Format, a, b Value) Value
	// Convert rounds, or widens exactly, a number of one format to another.
	Convert(to, from Format, v Value) Value
	// Quiet is v, a number of format f, as arithmetic returns it: a number is exact, and no bit of a NaN is known.
	// [Numbers] gives the canonical one.
	Quiet(f Format, v Value) Value
	// Select gives a where the bit c is 1, else b.
	Select(c, a, b Value) Value
}

// Stop is the panic by which a domain, or an instruction, ends an execution.
type Stop struct {
	Why   string
	Shows bool // hardware goes wrong, too; else there is no rule for what was met, and no call is wrong by that
}

// Stopped is deferred: it says why an execution was stopped, if it was. Any other panic goes on.
func Stopped(then func(why string)) {
	switch r := recover().(type) {
	case nil:
	case Stop:
		then(r.Why)
	default:
		panic(r)
	}
}
