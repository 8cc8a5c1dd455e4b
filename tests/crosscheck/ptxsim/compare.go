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
func (s scalar) relation(ftz bool) func(x, y uint64) int {
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
			if ftz {
				x, y = f.flush(x), f.flush(y)
			}
			a, c := f.value(x), f.value(y)
			if a != a || c != c {
				return 3
			}
			return order(a < c, a > c)
		}
	case s.kind == signed:
		return func(x, y uint64) int {
			a, c := int64(s.extend(x)), int64(s.extend(y))
			return order(a < c, a > c)
		}
	}
	return func(x, y uint64) int { return order(x < y, x > y) }
}

// comparing is what setp and set have in common.
type comparing struct {
	holds [4]bool
	bool  string // and, or, xor or ""
	ftz   bool
	typ   scalar
	rel   func(x, y uint64) int
}

const compared = "b16 b32 b64 u16 u32 u64 s16 s32 s64 f16 f16x2 bf16 bf16x2 f32 f64"

// comparing reads .CmpOp[.BoolOp][.ftz], then the result types, then the type.
func (in *inst) comparing(results string) (comparing, scalar) {
	name := in.must("eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs", "equ", "neu", "ltu", "leu", "gtu", "geu",
		"num", "nan")
	c := comparing{holds: comparisons[name], bool: in.oneOf("and", "or", "xor"), ftz: in.flag("ftz")}
	var d scalar
	if results != "" {
		d = in.typ(results)
	}
	c.typ = in.typ(compared)
	if f := c.typ.elem(); !slices.Contains(strings.Fields(operatorsOf(f)), name) || c.ftz &&
		(f.kind != floating || f.bits == 64) {
		refuse(in.line, "%s.%s of another type", in.op, name)
	}
	c.rel = c.typ.elem().relation(c.ftz)
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

// setp is "Comparison and Selection Instructions: setp": p gets the comparison,
// q its complement, each joined with c; of a packed type they are of the lower
// and the upper half.
func setp(b *builder, in *inst) func(t *thread) {
	c, _ := in.comparing("")
	n := 3
	if c.bool != "" {
		n = 4
	}
	in.end(n)
	to := in.args[0]
	q := -1
	if to.pair != nil {
		if to.pair.kind != '_' {
			q = b.target(*to.pair, typeNames["pred"])
		}
		to.pair = nil
	} else if c.typ.pair {
		refuse(in.line, "setp of a packed type wants p|q")
	}
	p := -1
	if to.kind != '_' || q < 0 {
		p = b.target(to, typeNames["pred"])
	}
	if p == q {
		refuse(in.line, "setp writes one predicate twice")
	}
	x, y, z, not := b.source(in.args[1], c.typ), b.source(in.args[2], c.typ), -1, uint64(0)
	if n == 4 {
		z, not = b.predicate(in.args[3])
	}
	return func(t *thread) {
		a, e, with := t.r[x], t.r[y], uint64(0)
		if z >= 0 {
			with = t.r[z] ^ not
		}
		var hit, other uint64
		if c.typ.pair {
			hit, other = boolBit(c.holds[c.rel(a&0xffff, e&0xffff)]), boolBit(c.holds[c.rel(a>>16, e>>16)])
		} else {
			hit = boolBit(c.holds[c.rel(a, e)])
			other = hit ^ 1
		}
		if p >= 0 {
			t.r[p] = c.join(hit, with)
		}
		if q >= 0 {
			t.r[q] = c.join(other, with)
		}
	}
}

// set is "Comparison and Selection Instructions: set": all ones or 1.0 where the
// comparison holds.
func set(b *builder, in *inst) func(t *thread) {
	c, d := in.comparing("u32 s32 f32")
	n := 3
	if c.bool != "" {
		n = 4
	}
	in.end(n)
	if c.typ.pair {
		refuse(in.line, "set of a packed type")
	}
	x, y, to, z, not := b.source(in.args[1], c.typ), b.source(in.args[2], c.typ), b.target(in.args[0], d), -1, uint64(0)
	if n == 4 {
		z, not = b.predicate(in.args[3])
	}
	yes := ones(32)
	if d.kind == floating {
		yes = 0x3f800000
	}
	return func(t *thread) {
		with := uint64(0)
		if z >= 0 {
			with = t.r[z] ^ not
		}
		t.r[to] = c.join(boolBit(c.holds[c.rel(t.r[x], t.r[y])]), with) * yes
	}
}

// selp is "Comparison and Selection Instructions: selp".
func selp(b *builder, in *inst) func(t *thread) {
	s := in.typ("b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64")
	in.end(4)
	x, y, d := b.source(in.args[1], s), b.source(in.args[2], s), b.target(in.args[0], s)
	p, not := b.predicate(in.args[3])
	return func(t *thread) {
		if t.r[p] != not {
			t.r[d] = t.r[x]
		} else {
			t.r[d] = t.r[y]
		}
	}
}

// slct is "Comparison and Selection Instructions: slct": a if c >= 0.
func slct(b *builder, in *inst) func(t *thread) {
	ftz := in.flag("ftz")
	s := in.typ("b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64")
	by := in.typ("s32 f32")
	if ftz && by.kind != floating {
		refuse(in.line, "slct.ftz by an integer")
	}
	in.end(4)
	x, y, z, d := b.source(in.args[1], s), b.source(in.args[2], s), b.source(in.args[3], by), b.target(in.args[0], s)
	rel := by.relation(ftz)
	return func(t *thread) {
		if r := rel(t.r[z], 0); r == 1 || r == 2 {
			t.r[d] = t.r[x]
		} else {
			t.r[d] = t.r[y]
		}
	}
}

// testp is "Floating-Point Instructions: testp". Zeros are normal numbers.
func testp(b *builder, in *inst) func(t *thread) {
	what := in.must("finite", "infinite", "number", "notanumber", "normal", "subnormal")
	s := in.typ("f32 f64")
	in.end(2)
	f, x, p := s.format(), b.source(in.args[1], s), b.target(in.args[0], typeNames["pred"])
	return func(t *thread) {
		v := t.r[x] &^ f.sign()
		t.r[p] = boolBit(map[string]bool{
			"finite": v < f.infinity(), "infinite": v == f.infinity(), "number": v <= f.infinity(),
			"notanumber": v > f.infinity(),
			"normal":     v == 0 || v < f.infinity() && v>>f.man != 0, "subnormal": v != 0 && v>>f.man == 0,
		}[what])
	}
}
