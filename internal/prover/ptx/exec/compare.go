package exec

import (
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// compare gives the bit of a comparison by its modifier.
func (t *thread) compare(mod string, ty typ, a, b bv.Value) bv.Value {
	d := t.m.Dom
	if ty.float {
		return t.compareFloat(mod, ty, t.data(Cell{V: a}).V, t.data(Cell{V: b}).V)
	}
	lt := bv.ULt
	if ty.signed {
		lt = bv.SLt
	}
	switch mod {
	case "eq":
		return t.compute(bv.Eq, a, b)
	case "ne":
		return d.Not(t.compute(bv.Eq, a, b))
	case "lt", "lo":
		return t.compute(lt, a, b)
	case "le", "ls":
		return d.Not(t.compute(lt, b, a))
	case "gt", "hi":
		return t.compute(lt, b, a)
	case "ge", "hs":
		return d.Not(t.compute(lt, a, b))
	}
	stop("comparison .%s of integers", mod)
	return nil
}

func (t *thread) compareFloat(mod string, ty typ, a, b bv.Value) bv.Value {
	d := t.m.Dom
	f := func(op bv.FloatOp, a, b bv.Value) bv.Value { return d.Float(op, ty.format, a, b) }
	if t.m.aborts { // as Go compares
		atMost := func(a, b bv.Value) bv.Value { return d.Int(bv.Or, f(bv.FLt, a, b), f(bv.FEq, a, b)) }
		switch mod {
		case "le":
			return atMost(a, b)
		case "ge":
			return atMost(b, a)
		case "gtu":
			return d.Not(atMost(a, b))
		case "ltu":
			return d.Not(atMost(b, a))
		}
	}
	nan := f(bv.FUnordered, a, b)
	num := d.Not(nan)
	name, orNaN := strings.CutSuffix(mod, "u")
	var is bv.Value
	not := name == "ne" || name == "le" || name == "ge"
	switch name {
	case "num":
		return num
	case "nan":
		return nan
	case "eq", "ne":
		is = f(bv.FEq, a, b)
	case "lt", "ge":
		is = f(bv.FLt, a, b)
	case "gt", "le":
		is = f(bv.FLt, b, a)
	default:
		stop("comparison .%s of floats", mod)
	}
	switch {
	case not && orNaN: // a comparison with a NaN gives 0
		return d.Not(is)
	case not:
		return d.Int(bv.And, num, d.Not(is))
	case orNaN:
		return d.Int(bv.Or, nan, is)
	}
	return is
}

// flag is the bit by which a comparison made the word a, where b is 0; nil of other words.
func (t *thread) flag(a, b Cell) bv.Value {
	if t.m.recipes == nil || !plain(a.V) || !plain(b.V) {
		return nil
	}
	if zero, known := t.m.Dom.Known(b.V); !known || zero != 0 {
		return nil
	}
	return t.m.recipes.flags[a.V]
}

// setp is setp.cmp[.bool].type p[|q], a, b[, c].
func setp(t *thread, in *instr) {
	ty := in.last()
	d := t.m.Dom
	a, b := t.readAny(in.args[1], ty.w), t.readAny(in.args[2], ty.w)
	if t.m.grid != nil && t.m.grid.Loop != nil {
		if t.atTest(in, a.V, b.V) {
			return
		}
		a, b = t.readAny(in.args[1], ty.w), t.readAny(in.args[2], ty.w)
	}
	var bit bv.Value
	sameKey, keys := t.sameKey(a, b)
	equality := !ty.float && (in.mods[0] == "eq" || in.mods[0] == "ne")
	switch flag := t.flag(a, b); {
	case keys && equality:
		a.Def, bit = sameKey.Def, sameKey.V
	case equality && flag != nil:
		bit = d.Not(flag)
	case equality:
		bit = t.equal(a, b)
	default:
		if !ofGrid(a.V) && !ofGrid(b.V) {
			t.data(a)
			t.data(b)
		}
		bit = t.compare(in.mods[0], ty, a.V, b.V)
	}
	if equality && in.mods[0] == "ne" {
		bit = d.Not(bit)
	}
	def := t.m.and(a.Def, b.Def)
	if bv.OfFreshByte(d, bit) { // as of what is undefined: see thread.fork
		def = t.m.zero
	}
	other := d.Not(bit)
	if len(in.args) == 4 {
		c := t.read(in.args[3], 1)
		def = t.m.and(def, c.Def)
		op := map[string]bv.IntOp{"and": bv.And, "or": bv.Or, "xor": bv.Xor}[in.mods[1]]
		bit, other = d.Int(op, bit, c.V), d.Int(op, other, c.V)
	}
	t.pair(in, Cell{bit, def}, Cell{other, def})
}

// pair writes the first operand: one result, or two.
func (t *thread) pair(in *instr, first, second Cell) {
	a := in.args[0]
	if a.kind != argPair {
		t.set(in, first)
		return
	}
	if a.reg >= 0 {
		t.write(in, a.reg, first)
	}
	if a.second >= 0 {
		t.write(in, a.second, second)
	}
}

// selp is a where the predicate holds, else b. Poison in what is not selected
// does no harm.
func selp(t *thread, in *instr) {
	ty := in.last()
	a, b, p := t.readAny(in.args[1], ty.w), t.readAny(in.args[2], ty.w), t.read(in.args[3], 1)
	if x, ok := t.m.Dom.Known(p.V); ok { // an address, too, that is not selected does no harm
		if x == 0 {
			a = b
		}
		t.set(in, Cell{a.V, t.m.and(p.Def, a.Def)})
		return
	}
	v, ok := t.m.choose(p.V, a.V, b.V)
	if !ok {
		stop("chooses between addresses of two variables, or between an address and a number")
	}
	t.set(in, Cell{v, t.m.and(p.Def, t.m.either(p.V, a.Def, b.Def))})
}

// setWord is set.cmp.dtype.type: all ones, or zero; 1.0 for a float result.
func setWord(t *thread, in *instr, x []bv.Value) bv.Value {
	d, to := t.m.Dom, in.typeOf(1)
	bit := t.compare(in.mods[0], in.last(), x[0], x[1])
	if to.float {
		return d.Select(bit, d.Const(to.w, bv.Numbers{}.One(to.format)), d.Const(to.w, 0))
	}
	v := d.Extend(bit, to.w, true)
	if t.m.recipes != nil {
		t.m.recipes.flags[v] = bit
	}
	return v
}
