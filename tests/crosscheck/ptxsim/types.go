package ptxsim

import (
	"math"
	"strconv"
	"strings"
)

// Kinds of fundamental types ("Fundamental Types").
const (
	untyped  = 'b'
	unsigned = 'u'
	signed   = 's'
	floating = 'f'
	brain    = 'B' // bf16
	truth    = 'p'
)

// scalar is a fundamental type, or a packed pair of 16-bit elements.
type scalar struct {
	kind byte
	bits int // of the whole
	pair bool
}

// typeNames gives the types by their names without the dot.
var typeNames = map[string]scalar{
	"pred": {kind: truth, bits: 1},
	"b8":   {kind: untyped, bits: 8}, "b16": {kind: untyped, bits: 16}, "b32": {kind: untyped, bits: 32},
	"b64": {kind: untyped, bits: 64},
	"u8":  {kind: unsigned, bits: 8}, "u16": {kind: unsigned, bits: 16}, "u32": {kind: unsigned, bits: 32},
	"u64": {kind: unsigned, bits: 64},
	"s8":  {kind: signed, bits: 8}, "s16": {kind: signed, bits: 16}, "s32": {kind: signed, bits: 32},
	"s64": {kind: signed, bits: 64},
	"f16": {kind: floating, bits: 16}, "f32": {kind: floating, bits: 32}, "f64": {kind: floating, bits: 64},
	"bf16": {kind: brain, bits: 16}, "f16x2": {kind: floating, bits: 32, pair: true},
	"bf16x2": {kind: brain, bits: 32, pair: true},
	"u16x2":  {kind: unsigned, bits: 32, pair: true}, "s16x2": {kind: signed, bits: 32, pair: true},
}

// Types of many operands.
var (
	pred = typeNames["pred"]
	b32  = typeNames["b32"]
	u32  = typeNames["u32"]
)

// elem is the type of one element of a pair, or the type itself.
func (s scalar) elem() scalar {
	if s.pair {
		return scalar{kind: s.kind, bits: 16}
	}
	return s
}

// ones is a value of that many low bits.
func ones(bits int) uint64 { return ^uint64(0) >> (64 - bits) }

// isFloat reports whether values of the type are floating-point numbers.
func (s scalar) isFloat() bool { return s.kind == floating || s.kind == brain }

// isInt reports whether values of the type are integers or bits.
func (s scalar) isInt() bool { return s.kind == untyped || s.kind == unsigned || s.kind == signed }

// takes reports whether an instruction of type s may have a register of type r
// as an operand ("Operand Type Checking"): same size, and integers of either
// sign agree, floats agree with the same format, bits with all. A packed pair is
// held in a .b32 register.
func (s scalar) takes(r scalar) bool {
	if s.kind == truth || r.kind == truth {
		return s.kind == r.kind
	}
	if s.bits != r.bits {
		return false
	}
	return s.agrees(r)
}

// agrees is takes without the size, as for ld, st and cvt ("Operand Size
// Exceeding Instruction-Type Size").
func (s scalar) agrees(r scalar) bool {
	switch {
	case s.kind == truth || r.kind == truth:
		return false
	case s.kind == untyped || r.kind == untyped:
		return true
	case s.pair && s.isFloat() || s.kind == brain:
		return r == s
	case s.kind == floating:
		return r.kind == floating
	}
	return r.kind == unsigned || r.kind == signed
}

// extend makes the low bits of x, read as type s, a 64-bit number.
func (s scalar) extend(x uint64) uint64 {
	if s.kind == signed {
		return uint64(int64(x<<(64-s.bits)) >> (64 - s.bits))
	}
	return x & ones(s.bits)
}

// less orders integers of the type.
func (s scalar) less(x, y uint64) bool {
	if s.kind == signed {
		return int64(s.extend(x)) < int64(s.extend(y))
	}
	return s.extend(x) < s.extend(y)
}

// literal is a constant ("Constants").
type literal struct {
	bits  uint64
	float byte // 0 for an integer, 's' for 0f, 'd' for 0d and decimals
}

// parseLiteral reads a number ("Integer Constants", "Floating-Point Constants").
func parseLiteral(t token) literal {
	text := t.text
	lower := strings.ToLower(text)
	switch {
	case strings.HasPrefix(lower, "0f") && len(text) == 10:
		x, err := strconv.ParseUint(text[2:], 16, 32)
		if err == nil {
			return literal{x, 's'}
		}
	case strings.HasPrefix(lower, "0d") && len(text) == 18:
		x, err := strconv.ParseUint(text[2:], 16, 64)
		if err == nil {
			return literal{x, 'd'}
		}
	case !strings.HasPrefix(lower, "0x") && strings.ContainsAny(lower, ".e"):
		x, err := strconv.ParseFloat(text, 64)
		if err == nil {
			return literal{math.Float64bits(x), 'd'}
		}
	default:
		digits := strings.TrimSuffix(text, "U")
		base := 10
		switch {
		case strings.HasPrefix(lower, "0x"):
			digits, base = digits[2:], 16
		case strings.HasPrefix(lower, "0b"):
			digits, base = digits[2:], 2
		case len(digits) > 1 && digits[0] == '0':
			digits, base = digits[1:], 8
		}
		x, err := strconv.ParseUint(digits, base, 64)
		if err == nil && !strings.Contains(digits, "_") {
			return literal{x, 0}
		}
	}
	refuse(t.line, "number %s", text)
	return literal{}
}

// as gives the bits of the constant as an operand of type s, or refuses.
func (l literal) as(s scalar, line int) uint64 {
	switch {
	case s.kind == truth:
		if l.float == 0 {
			return boolBit(l.bits != 0)
		}
	case l.float == 0:
		if !s.isFloat() {
			return l.bits & ones(s.bits)
		}
	case s.isFloat() && s.bits == 32 && !s.pair || s.kind == untyped && s.bits == 32 && l.float == 's':
		if l.float == 's' {
			return l.bits
		}
		return uint64(math.Float32bits(float32(math.Float64frombits(l.bits))))
	case s.bits == 64 && (s.kind == floating || s.kind == untyped):
		if l.float == 'd' {
			return l.bits
		}
		return math.Float64bits(float64(math.Float32frombits(uint32(l.bits))))
	}
	refuse(line, "constant of another type")
	return 0
}

func boolBit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
