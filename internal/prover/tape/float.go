package tape

import (
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Float applies op to numbers of format f.
func (t *Tape) Float(op bv.FloatOp, f bv.Format, p, q bv.Value) bv.Value {
	a, b := t.loud(f, p.(*Node)), t.loud(f, q.(*Node))
	if int(a.w) != f.Bits() || int(b.w) != f.Bits() {
		panic(bv.Stop{Why: fmt.Sprintf("operands of %d and %d bits for a float", a.w, b.w)})
	}
	if known(a, b) {
		return t.folded(bv.Numbers{}.Float(op, f, word(a), word(b)))
	}
	if op != bv.FLt && a.id > b.id {
		a, b = b, a
	}
	if op == bv.FUnordered && a != b { // of a number that is none, the other decides
		for _, p := range [][2]*Node{{a, b}, {b, a}} {
			if known(p[0]) && !bv.IsNaN(f, p[0].x) {
				a, b = p[1], p[1]
			}
		}
	}
	if r := t.neutral(op, f, a, b); r != nil {
		return r
	}
	w := a.w
	if op >= bv.FEq {
		w = 1
	}
	return t.intern(key{code: cFloat, w: w, sub: uint8(op), f: f, a: a, b: b})
}

// loud is what a float op of format f makes of an operand: it ignores payloads.
func (t *Tape) loud(f bv.Format, n *Node) *Node {
	switch {
	case known(n):
		return t.folded(bv.Numbers{}.Quiet(f, word(n)))
	case n.code == cQuiet && n.f == f:
		return t.loud(f, n.a)
	case f == bv.F32 && n.code == cConcat && n.a.w == 16 && n.a.is(0): // a widened bfloat16
		return t.Convert(f, bv.BF16, n.b).(*Node)
	case n.code == cSelect:
		return t.louds.Once(floatKey{n, f}, func() *Node {
			x, y := t.loud(f, n.b), t.loud(f, n.c)
			if r := t.nanWins(f, n.a, x, y); r != nil {
				return r
			}
			return t.choose(n.a, x, y)
		})
	}
	return n
}

// nanWins is the least or the greatest of two floats, where a NaN wins: a choice of a NaN, or of their sum, where the
// bit c says that one of the two is one, else of their least or greatest. Nil for others.
func (t *Tape) nanWins(f bv.Format, c, x, y *Node) *Node {
	if c.code != cFloat || bv.FloatOp(c.sub) != bv.FUnordered || c.f != f || y.code != cFloat || y.f != f {
		return nil
	}
	sum := x.code == cFloat && x.f == f && bv.FloatOp(x.sub) == bv.FAdd && x.a == y.a && x.b == y.b
	if !sum && !(known(x) && bv.IsNaN(f, x.x)) {
		return nil
	}
	op, ok := map[bv.FloatOp]bv.FloatOp{bv.FMin: bv.FMinNaN, bv.FMax: bv.FMaxNaN}[bv.FloatOp(y.sub)]
	told := func(o *Node) bool { return o == c.a || o == c.b || known(o) && !bv.IsNaN(f, o.x) }
	of := func(o *Node) bool { return o == y.a || o == y.b }
	if !ok || !told(y.a) || !told(y.b) || !of(c.a) || !of(c.b) {
		return nil
	}
	return t.Float(op, f, y.a, y.b).(*Node)
}

// neutral is what arithmetic with an identity, or of equal operands, gives; else nil.
func (t *Tape) neutral(op bv.FloatOp, f bv.Format, a, b *Node) bv.Value {
	if known(a) {
		a, b = b, a
	}
	sign := uint64(1) << (f.Bits() - 1)
	identity, ok := map[bv.FloatOp]uint64{
		bv.FAdd: sign, bv.FMul: bv.Numbers{}.One(f), bv.FMinNaN: bv.Infinity(f), bv.FMaxNaN: bv.Infinity(f) | sign,
	}[op]
	if ok && b.is(identity) && b.code == cConst || a == b && (op == bv.FMinNaN || op == bv.FMaxNaN) {
		return t.Quiet(f, a)
	}
	return nil
}

// Convert changes the format of a number.
func (t *Tape) Convert(to, from bv.Format, v bv.Value) bv.Value {
	a := t.loud(from, v.(*Node))
	if known(a) {
		return t.folded(bv.Numbers{}.Convert(to, from, word(a)))
	}
	if to == from {
		return t.Quiet(to, a)
	}
	if h := t.half(to, a); h != nil {
		return h
	}
	return t.intern(key{code: cConv, w: uint8(to.Bits()), f: from, to: to, a: a})
}

// half is the number of format f that rounding a float32 gives, where it shows: it was widened from that number, or is
// a sum or product of two such, and 24 bits are at least twice a half's significand and two more. Nil for others.
func (t *Tape) half(f bv.Format, n *Node) bv.Value {
	if f.Bits() != 16 {
		return nil
	}
	exact := func(n *Node) bv.Value {
		if n.code == cConv && n.f == f {
			return n.a
		}
		if known(n) {
			h := bv.Numbers{}.Convert(f, bv.F32, word(n))
			if back := (bv.Numbers{}).Convert(bv.F32, f, h).(bv.Word); back.X == n.x || bv.IsNaN(bv.F32, n.x) {
				return t.folded(h)
			}
		}
		return nil
	}
	if n.code == cFloat && n.f == bv.F32 {
		if a, b := exact(n.a), exact(n.b); a != nil && b != nil {
			return t.Float(bv.FloatOp(n.sub), f, a, b)
		}
		return nil
	}
	if h := exact(n); h != nil {
		return t.Quiet(f, h)
	}
	return nil
}

// Quiet is v as arithmetic returns it.
func (t *Tape) Quiet(f bv.Format, v bv.Value) bv.Value {
	a := t.loud(f, v.(*Node))
	switch {
	case known(a), a.code == cFloat && a.w > 1 && a.f == f, a.code == cConv && a.to == f:
		return a
	}
	return t.intern(key{code: cQuiet, w: a.w, f: f, a: a})
}

// Apply is fn of args.
func (t *Tape) Apply(fn *bv.Fn, args []bv.Value) bv.Value {
	var in [3]*Node
	numbers := make([]uint64, len(args))
	all := true
	for i, a := range args {
		in[i] = a.(*Node)
		if fn.Of[i] != bv.NoFormat {
			in[i] = t.loud(fn.Of[i], in[i])
		}
		numbers[i] = in[i].x
		all = all && known(in[i])
	}
	if all {
		return t.constant(fn.Bits, fn.Value(numbers))
	}
	if fn.Commutes && in[0].id > in[1].id {
		in[0], in[1] = in[1], in[0]
	}
	return t.intern(key{code: cApply, w: uint8(fn.Bits), fn: fn, a: in[0], b: in[1], c: in[2]})
}

// Same is the bit of whether two floats of format f, or for bv.NoFormat two words, are equal bit
// for bit, but that every NaN equals every other.
func (t *Tape) Same(f bv.Format, a, b *Node) *Node {
	if f == bv.NoFormat || a == b {
		return t.integer(bv.Eq, a, b)
	}
	isNaN := func(x *Node) *Node { return t.Float(bv.FUnordered, f, x, x).(*Node) }
	return t.integer(bv.Or, t.integer(bv.Eq, a, b), t.integer(bv.And, isNaN(a), isNaN(b)))
}
