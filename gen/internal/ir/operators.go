package ir

import (
	"math"

	"github.com/shflgen/shflgen/spec"
)

// Op is an operator on integers or truth values.
type Op uint8

// The operators.
const (
	Add Op = iota
	Sub
	Mul
	Div
	Mod
	And
	Or
	Xor
	Shl
	Shr
	Equal
	Unequal
	Less
	LessEqual
	Greater
	GreaterEqual
	Min
	Max
	AndNot // the bits of the left operand that the right one does not have
	Both   // the right operand is computed only if the left one holds
	Either // the right operand is computed only if the left one does not hold
)

// operator is what is known of an Op. eval computes modulo 2^64; operands have their signs above their bits.
type operator struct {
	symbol   string
	compares bool // the result is a truth value
	logical  bool // and so are the operands
	eval     func(a, b uint64, signed bool) uint64
}

var operators = [...]operator{
	Add: {"+", false, false, func(a, b uint64, _ bool) uint64 { return a + b }},
	Sub: {"-", false, false, func(a, b uint64, _ bool) uint64 { return a - b }},
	Mul: {"*", false, false, func(a, b uint64, _ bool) uint64 { return a * b }},
	Div: {"/", false, false, func(a, b uint64, signed bool) uint64 {
		if signed {
			return uint64(int64(a) / int64(b))
		}
		return a / b
	}},
	Mod: {"%", false, false, func(a, b uint64, signed bool) uint64 {
		if signed {
			return uint64(int64(a) % int64(b))
		}
		return a % b
	}},
	And: {"&", false, false, func(a, b uint64, _ bool) uint64 { return a & b }},
	Or:  {"|", false, false, func(a, b uint64, _ bool) uint64 { return a | b }},
	Xor: {"^", false, false, func(a, b uint64, _ bool) uint64 { return a ^ b }},
	Shl: {"<<", false, false, func(a, b uint64, _ bool) uint64 { return a << b }},
	Shr: {">>", false, false, func(a, b uint64, signed bool) uint64 {
		if signed {
			return uint64(int64(a) >> b)
		}
		return a >> b
	}},

	Equal:        {"==", true, false, func(a, b uint64, _ bool) uint64 { return truth(a == b) }},
	Unequal:      {"!=", true, false, func(a, b uint64, _ bool) uint64 { return truth(a != b) }},
	Less:         {"<", true, false, func(a, b uint64, s bool) uint64 { return truth(less(a, b, s)) }},
	LessEqual:    {"<=", true, false, func(a, b uint64, s bool) uint64 { return truth(!less(b, a, s)) }},
	Greater:      {">", true, false, func(a, b uint64, s bool) uint64 { return truth(less(b, a, s)) }},
	GreaterEqual: {">=", true, false, func(a, b uint64, s bool) uint64 { return truth(!less(a, b, s)) }},

	Min: {"min", false, false, func(a, b uint64, signed bool) uint64 {
		if less(b, a, signed) {
			return b
		}
		return a
	}},

	Max: {"max", false, false, func(a, b uint64, signed bool) uint64 {
		if less(a, b, signed) {
			return b
		}
		return a
	}},
	AndNot: {"&^", false, false, func(a, b uint64, _ bool) uint64 { return a &^ b }},

	Both:   {"&&", true, true, func(a, b uint64, _ bool) uint64 { return a & b }},
	Either: {"||", true, true, func(a, b uint64, _ bool) uint64 { return a | b }},
}

// Symbol is the operator as C and Go write it.
func (o Op) Symbol() string { return operators[o].symbol }

// Of is the operator on two unsigned integers of 64 bits.
func (o Op) Of(a, b uint64) uint64 { return operators[o].eval(a, b, false) }

func less(a, b uint64, signed bool) bool {
	if signed {
		return int64(a) < int64(b)
	}
	return a < b
}

func truth(holds bool) uint64 {
	if holds {
		return 1
	}
	return 0
}

// result is the type of an operator on two types; nil where it does not take them.
func (o Op) result(a, b Type) Type {
	in := usual(a, b)
	switch row := operators[o]; {
	case row.compares && !row.logical && a == b && isFloat(a):
		return Bool{}
	case row.logical && (a != Bool{} || b != Bool{}), in == nil:
		return nil
	case row.compares:
		return Bool{}
	case o == Shl || o == Shr:
		t, _ := promoted(a)
		return t
	}
	return in
}

// isFloat reports whether t is a float that languages compare.
func isFloat(t Type) bool { return t == F32 || t == F64 }

// float is a number of such a type by its bits.
func float(n uint64, t Type) float64 {
	if t == F32 {
		return float64(math.Float32frombits(uint32(n)))
	}
	return math.Float64frombits(n)
}

// ordered compares floats: a NaN is unequal to all numbers, and neither less nor greater.
func (o Op) ordered(a, b float64) bool {
	return map[Op]bool{Equal: a == b, Unequal: a != b, Less: a < b, LessEqual: a <= b, Greater: a > b,
		GreaterEqual: a >= b}[o]
}

// compute is the operator on two values of types.
func (o Op) compute(a, b uint64, ta, tb Type) uint64 {
	if isFloat(ta) {
		return truth(o.ordered(float(a, ta), float(b, tb)))
	}
	t := usual(ta, tb).(Number)
	if (o == Div || o == Mod) && b == 0 {
		failf("division by zero")
	}
	if o == Shl || o == Shr {
		left, _ := promoted(ta)
		return cut(operators[o].eval(converted(a, ta, left), b, left.Class() == spec.Signed), left)
	}
	n := operators[o].eval(converted(a, ta, t), converted(b, tb, t), t.Class() == spec.Signed)
	if operators[o].compares {
		return n
	}
	return cut(n, t)
}

// cut is a number as a value of a type has it: its lower bits.
func cut(n uint64, t Number) uint64 { return n & (^uint64(0) >> (64 - t.Bits())) }

// converted is an integer of a type as an operand of another: with the sign of a signed one above its bits.
func converted(n uint64, from Type, to Number) uint64 {
	if t, ok := from.(Number); ok && t.Class() == spec.Signed {
		n = uint64(int64(n<<(64-t.Bits())) >> (64 - t.Bits()))
	}
	if to.Class() == spec.Signed {
		return uint64(int64(n<<(64-to.Bits())) >> (64 - to.Bits()))
	}
	return cut(n, to)
}

func isU32(t Type) bool { return t == U32 }

var fourWords = []func(Type) bool{isU32, isU32, isU32, isU32}

// Forget stores what its places have already, but compilers do not know that.
var Forget = &Instruction{Name: "forget", To: []Type{U32, U32, U32, U32}, Use: fourWords,
	run: func(_ *thread, _ Instruct, use []value) []value { return use }}

// MaxOfPairs is the greatest of four pairs of halves of a type, each half by itself; a NaN if one is. PTX ISA, "max".
var MaxOfPairs = map[spec.Type]*Instruction{
	spec.Float16:  maxOfPairs("greatest of pairs of float16", 0x7c00),
	spec.Bfloat16: maxOfPairs("greatest of pairs of bfloat16", 0x7f80),
}

// maxOfPairs is the maximum of floats of 16 bits. inf are the bits of the greatest.
func maxOfPairs(name string, inf uint64) *Instruction {
	key := func(half uint64) uint64 { // greater of greater floats, of NaNs the greatest
		switch {
		case half&0x7fff > inf:
			return 0xffff
		case half < 0x8000:
			return half | 0x8000
		}
		return ^half & 0xffff
	}
	half := func(a, b uint64) uint64 {
		switch {
		case max(key(a), key(b)) == 0xffff:
			return 0x7fff
		case key(a) > key(b):
			return a
		}
		return b
	}
	return &Instruction{Name: name, To: []Type{U32}, Use: fourWords,
		run: func(_ *thread, _ Instruct, use []value) []value {
			all := use[0].n
			for _, w := range use[1:] {
				all = half(all&0xffff, w.n&0xffff) | half(all>>16, w.n>>16)<<16
			}
			return []value{{n: all}}
		}}
}
