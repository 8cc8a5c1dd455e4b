package term

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// A key and the number of the slot that it was in are ordered as a pair: by the key, and equal keys by the slot. A key
// of 64 bits and its slot do not fit in a term. Functions that look for a winner keep shorter keys apart from their
// slots, too. No two pairs of a call have one slot, so an order-preserving map takes the pairs of a call to integers:
// the domain has a token for each pair, and knows its key and its slot. The greatest pair of all is that of an absent
// element, and its token has all ones. So a choice of two keys, or of two slots, by the order of their pairs is the
// key, or the slot, of the least or greatest token. The key of the least of some tokens is the best of their keys.

// pairs are those of a domain for functions that compare keys and slots.
type pairs struct {
	PairOrder
	ofKey  bv.Memo[*Term, *Term]  // the token of a key
	ofSlot bv.Memo[uint64, *Term] // of a slot
	halves bv.Memo[half, *Term]   // the key that has the half
	joined bv.Memo[pairChoice, *Term]
}

// pairChoice is a choice by c of two keys or slots.
type pairChoice struct{ c, a, b *Term }

const (
	tokenBits = 64
	keyBits   = 64 // of a key that is moved by halves
	slotBits  = 32
	slotWidth = 16 // of the number of a slot, which stands in 32 bits
)

// Functions of tokens, which have no other values than those that are known of them.
var (
	pairFn = pairFunction("pair", tokenBits, 2)
	keyFn  = pairFunction("key of pair", keyBits, 1)
	slotFn = pairFunction("slot of pair", slotWidth, 1)
)

func pairFunction(name string, w, args int) *bv.Fn {
	return &bv.Fn{Name: name, Bits: w, Of: slices.Repeat([]bv.Format{bv.NoFormat}, args), Gives: bv.NoFormat,
		Eval: func([]uint64) uint64 {
			panic(stopper("the number of a " + name + " is not known"))
		}}
}

// Pair is the token of a key and a slot.
func (d *Domain) Pair(key bv.Value, slot uint64) bv.Value {
	k := key.(*Term)
	t := d.called(pairFn, []*Term{k, d.constant(32, slot)})
	if slot >= d.pairs.LastSlot || k.w != d.pairs.KeyBits || d.pairs.ofSlot[slot] != nil && d.pairs.ofSlot[slot] != t {
		stop("a pair of slot %d again", slot)
	}
	d.pairs.ofKey.Keep(k, t)
	d.pairs.ofSlot.Keep(slot, t)
	d.withHalves(k)
	return t
}

// PairKey is the key of a token: of the first or the last of two elements the least or greatest key,
// as compilers find it where the slots of both are known.
func (d *Domain) PairKey(token bv.Value) bv.Value {
	return d.ofToken(token.(*Term), d.constant(d.pairs.KeyBits, d.pairs.LastKey), func(t *Term) *Term {
		switch {
		case d.isPair(t):
			return t.args[0]
		case d.isTwo(t):
			first, last := d.ordersOfKeys()
			if t.op == intOp(bv.UMax) {
				first = last
			}
			return d.withHalves(d.apply2(first, t.in[0].t.args[0], t.in[1].t.args[0]))
		case d.pairs.Winner:
			return d.keyOfWinner(t)
		}
		return d.withHalves(d.called(keyFn, []*Term{t}))
	})
}

// keyOfWinner is the best key of some pairs; t is the token of the first.
func (d *Domain) keyOfWinner(t *Term) *Term {
	if t.kind != kMany || t.op != intOp(bv.UMin) {
		stop("a pair that is not the first of some")
	}
	in := entriesOf(t.in, func(token *Term) *Term {
		if !d.isPair(token) {
			stop("the first of pairs that are no elements")
		}
		return token.args[0]
	})
	first, _ := d.ordersOfKeys()
	return d.withHalves(d.many(first, d.pairs.KeyBits, in, nil))
}

// winnerOfKey is the token of the first of some pairs, by the best of their keys; nil of another key.
func (d *Domain) winnerOfKey(key *Term) *Term {
	first, _ := d.ordersOfKeys()
	if key.kind != kMany || key.op != first {
		return nil
	}
	in := entriesOf(key.in, func(x *Term) *Term { return d.pairs.ofKey[x] })
	if in == nil {
		return nil
	}
	return d.many(intOp(bv.UMin), tokenBits, in, nil)
}

// ordersOfKeys are the ops of the key that comes first and of the one that comes last.
func (d *Domain) ordersOfKeys() (first, last op) {
	first, last = intOp(bv.SMin), intOp(bv.SMax)
	switch {
	case d.pairs.Float != nil:
		first, last = floatOp(bv.FMin, *d.pairs.Float), floatOp(bv.FMax, *d.pairs.Float)
	case d.pairs.Less == bv.ULt:
		first, last = intOp(bv.UMin), intOp(bv.UMax)
	}
	if d.pairs.Greatest {
		first, last = last, first
	}
	return first, last
}

// apply2 is an operation of integers or floats.
func (d *Domain) apply2(o op, a, b *Term) *Term {
	if o.float {
		return d.floatx(o, a, b)
	}
	return d.intx(bv.IntOp(o.code), a, b)
}

// comparedKeys are whether a key comes before another in the order of numbers, and whether both are equal.
func (d *Domain) comparedKeys(a, b *Term) (less, equal *Term) {
	if f := d.pairs.Float; f != nil {
		return d.floatx(floatOp(bv.FLt, *f), a, b), d.floatx(floatOp(bv.FEq, *f), a, b)
	}
	return d.intx(d.pairs.Less, a, b), d.intx(bv.Eq, a, b)
}

// tokenOfTwo is the token of the least or greatest of two keys; nil of another.
func (d *Domain) tokenOfTwo(key *Term) *Term {
	first, last := d.ordersOfKeys()
	of := map[op]bv.IntOp{first: bv.UMin, last: bv.UMax}
	code, ordered := of[key.op]
	if key.kind != kMany || !ordered || len(key.in) != 2 || key.in[0].g != True || key.in[1].g != True {
		return nil
	}
	x, y := d.pairs.ofKey[key.in[0].t], d.pairs.ofKey[key.in[1].t]
	if x == nil || y == nil {
		return nil
	}
	return d.intx(code, x, y)
}

// PairSlot is the slot of a token, in 32 bits: of the first or the last of two elements a choice of
// two numbers, which may as well be a bit.
func (d *Domain) PairSlot(token bv.Value) bv.Value {
	return d.ofToken(token.(*Term), d.constant(32, d.pairs.LastSlot), func(t *Term) *Term {
		switch {
		case d.isPair(t):
			return t.args[1]
		case d.isTwo(t) && t.op == intOp(bv.UMin):
			return d.selNumbers(t.in[0].t, t.in[1].t, t.in[0].t.args[1], t.in[1].t.args[1])
		case d.isTwo(t):
			return d.selNumbers(t.in[0].t, t.in[1].t, t.in[1].t.args[1], t.in[0].t.args[1])
		}
		return d.concat(d.called(slotFn, []*Term{t}), d.constant(32-slotWidth, 0))
	})
}

// isTwo reports whether a token is the first or the last of two elements that are there on every mask.
func (d *Domain) isTwo(t *Term) bool {
	return isExtremum(t) && len(t.in) == 2 && !slices.ContainsFunc(t.in, func(e entry) bool {
		return e.g != True || !d.isPair(e.t)
	})
}

// selNumbers is number a where x comes before y, else b. No slot has a sign.
func (d *Domain) selNumbers(x, y, a, b *Term) *Term {
	if x.id > y.id {
		x, y, a, b = y, x, b, a
	}
	n := natural(max(d.narrowed(a, false), d.narrowed(b, false)))
	return d.Extend(d.sel(d.intx(bv.ULt, x, y), d.extract(a, 0, n), d.extract(b, 0, n)), a.w, false).(*Term)
}

// slotOfTwo is the token of a slot that is chosen of two numbers by the order of their elements; nil of another.
func (d *Domain) slotOfTwo(t *Term) *Term {
	if t.kind == kConcat && len(t.args) == 2 && t.args[1].is(0) {
		t = t.args[0]
	}
	if t.kind != kSel || t.args[0].kind != kCmp || t.args[0].op != intOp(bv.ULt) {
		return nil
	}
	x, y := t.args[0].args[0], t.args[0].args[1]
	a, ok1 := t.args[1].known()
	b, ok2 := t.args[2].known()
	switch {
	case !ok1 || !ok2 || !d.isPair(x) || !d.isPair(y):
	case x.args[1].is(a) && y.args[1].is(b):
		return d.intx(bv.UMin, x, y)
	case x.args[1].is(b) && y.args[1].is(a):
		return d.intx(bv.UMax, x, y)
	}
	return nil
}

// isPair reports whether a term is the token of an element.
func (d *Domain) isPair(t *Term) bool { return d.isCall(t, pairFn) }

func (d *Domain) isCall(t *Term, f *bv.Fn) bool { return t.kind == kApply && d.fns[t.name] == f }

// ofToken is a part of a token, case by case; absent is that of an absent element.
func (d *Domain) ofToken(t, absent *Term, part func(t *Term) *Term) *Term {
	in, ok := d.split2(t)
	if !ok {
		stop("a token of too many cases")
	}
	for i, e := range in {
		switch {
		case e.t.is(ones(tokenBits)):
			in[i].t = absent
		case e.t.kind == kBits:
			stop("a token that is a number")
		default:
			in[i].t = part(e.t)
		}
	}
	return d.cases(in, nil)
}

// tokenOf is the token of a key, or of a slot, case by case; nil where one has none.
func (d *Domain) tokenOf(t *Term, of func(t *Term) *Term) *Term {
	in, ok := d.split2(t)
	if in = entriesOf(in, of); !ok || in == nil {
		return nil
	}
	return d.cases(in, nil)
}

// tokenOfKey is the token of a key.
func (d *Domain) tokenOfKey(t *Term) *Term {
	switch {
	case t.w != d.pairs.KeyBits:
		return nil
	case d.pairs.Float == nil && t.is(d.pairs.LastKey): // of floats none is absent
		return d.constant(tokenBits, ones(tokenBits))
	case d.isCall(t, keyFn):
		return t.args[0]
	case d.pairs.ofKey[t] != nil:
		return d.pairs.ofKey[t]
	case d.pairs.Winner:
		return d.winnerOfKey(t)
	}
	return d.tokenOfTwo(t)
}

// tokenOfSlot is the token of a slot.
func (d *Domain) tokenOfSlot(t *Term) *Term {
	x, known := t.known()
	switch {
	case t.w != slotBits:
		return nil
	case known && x == d.pairs.LastSlot:
		return d.constant(tokenBits, ones(tokenBits))
	case known:
		return d.pairs.ofSlot[x]
	case t.kind == kConcat && len(t.args) == 2 && d.isCall(t.args[0], slotFn) && t.args[1].is(0):
		return t.args[0].args[0]
	}
	return d.slotOfTwo(t)
}

// pairOrder is what is to be known of two tokens for a condition to be their order.
type pairOrder struct {
	*Domain
	atoms map[*Term]comparison // comparisons of their keys
	never [3]Guard             // where the keys are not ordered so, or the tokens are the same

	before, after, notBefore, notAfter *Term // how their slots are ordered
}

// comparison is what a comparison of two keys gives where the first is less, equal and greater.
type comparison [3]bool

func (d *Domain) newPairOrder(x, y *Term) *pairOrder {
	s, t := d.PairSlot(x).(*Term), d.PairSlot(y).(*Term)
	o := &pairOrder{Domain: d, atoms: map[*Term]comparison{}}
	o.never = [3]Guard{d.absent(x), d.and(d.absent(x), d.absent(y)), d.absent(y)} // an absent element has the last key
	o.before, o.after = d.intx(bv.ULt, s, t), d.intx(bv.ULt, t, s)
	o.notBefore, o.notAfter = d.not1(o.before), d.not1(o.after)
	p, q := d.PairKey(x).(*Term), d.PairKey(y).(*Term)
	for _, a := range d.withCases(p) {
		for _, b := range d.withCases(q) {
			less, equal := d.comparedKeys(a, b)
			more, _ := d.comparedKeys(b, a)
			o.compares(less, comparison{true, false, false})
			o.compares(more, comparison{false, false, true})
			o.compares(equal, comparison{false, true, false})
		}
	}
	return o
}

// withCases are a term and its cases.
func (d *Domain) withCases(t *Term) []*Term {
	all := []*Term{t}
	in, _ := d.split2(t)
	for _, e := range in {
		all = append(all, e.t)
	}
	return all
}

// absent is where a token is that of an absent element.
func (d *Domain) absent(t *Term) Guard {
	in, _ := d.split2(t)
	return d.where(in, func(x *Term) Guard { return guardIf(x.kind == kBits) })
}

// compares notes what a comparison gives, if it is one of data.
func (o *pairOrder) compares(t *Term, gives comparison) {
	if t.kind == kCmp || t.kind == kFloat {
		o.atoms[t] = gives
	}
}

// is reports whether c is first where x's key sorts first, slots where the keys are equal, and last
// where y's key sorts first.
func (o *pairOrder) is(c, slots *Term, first, last uint64) bool {
	for way, want := range []*Term{o.constant(1, first), slots, o.constant(1, last)} {
		of := way
		if o.pairs.Greatest {
			of = 2 - way
		}
		got := o.given(c, of, new(bv.Memo[*Term, *Term]))
		if o.choose(o.never[way], want, got) != want {
			return false
		}
	}
	return true
}

// given is a condition where the keys are ordered in one of three ways.
func (o *pairOrder) given(c *Term, way int, memo *bv.Memo[*Term, *Term]) *Term {
	if gives, ok := o.atoms[c]; ok {
		return o.GuardOf(guardIf(gives[way]))
	}
	return memo.Once(c, func() *Term {
		switch {
		case c.kind == kCase:
			return o.cases(entriesOf(c.in, func(x *Term) *Term { return o.given(x, way, memo) }), c.bits)
		case c.kind != kMany || c.w > 1 || c.op.float || !c.op.bitwise():
			return c
		}
		none := o.constant(1, c.op.identity(1))
		t := none
		if c.bits != nil {
			t = o.vector(c.bits)
		}
		for _, e := range c.in {
			t = o.intx(bv.IntOp(c.op.code), t, o.choose(e.g, o.given(e.t, way, memo), none))
		}
		return t
	})
}
