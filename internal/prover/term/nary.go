package term

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/rule"
)

func intOp(code bv.IntOp) op { return op{code: uint8(code)} }

func floatOp(code bv.FloatOp, f bv.Format) op {
	return op{float: true, code: uint8(code), format: f}
}

// identity is the number that changes nothing as an operand of o on w bits.
func (o op) identity(w int) uint64 {
	if o.float {
		switch bv.FloatOp(o.code) {
		case bv.FAdd:
			return 1 << (w - 1)
		case bv.FMul:
			return bv.Numbers{}.One(o.format)
		case bv.FMin, bv.FMax: // a NaN
			return ones(w) >> 1
		case bv.FMinNaN:
			return bv.Infinity(o.format)
		case bv.FMaxNaN:
			return bv.Infinity(o.format) | 1<<(w-1)
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

// absorbs reports whether an operand x is the result, whatever the others are.
func (o op) absorbs(w int, x uint64) bool {
	by, ordered := orderOf(o)
	if o.float || !ordered {
		return false
	}
	return o == by.least && x == by.greatest.identity(w) || o == by.greatest && x == by.least.identity(w)
}

// isIdentity reports whether x is an identity; any NaN is one of min and max.
func (o op) isIdentity(w int, x uint64) bool {
	if o.float && (o.code == uint8(bv.FMin) || o.code == uint8(bv.FMax)) {
		return bv.IsNaN(o.format, x)
	}
	return x == o.identity(w)
}

// hasConstant reports whether the constant operands are kept as a vector of
// guards: where numbers add up bit by bit.
func (o op) hasConstant() bool {
	return !o.float && (o.code == uint8(bv.Add) || o.code == uint8(bv.Xor))
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
	if o.float {
		return bv.Numbers{}.Float(bv.FloatOp(o.code), o.format, bv.Word{W: w, X: a}, bv.Word{W: w, X: b}).(bv.Word).X
	}
	_, x := bv.OnNumbers(bv.IntOp(o.code), w, a, b)
	return x
}

// many is o over the entries, each taking part n times where its guard holds, and over
// the constant c (nil: none). o is associative and commutative, so only how often each
// term takes part matters.
func (d *Domain) many(o op, w int, in []entry, c []Guard) *Term { return d.manyOf(o, w, in, c, true) }

// manyOf is many; unmix says whether rows of [rule.Mixed] and [rule.Twice] are to be used.
func (d *Domain) manyOf(o op, w int, in []entry, c []Guard, unmix bool) *Term {
	if t := d.merged(o, w, in); t != nil && c == nil {
		return t
	}
	if t := d.asTree(o, w, in, c); t != nil {
		return t
	}
	n := 0
	for _, e := range in {
		n += 1 + len(e.t.in)
	}
	f := flattening{Domain: d, o: o, w: w, unmix: unmix, flat: make([]entry, 0, n)}
	if o.hasConstant() {
		f.constant = d.constant(w, o.identity(w))
		if c != nil {
			f.constant = d.vector(c)
		}
	}
	for _, e := range in {
		f.laws |= e.t.laws
		f.add(e.t, e.g, e.n)
	}
	f.flat = d.withoutLess(o, f.numbers, f.flat)
	for _, n := range f.numbers {
		x, _ := n.t.known()
		if n.g == True && o.absorbs(w, x) {
			return d.by(f.laws, n.t)
		}
		if !o.isIdentity(w, x) && n.g != False {
			f.flat = append(f.flat, n)
		}
	}
	flat, laws := d.merge(o, w, f.flat)
	laws |= f.laws
	if t := d.byLaw(o, w, flat, f.constant); t != nil {
		return d.by(laws, t)
	}
	t := d.assembled(o, w, flat, f.constant)
	if t.kind == kMany && t.op == o && o.ordered() {
		t = d.oneOfEqual(t)
	}
	return d.by(laws, t)
}

// flattening takes the entries of an op apart, as far as they are of the same op.
type flattening struct {
	*Domain
	o     op
	w     int
	unmix bool

	constant *Term // nil where o has none
	flat     []entry
	numbers  []entry
	laws     Laws // by which entries were taken apart
}

// add adds t, which takes part n times where g holds.
func (f *flattening) add(t *Term, g Guard, n uint64) {
	if g == False {
		return
	}
	o := f.o
	if o.float && t.kind == kQuiet && t.op.format == o.format {
		f.laws |= lawsOf(NaNPayload)
		t = t.args[0]
	}
	halves := f.ofHalves(t)
	switch {
	case halves != nil:
		f.laws |= lawsOf(Widening) | t.laws | halves.laws
		for _, e := range halves.in {
			f.add(f.convert(bv.F32, halves.op.format, e.t), f.and(g, e.g), n)
		}
	case t.kind == kMany && t.op == o:
		f.laws |= lawsOf(Associativity) | t.laws
		for _, e := range t.in {
			f.add(e.t, f.and(g, e.g), o.nested(f.w, n, e.n))
		}
		if f.constant != nil {
			f.addConstant(bv.IntOp(o.code), t.bits, g, n)
		}
	case f.withoutSigns(t): // which became one without signs on its own
		f.laws |= lawsOf(Extension) | t.laws
		for _, e := range t.in {
			f.add(e.t, f.and(g, e.g), n)
		}
	case t.kind == kCase:
		left := g
		for _, e := range t.in {
			f.add(e.t, f.and(g, e.g), n)
			left = f.and(left, f.not(e.g))
		}
		if left != False {
			f.add(f.vector(t.bits), left, n)
		}
	case t.kind == kBits && f.constant != nil:
		if f.zeroUnder([]entry{at(t, g)}, t.bits) {
			f.laws |= lawsOf(Identity)
		}
		f.addConstant(bv.IntOp(o.code), t.bits, g, n)
	case t.kind == kBits:
		parts, ok := f.guardedConstants(g, t.bits)
		if !ok {
			f.flat = append(f.flat, entry{t, g, n})
			return
		}
		for _, p := range parts {
			x, _ := p.t.known()
			if o.isIdentity(f.w, x) {
				f.laws |= lawsOf(Identity)
			}
			f.numbers = f.addNumber(o, f.w, f.numbers, at(f.Domain.constant(f.w, o.times(f.w, x, n)), p.g))
		}
	case o.ordered() && f.flippedWhere(t) != nil: // a choice that went into the flip
		f.add(f.flippedWhere(t), f.and(g, t.in[0].g), n)
		f.add(f.vector(t.bits), f.and(g, f.not(t.in[0].g)), n)
	case o == intOp(bv.Add):
		f.addSummand(t, g, n)
	default:
		f.flat = append(f.flat, entry{t, g, n})
	}
}

// addConstant adds n times a vector of guards where g holds.
func (f *flattening) addConstant(code bv.IntOp, bits []Guard, g Guard, n uint64) {
	if !slices.ContainsFunc(bits, func(b Guard) bool { return b != False }) { // of sum or xor: no other has one
		return
	}
	f.constant = f.bitsOp(code, f.constant, f.scaledBits(f.masked(f.o, bits, g), n))
}

// addSummand adds n times t, which is no sum by its kind, to a sum.
func (f *flattening) addSummand(t *Term, g Guard, n uint64) {
	// Half of n, which may be negative, of what n times is twice.
	half := uint64(int64(n<<(64-t.w)) >> (65 - t.w))
	if f.unmix && (f.addByRow(rule.Mixed, t, g, n) || n&1 == 0 && f.addByRow(rule.Twice, t, g, half)) ||
		f.addByRow(rule.Summands, t, g, n) {
		return
	}
	more, offset := f.summands(t)
	if more == nil {
		f.flat = append(f.flat, entry{t, g, n})
	}
	for _, e := range more {
		f.add(e.t, f.and(g, e.g), n*e.n)
	}
	if offset != nil {
		f.addConstant(bv.Add, offset.bits, g, n)
	}
}

// byLaw is o over merged entries and a constant where a law of o gives another form of
// it, else nil.
func (d *Domain) byLaw(o op, w int, flat []entry, constant *Term) *Term {
	if o == intOp(bv.Add) {
		if t := d.sumOf(w, flat, constant); t != nil {
			return t
		}
	}
	if o == intOp(bv.Xor) {
		if t := d.xorMinMax(w, flat, constant.bits); t != nil {
			return d.by(lawsOf(Comparison), t)
		}
	}
	if t := d.narrowMany(o, w, flat); t != nil {
		return d.by(lawsOf(Extension), t)
	}
	if len(flat) > 1 {
		if t := d.flippedExtremum(o, w, flat); t != nil {
			return d.by(lawsOf(Encoding), t)
		}
		return d.by(lawsOf(Negation), d.negatedExtremum(o, w, flat))
	}
	return nil
}

// assembled is o over merged entries and a constant: the constant alone, cases where at most
// one entry takes part, or a term of them all.
func (d *Domain) assembled(o op, w int, flat []entry, constant *Term) *Term {
	rest := constant
	if rest == nil {
		rest = d.constant(w, o.identity(w))
	}
	if len(flat) == 0 {
		if o.float {
			return d.quiet(o.format, rest)
		}
		return rest
	}
	if d.disjoint(flat) && d.standAlone(o, flat) && (constant == nil || d.zeroUnder(flat, constant.bits)) {
		t := d.cases(d.multiples(flat), rest.bits)
		if o.float {
			return d.quiet(o.format, t)
		}
		return t
	}
	// a flipped sign is still a float
	if !o.float && !(o == intOp(bv.Xor) && d.disjoint(flat)) && !d.stepOfRounding(o, w, flat, constant) {
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
		out = append(out, at(t, g))
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
