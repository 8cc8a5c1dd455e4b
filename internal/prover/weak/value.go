package weak

import "math/bits"

// value is the content of a register: bits (some are known), and the chunks that it comes from. A thread's control
// never depends on data, so data needs no bits: only where it came from.
type value struct {
	bits, known uint64
	chunks      uint64 // bit c: elements of chunk c went in
}

// constant is a known number.
func constant(x uint64) value { return value{bits: x, known: ^uint64(0)} }

// data is a number that nobody knows, made of some chunks.
func data(chunks uint64) value { return value{chunks: chunks} }

// number is the number in the lower bits, and whether it is known.
func (v value) number(width int) (uint64, bool) {
	m := mask(width)
	return v.bits & m, v.known&m == m
}

// zeros are the bits that are known to be 0.
func (v value) zeros() uint64 { return v.known &^ v.bits }

// cut is a value of so many bits, zeros above them.
func (v value) cut(width int) value {
	m := mask(width)
	return value{v.bits & v.known & m, v.known | ^m, v.chunks}
}

// span is the least and the greatest number that the lower bits may be.
func (v value) span(width int) (least, greatest uint64) {
	m := mask(width)
	return v.bits & v.known & m, (v.bits | ^v.known) & m
}

func mask(width int) uint64 {
	if width >= 64 {
		return ^uint64(0)
	}
	return 1<<width - 1
}

// bitwise are the operations in which a known bit of one operand may determine one of the result.
var bitwise = map[string]func(x, y value) value{
	"and": func(x, y value) value {
		zero := x.known&^x.bits | y.known&^y.bits
		return value{x.bits & y.bits &^ zero, x.known&y.known | zero, x.chunks | y.chunks}
	},
	"or": func(x, y value) value {
		one := x.known&x.bits | y.known&y.bits
		return value{x.bits | y.bits | one, x.known&y.known | one, x.chunks | y.chunks}
	},
	"xor": func(x, y value) value { return value{x.bits ^ y.bits, x.known & y.known, x.chunks | y.chunks} },
}

// arithmetic are the operations on known numbers of a width.
var arithmetic = map[string]func(x, y uint64, width int, signed bool) (uint64, bool){
	"add": func(x, y uint64, _ int, _ bool) (uint64, bool) { return x + y, true },
	"sub": func(x, y uint64, _ int, _ bool) (uint64, bool) { return x - y, true },
	"mul": func(x, y uint64, _ int, _ bool) (uint64, bool) { return x * y, true },
	"div": func(x, y uint64, _ int, signed bool) (uint64, bool) {
		if y == 0 || signed {
			return 0, false
		}
		return x / y, true
	},
	"rem": func(x, y uint64, _ int, signed bool) (uint64, bool) {
		if y == 0 || signed {
			return 0, false
		}
		return x % y, true
	},
	"min": func(x, y uint64, width int, signed bool) (uint64, bool) {
		if less(x, y, width, signed) {
			return x, true
		}
		return y, true
	},
	"max": func(x, y uint64, width int, signed bool) (uint64, bool) {
		if less(x, y, width, signed) {
			return y, true
		}
		return x, true
	},
}

// extended is a number of some bits as a signed one of 64.
func extended(x uint64, width int) int64 { return int64(x<<(64-width)) >> (64 - width) }

func less(x, y uint64, width int, signed bool) bool {
	if signed {
		return extended(x, width) < extended(y, width)
	}
	return x < y
}

// shift is a shift by a known number, which PTX clamps to the width.
func (v value) shift(op string, by uint64, width int, signed bool) (value, bool) {
	v = v.cut(width)
	if by >= uint64(width) {
		by = uint64(width)
	}
	switch {
	case op == "shl":
		return value{v.bits << by, v.known<<by | (1<<by - 1), v.chunks}.cut(width), true
	case op == "shr" && !signed:
		return value{v.bits >> by, v.known>>by | ^(mask(width) >> by), v.chunks}, true
	case op == "shr":
		x, ok := v.number(width)
		return value{uint64(extended(x, width)>>min(by, 63)) & mask(width), ^uint64(0), v.chunks}, ok
	}
	return value{}, false
}

// field is a field of some bits from a place on, without a sign. Place and length are the low 8 bits of their operands
// (PTX ISA, "bfe").
func (v value) field(at, bits value, width int) (value, bool) {
	from, known := at.number(8)
	length, known2 := bits.number(8)
	x, ok := v.shift("shr", from, width, false)
	if !known || !known2 || !ok {
		return value{}, false
	}
	return bitwise["and"](x, constant(mask(int(length)))), true
}

// compare is a comparison, and whether it is known.
func compare(op string, x, y value, width int, signed bool) (is, known bool) {
	a, okA := x.number(width)
	b, okB := y.number(width)
	if okA && okB {
		switch op {
		case "eq":
			return a == b, true
		case "ne":
			return a != b, true
		case "lt", "lo":
			return less(a, b, width, signed && op == "lt"), true
		case "le", "ls":
			return !less(b, a, width, signed && op == "le"), true
		case "gt", "hi":
			return less(b, a, width, signed && op == "gt"), true
		case "ge", "hs":
			return !less(a, b, width, signed && op == "ge"), true
		}
		return false, false
	}
	if differ := (x.bits ^ y.bits) & x.known & y.known & mask(width); differ != 0 && (op == "eq" || op == "ne") {
		return op == "ne", true
	}
	if signed {
		return false, false
	}
	lowA, highA := x.span(width)
	lowB, highB := y.span(width)
	switch op {
	case "lt", "lo", "ge", "hs":
		if highA < lowB || lowA >= highB {
			return (op == "lt" || op == "lo") == (highA < lowB), true
		}
	case "le", "ls", "gt", "hi":
		if highA <= lowB || lowA > highB {
			return (op == "le" || op == "ls") == (highA <= lowB), true
		}
	}
	return false, false
}

// list are the chunks of a set.
func list(chunks uint64) (all []int) {
	for ; chunks != 0; chunks &= chunks - 1 {
		all = append(all, bits.TrailingZeros64(chunks))
	}
	return all
}
