package ptxsim

import (
	"slices"
	"strings"
)

// comparisons gives, by operator, whether it holds of lesser, equal, greater and
// unordered operands ("Comparisons").
var comparisons = map[string][4]bool{
	"eq": {false, true, false, false}, "ne": {true, false, true, false},
	"lt": {true, false, false, false}, "le": {true, true, false, false},
	"gt": {false, false, true, false}, "ge": {false, true, true, false},
	"lo": {true, false, false, false}, "ls": {true, true, false, false},
	"hi": {false, false, true, false}, "hs": {false, true, true, false},
	"equ": {false, true, false, true}, "neu": {true, false, true, true},
	"ltu": {true, false, false, true}, "leu": {true, true, false, true},
	"gtu": {false, false, true, true}, "geu": {false, true, true, true},
	"num": {true, true, true, false}, "nan": {false, false, false, true},
}

// operatorsOf are the comparison operators that a type has: integers of a sign,
// bits, unsigned integers, floats.
func operatorsOf(s scalar) string {
	switch {
	case s.isFloat():
		return "eq ne lt le gt ge equ neu ltu leu gtu geu num nan"
	case s.kind == untyped:
		return "eq ne"
	case s.kind == unsigned:
		return "eq ne lt le gt ge lo ls hi hs"
	}
	return "eq ne lt le gt ge"
}

// relation tells where x stands to y: 0 lesser, 1 equal, 2 greater, 3 unordered.
func (s scalar) relation() func(x, y uint64) int {
	order := func(less, more bool) int {
		if less {
			return 0
		}
		return 1 + int(boolBit(more))
	}
	switch {
	case s.isFloat():
		f := s.format()
		return func(x, y uint64) int {
			a, c := f.value(x), f.value(y)
			if a != a || c != c {
				return 3
			}
			return order(a < c, a > c)
		}
	}
	return func(x, y uint64) int { return order(s.less(x, y), s.less(y, x)) }
}

// comparing is what setp and set have in common.
type comparing struct {
	holds [4]bool
	bool  string // and, or, xor or ""
	typ   scalar
	rel   func(x, y uint64) int
}

const compared = "b16 b32 b64 u16 u32 u64 s16 s32 s64 f16 bf16 f32 f64"

// comparing reads .CmpOp[.BoolOp], then the result types, then the type.
func (in *inst) comparing(results string) (comparing, scalar) {
	name := in.must("eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs", "equ", "neu", "ltu", "leu", "gtu", "geu",
		"num", "nan")
	c := comparing{holds: comparisons[name], bool: in.oneOf("and", "or", "xor")}
	var d scalar
	if results != "" {
		d = in.typ(results)
	}
	c.typ = in.typ(compared)
	if !slices.Contains(strings.Fields(operatorsOf(c.typ)), name) {
		refuse(in.line, "%s.%s of another type", in.op, name)
	}
	c.rel = c.typ.relation()
	return c, d
}

// join applies the boolean operator with the third predicate.
func (c comparing) join(hit, with uint64) uint64 {
	switch c.bool {
	case "and":
		return hit & with
	case "or":
		return hit | with
	case "xor":
		return hit ^ with
	}
	return hit
}

// operands reads what is compared, and the third predicate if there is one. It gives
// whether the comparison holds.
func (b *builder) operands(in *inst, c comparing) (hit, with func(t *thread) uint64) {
	n := 3
	if c.bool != "" {
		n = 4
	}
	in.end(n)
	with = func(*thread) uint64 { return 0 }
	if n == 4 {
		with = b.condition(in.args[3])
	}
	x, y, m := b.source(in.args[1], c.typ), b.source(in.args[2], c.typ), ones(c.typ.bits)
	return func(t *thread) uint64 { return boolBit(c.holds[c.rel(t.r[x]&m, t.r[y]&m)]) }, with
}

// setp is "Comparison and Selection Instructions: setp": p gets the comparison,
// q its complement, each joined with c.
func setp(b *builder, in *inst) func(t *thread) {
	c, _ := in.comparing("")
	hit, with := b.operands(in, c)
	p, q := b.pairOf(in.args[0], pred)
	if p == q {
		refuse(in.line, "setp writes one predicate twice")
	}
	return func(t *thread) {
		first, third := hit(t), with(t)
		t.set(p, c.join(first, third))
		t.set(q, c.join(first^1, third))
	}
}

// set is "Comparison and Selection Instructions: set": all ones or 1.0 where the
// comparison holds.
func set(b *builder, in *inst) func(t *thread) {
	c, d := in.comparing("u32 s32 f32")
	hit, with := b.operands(in, c)
	to, yes := b.target(in.args[0], d), ones(32)
	if d.kind == floating {
		yes = 0x3f800000
	}
	return func(t *thread) { t.r[to] = c.join(hit(t), with(t)) * yes }
}

// selp is "Comparison and Selection Instructions: selp".
func selp(b *builder, in *inst) func(t *thread) {
	s := in.typ("b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64")
	in.end(4)
	first := b.condition(in.args[3])
	in.args = in.args[:3]
	return b.apply(in, s, func(t *thread, a args) uint64 { return a[1-first(t)] }, s, s)
}
