package term

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/rule"
)

// Int applies op.
func (d *Domain) Int(op bv.IntOp, a, b bv.Value) bv.Value {
	return d.once(intOp(op), a.(*Term), b.(*Term), func() *Term { return d.withCalls(op, a.(*Term), b.(*Term)) })
}

// once computes what the threads of a warp compute alike a single time.
func (d *Domain) once(o op, a, b *Term, f func() *Term) *Term {
	k := o.joinKey(a, b)
	r, had := d.joined[k]
	if !had {
		r = f()
	}
	if key, ok := d.keyed[r]; ok { // since it was computed
		r = key
	}
	switch {
	case !had:
		d.joined.Keep(k, r)
	case r != a && r != b:
		d.by(a.laws|b.laws, r)
	}
	return r
}

func (d *Domain) intx(code bv.IntOp, a, b *Term) *Term {
	if a.w != b.w {
		stop("operands of %d and %d bits", a.w, b.w)
	}
	if a.kind == kBits && b.kind == kBits {
		return d.bitsOp(code, a, b)
	}
	if d.strategy.Bools && d.bools(a, b) {
		x, y := d.extract(a, 0, 1), d.extract(b, 0, 1)
		if of, is := ofBools[code]; is {
			return d.zext(d.intx(of, x, y), a.w)
		}
		if code == bv.ULt || code == bv.SLt {
			return d.intx(bv.And, d.not1(x), y)
		}
	}
	switch code {
	case bv.Sub:
		return d.intx(bv.Add, a, d.neg(b))
	case bv.Eq, bv.ULt, bv.SLt:
		return d.compare(code, a, b)
	case bv.And, bv.Or, bv.Xor:
		if t := d.rewrite2(rule.Early, intHead(code), a, b); t != nil {
			return t
		}
		r := d.bitwise(code, a, b)
		if code == bv.And {
			d.keepLowest(a, b, r)
		}
		return r
	case bv.Mul:
		if a.kind == kBits {
			a, b = b, a
		}
		if _, ok := b.known(); !ok && b.kind == kBits { // a select by multiplication
			if t := d.withBits(code, a, b); t != nil {
				return t
			}
		}
		if x, ok := b.known(); ok {
			return d.times(a, x)
		}
		if n, x, y := d.factors(a, b); x != a || y != b {
			return d.many(intOp(bv.Add), a.w, []entry{{d.intx(code, x, y), True, n}}, nil)
		}
		// A factor that was moved up moves the product up.
		for _, t := range []*Term{a, b} {
			if n := d.zerosBelow(t); n > 0 && n < t.w {
				other := a
				if t == a {
					other = b
				}
				return d.concat(d.constant(n, 0), d.intx(code, d.extract(t, n, t.w-n), d.extract(other, 0, t.w-n)))
			}
		}
		return d.many(intOp(code), a.w, []entry{at(a, True), at(b, True)}, nil)
	case bv.Add, bv.SMin, bv.SMax, bv.UMin, bv.UMax:
		return d.many(intOp(code), a.w, []entry{at(a, True), at(b, True)}, nil)
	default:
		panic(unexpected("integer operation", code))
	}
}

// ofBools are operations on 0 and 1 as those on their bits.
var ofBools = map[bv.IntOp]bv.IntOp{bv.Mul: bv.And, bv.SMin: bv.And, bv.UMin: bv.And, bv.SMax: bv.Or, bv.UMax: bv.Or}

// bools reports whether two words of more than one bit show as 0 or 1.
func (d *Domain) bools(a, b *Term) bool {
	return a.w > 1 && max(d.narrowed(a, false), d.narrowed(b, false)) == 1
}

func (d *Domain) neg(t *Term) *Term {
	if r := d.rewrite(rule.Early, headNeg, op{}, [2]int{}, t, nil, nil); r != nil {
		return r
	}
	switch t.kind {
	case kBits:
		return d.bitsOp(bv.Sub, d.constant(t.w, 0), t)
	case kMany:
		if t.op == intOp(bv.Add) {
			in := make([]entry, len(t.in))
			for i, e := range t.in {
				in[i] = entry{e.t, e.g, -e.n}
			}
			return d.many(t.op, t.w, in, d.neg(d.vector(t.bits)).bits)
		}
	case kCase:
		return d.cases(entriesOf(t.in, d.neg), d.neg(d.vector(t.bits)).bits)
	}
	d.exactBits(t)
	return d.intern(Term{kind: kNeg, w: t.w, args: []*Term{t}})
}

// bitwise is and, or, xor with at least one operand that is no vector.
func (d *Domain) bitwise(code bv.IntOp, a, b *Term) *Term {
	if a.kind == kBits {
		a, b = b, a
	}
	if b.kind == kBits {
		if t := d.withBits(code, a, b); t != nil {
			return t
		}
	}
	if t := d.rewrite2(rule.Late, intHead(code), a, b); t != nil {
		return t
	}
	if a.kind == kCase && b.kind == kCase {
		if t := d.aligned(a, b, func(a, b *Term) *Term { return d.intx(code, a, b) }); t != nil {
			return t
		}
	}
	return d.many(intOp(code), a.w, []entry{at(a, True), at(b, True)}, nil)
}

// withBits applies a bitwise op to a term and a vector of guards, or gives nil.
func (d *Domain) withBits(code bv.IntOp, t, v *Term) *Term {
	x, ok := v.known()
	if !ok {
		parts, ok := d.guardedConstants(True, v.bits)
		if !ok || len(parts) > 4 {
			return nil
		}
		return d.cases(entriesOf(parts, func(x *Term) *Term { return d.intx(code, t, x) }), nil)
	}
	if code == bv.Xor {
		return nil // kept with the entries: a flip of signs must find its like again
	}
	// Runs of equal bits either keep the term or overrule it.
	keep := uint64(0)
	if code == bv.And {
		keep = 1
	}
	var parts []*Term
	for lo := 0; lo < t.w; {
		n := 1
		for lo+n < t.w && x>>(lo+n)&1 == x>>lo&1 {
			n++
		}
		if x>>lo&1 == keep {
			parts = append(parts, d.extract(t, lo, n))
		} else {
			parts = append(parts, d.extract(v, lo, n))
		}
		lo += n
	}
	return d.concat(parts...)
}

// compare is a comparison with at least one operand that is no vector.
func (d *Domain) compare(code bv.IntOp, a, b *Term) *Term {
	if a == b {
		d.exactBits(a) // two results that are equal may be NaNs of other bits
		return d.GuardOf(guardIf(code == bv.Eq))
	}
	if a.kind == kCase && b.kind == kBits || a.kind == kBits && b.kind == kCase {
		if t := d.aligned(a, b, func(a, b *Term) *Term { return d.intx(code, a, b) }); t != nil {
			return t
		}
	}
	if t := d.rewrite2(rule.Early, intHead(code), a, b); t != nil {
		return t
	}
	if code == bv.ULt {
		if t := d.lessByBounds(a, b); t != nil {
			return t
		}
	}
	if t := d.comparedOfOneBit(code, a, b); t != nil {
		return t
	}
	if code == bv.Eq && a.w > 1 && d.narrowed(a, false) == 1 && d.narrowed(b, false) == 1 {
		return d.intx(code, d.extract(a, 0, 1), d.extract(b, 0, 1))
	}
	if a.w > 1 {
		zeros := max(d.narrowed(a, false), d.narrowed(b, false))
		if n := natural(zeros); n < a.w {
			return d.compared(rule.ZerosAbove, code, a, b, placed(a.w, 0, n, 0))
		}
		if zeros < a.w && code == bv.SLt {
			code = bv.ULt // no sign bit is ever set
		}
		if n := natural(max(d.narrowed(a, true), d.narrowed(b, true))); n < a.w {
			return d.compared(rule.SignCopied, code, a, b, placed(a.w, 0, n, 0))
		}
	}
	// Numbers moved up by the same shift compare as they did before.
	if n := min(d.zerosBelow(a), d.zerosBelow(b)); n > 0 && n < a.w {
		return d.compared(rule.MovedUp, code, a, b, placed(a.w, n, 0, 0))
	}
	if t := d.byParts(code, a, b); t != nil {
		return t
	}
	if t := d.rewrite2(rule.Late, intHead(code), a, b); t != nil {
		return t
	}
	if code == bv.Eq {
		if x, y := d.uncomplemented(a, b); x != a || y != b {
			return d.intx(code, x, y)
		}
		if t := d.keysCompared(a, b); t != nil {
			return t
		}
		if a.id > b.id {
			a, b = b, a
		}
	}
	d.exactBits(a)
	d.exactBits(b)
	return d.intern(Term{kind: kCmp, w: 1, op: intOp(code), args: []*Term{a, b}})
}

// zerosBelow is how many low bits of t show as zeros. Each term is asked once: choices within choices share their
// terms.
func (d *Domain) zerosBelow(t *Term) int {
	if t.zeros == 0 {
		t.zeros = 1 + d.lowZeros(t)
	}
	return t.zeros - 1
}

func (d *Domain) lowZeros(t *Term) int {
	switch t.kind {
	case kConcat:
		if t.args[0].is(0) {
			return t.args[0].w
		}
	case kBits:
		for i, b := range t.bits {
			if b != False {
				return i
			}
		}
		return t.w
	case kCase:
		n := d.zerosBelow(d.vector(t.bits))
		for _, e := range t.in {
			n = min(n, d.zerosBelow(e.t))
		}
		return n
	case kSel:
		return min(d.zerosBelow(t.args[1]), d.zerosBelow(t.args[2]))
	}
	return 0
}

// bitsOp works on vectors of guards, as circuits do.
func (d *Domain) bitsOp(code bv.IntOp, a, b *Term) *Term {
	w := a.w
	if x, ok := a.known(); ok {
		if y, ok := b.known(); ok {
			return d.constant(bv.OnNumbers(code, w, x, y))
		}
	}
	out := make([]Guard, w)
	each := func(f func(a, b Guard) Guard) *Term {
		for i := range out {
			out[i] = f(a.bits[i], b.bits[i])
		}
		return d.vector(out)
	}
	switch code {
	case bv.And:
		return each(d.and)
	case bv.Or:
		return each(d.or)
	case bv.Xor:
		return each(d.xor)
	case bv.Add:
		return d.adder(a.bits, b.bits, False)
	case bv.Sub:
		return d.adder(a.bits, d.bitsOp(bv.Xor, b, d.constant(w, ones(w))).bits, True)
	case bv.Mul:
		if t := d.byReciprocal(a, b); t != nil {
			return t
		}
		sum := d.constant(w, 0)
		for i, bit := range b.bits {
			row := make([]Guard, w)
			for j := i; j < w; j++ {
				row[j] = d.and(bit, a.bits[j-i])
			}
			sum = d.bitsOp(bv.Add, sum, d.vector(row))
		}
		return sum
	case bv.Eq:
		same := True
		for i := range w {
			same = d.and(same, d.not(d.xor(a.bits[i], b.bits[i])))
		}
		return d.GuardOf(same)
	case bv.ULt, bv.SLt:
		less := False
		for i := range w {
			x, y := a.bits[i], b.bits[i]
			if code == bv.SLt && i == w-1 {
				x, y = y, x
			}
			less = d.ite(d.xor(x, y), y, less)
		}
		return d.GuardOf(less)
	case bv.SMin, bv.SMax, bv.UMin, bv.UMax:
		cmp := bv.SLt
		if code == bv.UMin || code == bv.UMax {
			cmp = bv.ULt
		}
		less := d.bitsOp(cmp, a, b).bits[0]
		if code == bv.SMax || code == bv.UMax {
			less = d.not(less)
		}
		return each(func(x, y Guard) Guard { return d.ite(less, x, y) })
	default:
		panic(unexpected("integer operation", code))
	}
}

func (d *Domain) adder(a, b []Guard, carry Guard) *Term {
	out := make([]Guard, len(a))
	for i := range a {
		half := d.xor(a[i], b[i])
		out[i] = d.xor(half, carry)
		carry = d.or(d.and(a[i], b[i]), d.and(half, carry))
	}
	return d.vector(out)
}
