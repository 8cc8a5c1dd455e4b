package exec

import "github.com/shflgen/shflgen/internal/prover/bv"

// divide is div and rem of integers: of numbers, as thread numbers are, and of
// anything unsigned by a power of two. Compilers that optimise leave no other.
func divide(t *thread, in *instr) {
	ty := in.last()
	d := t.m.Dom
	a, b := t.read(in.args[1], ty.w), t.read(in.args[2], ty.w)
	by := t.known(b, "a divisor")
	if by == 0 {
		t.stop("division by zero")
	}
	rem := in.form.name == "rem"
	x, known := d.Known(a.V)
	var v bv.Value
	switch {
	case known:
		v = d.Const(ty.w, quotient(ty, x, by, rem))
	case ty.signed || by&(by-1) != 0:
		t.stop("divides what depends on the data or the mask")
	case rem:
		v = d.Int(bv.And, a.V, d.Const(ty.w, by-1))
	default:
		n := 0
		for by>>n != 1 {
			n++
		}
		v = shift(d, a.V, -n, false)
	}
	t.set(in, 0, Cell{v, t.m.and(a.Def, b.Def)})
}

// quotient is x/by, or what is left of it, rounded toward zero, with the sign of x.
func quotient(ty typ, x, by uint64, rem bool) uint64 {
	low := ^uint64(0) >> (64 - ty.w)
	if !ty.signed {
		if rem {
			return x % by
		}
		return x / by
	}
	p, q := int64(x<<(64-ty.w))>>(64-ty.w), int64(by<<(64-ty.w))>>(64-ty.w)
	switch {
	case q == -1 && rem:
		return 0
	case q == -1:
		return -uint64(p) & low
	case rem:
		return uint64(p%q) & low
	}
	return uint64(p/q) & low
}
