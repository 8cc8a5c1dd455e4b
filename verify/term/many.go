package term

import (
	"slices"

	"github.com/shflgen/shflgen/verify/bv"
)

func intOp(code bv.IntOp) op { return op{code: uint8(code)} }

func floatOp(code bv.FloatOp, f bv.Format) op {
	return op{float: true, code: uint8(code), format: f}
}

// identity is the number that changes nothing as an operand of o on w bits.
func (o op) identity(w int) uint64 {
	if o.float {
		f := bv.Numbers{}
		num := func(x uint64) uint64 { return f.Convert(o.format, bv.F64, bv.Word{W: 64, X: x}).(bv.Word).X }
		switch bv.FloatOp(o.code) {
		case bv.FAdd:
			return 1 << (w - 1)
		case bv.FMul:
			return num(0x3ff0000000000000)
		case bv.FMin, bv.FMax:
			return num(0x7fffffffffffffff)
		case bv.FMinNaN:
			return num(0x7ff0000000000000)
		case bv.FMaxNaN:
			return num(0xfff0000000000000)
		}
		panic(unexpected("floating operation", o.code))
	}
	switch bv.IntOp(o.code) {
	case bv.Add, bv.Or, bv.Xor, bv.UMax:
		return 0
	case bv.Mul:
		return 1
	case bv.And, bv.UMin:
		return ones(w)
	case bv.SMin:
		return ones(w) >> 1
	case bv.SMax:
		return 1 << (w - 1)
	}
	panic(unexpected("integer operation", o.code))
}

// isIdentity reports whether x is an identity; any NaN is one of min and max.
func (o op) isIdentity(w int, x uint64) bool {
	if o.float && (o.code == uint8(bv.FMin) || o.code == uint8(bv.FMax)) {
		return isNaN(o.format, x)
	}
	return x == o.identity(w)
}

func isNaN(f bv.Format, x uint64) bool {
	v := bv.Word{W: f.Bits(), X: x}
	return bv.Numbers{}.Float(bv.FUnordered, f, v, v).(bv.Word).X == 1
}

// hasConstant reports whether the constant operands are kept as a vector of
// guards: where numbers add up bit by bit.
func (o op) hasConstant() bool {
	return !o.float && (o.code == uint8(bv.Add) || o.code == uint8(bv.Xor))
}

func (o op) idempotent() bool {
	return o.float || o.code != uint8(bv.Add) && o.code != uint8(bv.Mul) && o.code != uint8(bv.Xor)
}

func (o op) ordering() (signed, unsigned bool) {
	if o.float {
		return false, false
	}
	c := bv.IntOp(o.code)
	return c == bv.SMin || c == bv.SMax, c == bv.UMin || c == bv.UMax
}

// apply computes o on numbers.
func (o op) apply(w int, a, b uint64) uint64 {
	x, y := bv.Word{W: w, X: a}, bv.Word{W: w, X: b}
	if o.float {
		return bv.Numbers{}.Float(bv.FloatOp(o.code), o.format, x, y).(bv.Word).X
	}
	return bv.Numbers{}.Int(bv.IntOp(o.code), x, y).(bv.Word).X
}

// many is o over the entries, each taking part where its guard holds, and over
// the constant c (nil: none). o is associative and commutative, so only how
// often each term takes part matters.
func (d *Domain) many(o op, w int, in []entry, c []Guard) *Term {
	var constant *Term
	if o.hasConstant() {
		constant = d.constant(w, o.identity(w))
		if c != nil {
			constant = d.vector(c)
		}
	}
	var flat, numbers []entry
	var flatten func(t *Term, g Guard)
	flatten = func(t *Term, g Guard) {
		if g == False {
			return
		}
		if o.float && t.kind == kQuiet && t.op.format == o.format {
			t = t.args[0]
		}
		switch {
		case t.kind == kMany && t.op == o:
			for _, e := range t.in {
				flatten(e.t, d.and(g, e.g))
			}
			if constant != nil {
				constant = d.bitsOp(bv.IntOp(o.code), constant, d.masked(o, t.bits, g))
			}
		case t.kind == kCase:
			left := g
			for _, e := range t.in {
				flatten(e.t, d.and(g, e.g))
				left = d.and(left, d.not(e.g))
			}
			if left != False {
				flatten(d.vector(t.bits), left)
			}
		case t.kind == kBits && constant != nil:
			constant = d.bitsOp(bv.IntOp(o.code), constant, d.masked(o, t.bits, g))
		case t.kind == kBits:
			parts, ok := d.guardedConstants(g, t.bits)
			if !ok {
				flat = append(flat, entry{t, g})
				return
			}
			for _, p := range parts {
				numbers = d.addNumber(o, w, numbers, p)
			}
		default:
			flat = append(flat, entry{t, g})
		}
	}
	for _, e := range in {
		flatten(e.t, e.g)
	}
	for _, n := range numbers {
		if x, _ := n.t.known(); !o.isIdentity(w, x) && n.g != False {
			flat = append(flat, n)
		}
	}
	flat = d.merge(o, flat)
	if o == intOp(bv.Add) {
		if paired, ok := d.pairHalves(flat); ok {
			return d.many(o, w, paired, constant.bits)
		}
	}
	if o == intOp(bv.Xor) {
		if t := d.xorMinMax(w, flat, constant.bits); t != nil {
			return t
		}
	}
	if t := d.narrowMany(o, w, flat); t != nil {
		return t
	}
	rest := constant
	if rest == nil {
		rest = d.constant(w, o.identity(w))
	}
	if len(flat) == 0 {
		return rest
	}
	if d.disjoint(flat) && (constant == nil || d.zeroUnder(flat, constant.bits)) {
		t := d.cases(flat, rest.bits)
		if o.float {
			return d.quiet(o.format, t)
		}
		return t
	}
	if !o.float && !(o == intOp(bv.Xor) && len(flat) == 1) { // a flipped sign is still a float
		for _, e := range flat {
			d.exactBits(e.t)
		}
	}
	t := Term{kind: kMany, w: w, op: o, in: flat}
	if constant != nil {
		t.bits = constant.bits
	}
	return d.intern(t)
}

// masked is v where g holds, else the identity of o.
func (d *Domain) masked(o op, v []Guard, g Guard) *Term {
	bits := d.constant(len(v), o.identity(len(v))).bits
	out := slices.Clone(bits)
	d.under(out, g, v)
	return d.vector(out)
}

// addNumber adds a guarded number to others that are disjoint, and keeps them so.
func (d *Domain) addNumber(o op, w int, numbers []entry, n entry) []entry {
	var out []entry
	add := func(t *Term, g Guard) {
		if g == False {
			return
		}
		for i := range out {
			if out[i].t == t {
				out[i].g = d.or(out[i].g, g)
				return
			}
		}
		out = append(out, entry{t, g})
	}
	x, _ := n.t.known()
	left := n.g
	for _, e := range numbers {
		y, _ := e.t.known()
		add(d.constant(w, o.apply(w, x, y)), d.and(e.g, n.g))
		add(e.t, d.and(e.g, d.not(n.g)))
		left = d.and(left, d.not(e.g))
	}
	add(n.t, left)
	return out
}

// merge sorts entries and joins those of one term: into one for an idempotent
// op, into a chain of guards "at least once", "at least twice" … else.
func (d *Domain) merge(o op, in []entry) []entry {
	slices.SortFunc(in, byID)
	var out []entry
	for i := 0; i < len(in); {
		j := i + 1
		for j < len(in) && in[j].t == in[i].t {
			j++
		}
		t := in[i].t
		chain := []Guard{in[i].g}
		for _, e := range in[i+1 : j] {
			switch {
			case o.idempotent():
				chain[0] = d.or(chain[0], e.g)
			case o == intOp(bv.Xor):
				chain[0] = d.xor(chain[0], e.g)
			default:
				carry := e.g
				for k := range chain {
					chain[k], carry = d.or(chain[k], carry), d.and(chain[k], carry)
				}
				if carry != False {
					chain = append(chain, carry)
				}
			}
		}
		for _, g := range chain {
			if g != False {
				out = append(out, entry{t, g})
			}
		}
		i = j
	}
	return out
}

// disjoint reports whether at most one entry takes part.
func (d *Domain) disjoint(in []entry) bool {
	seen := False
	for _, e := range in {
		if d.and(seen, e.g) != False {
			return false
		}
		seen = d.or(seen, e.g)
	}
	return true
}

// xorMinMax sees min and max in a xor with p < q ? p ^ q : 0, which is both
// min(p, q) ^ q and max(p, q) ^ p, if q or p cancels with the rest.
func (d *Domain) xorMinMax(w int, in []entry, c []Guard) *Term {
	for i, e := range in {
		if e.t.kind != kSel || e.g != True {
			continue
		}
		cond, yes, no := e.t.args[0], e.t.args[1], e.t.args[2]
		if flipped(cond) {
			cond, yes, no = d.not1(cond), no, yes
		}
		if cond.kind != kCmp || cond.op == intOp(bv.Eq) || cond.args[0].w != w {
			continue
		}
		p, q := cond.args[0], cond.args[1]
		withQ, withP := bv.UMin, bv.UMax
		if cond.op == intOp(bv.SLt) {
			withQ, withP = bv.SMin, bv.SMax
		}
		if yes.is(0) { // p < q ? 0 : p ^ q is max ^ q and min ^ p
			withQ, withP, yes, no = withP, withQ, no, yes
		}
		if !no.is(0) || yes != d.intx(bv.Xor, p, q) {
			continue
		}
		rest := slices.Delete(slices.Clone(in), i, i+1)
		for _, side := range []struct {
			t    *Term
			code bv.IntOp
		}{{q, withQ}, {p, withP}} {
			left := d.many(intOp(bv.Xor), w, append(slices.Clone(rest), entry{side.t, True}), c)
			if d.operands(left) < len(rest) {
				return d.intx(bv.Xor, d.intx(side.code, p, q), left)
			}
		}
	}
	return nil
}

// operands is how many entries t has as an operand of xor.
func (d *Domain) operands(t *Term) int {
	switch {
	case t.kind == kBits:
		return 0
	case flipped(t):
		return len(t.in)
	}
	return 1
}

// zeroUnder reports whether no bit is set where an entry takes part.
func (d *Domain) zeroUnder(in []entry, bits []Guard) bool {
	for _, e := range in {
		for _, b := range bits {
			if d.and(e.g, b) != False {
				return false
			}
		}
	}
	return true
}

// narrowMany does min and max of extended values before the extension.
func (d *Domain) narrowMany(o op, w int, in []entry) *Term {
	signed, unsigned := o.ordering()
	if !signed && !unsigned || len(in) < 2 || w <= 8 {
		return nil
	}
	n, positive := 1, 1
	for _, e := range in {
		n, positive = max(n, d.narrowed(e.t, signed)), max(positive, d.narrowed(e.t, false))
	}
	if signed && positive < w { // no sign bit is ever set
		signed, n = false, positive
		o = map[op]op{intOp(bv.SMin): intOp(bv.UMin), intOp(bv.SMax): intOp(bv.UMax)}[o]
		return d.withIdentity(o, w, in, n)
	}
	if n = natural(n); n >= w {
		return nil
	}
	return d.narrow(o, w, in, n, signed)
}

// withIdentity redoes a signed min or max as an unsigned one. An entry that is
// absent everywhere would need the other identity, so one must be present.
func (d *Domain) withIdentity(o op, w int, in []entry, n int) *Term {
	if !d.present(in) {
		return nil
	}
	if n = natural(n); n < w {
		return d.narrow(o, w, in, n, false)
	}
	return d.many(o, w, in, nil)
}

func (d *Domain) narrow(o op, w int, in []entry, n int, signed bool) *Term {
	// Where nothing is present the identity must be the same after extension.
	id := d.Extend(d.constant(n, o.identity(n)), w, signed).(*Term)
	if !id.is(o.identity(w)) && !d.present(in) {
		return nil
	}
	out := make([]entry, len(in))
	for i, e := range in {
		out[i] = entry{d.extract(e.t, 0, n), e.g}
	}
	return d.Extend(d.many(o, n, out, nil), w, signed).(*Term)
}

// pairHalves finds two summands of which one has the low bits only and the other
// the rest: their sum is one value in two parts, as compilers add them.
func (d *Domain) pairHalves(in []entry) ([]entry, bool) {
	for i, lo := range in {
		if lo.t.kind != kConcat || !lo.t.args[len(lo.t.args)-1].is(0) {
			continue
		}
		k := lo.t.w - lo.t.args[len(lo.t.args)-1].w
		for j, hi := range in {
			if hi.t.kind != kConcat || hi.g != lo.g || !hi.t.args[0].is(0) || hi.t.args[0].w < k {
				continue
			}
			both := d.concat(d.extract(lo.t, 0, k), d.extract(hi.t, k, hi.t.w-k))
			out := []entry{{both, lo.g}}
			for n, e := range in {
				if n != i && n != j {
					out = append(out, e)
				}
			}
			return out, true
		}
	}
	return nil, false
}

// present reports whether at least one entry takes part on every mask.
func (d *Domain) present(in []entry) bool {
	seen := False
	for _, e := range in {
		seen = d.or(seen, e.g)
	}
	return seen == True
}
