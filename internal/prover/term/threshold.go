package term

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Expressions of min and max in one order, such as those of a sorting network, are equal
// on every input if they are equal on inputs of two values (the 0-1 principle: Knuth, "The
// Art of Computer Programming" 3, 5.3.4, theorem Z; min and max commute with every
// monotone function). So each has a diagram: whether its value reaches a threshold, by
// which of its operands do. A min is the conjunction of those of its operands, a max the
// disjunction. Terms of equal diagrams are equal; of integers they are made one term.

// thresholds are the diagrams of the extrema of a domain that is for networks which sort.
type thresholds struct {
	diagrams bv.Memo[ordered, Guard] // of the terms asked for
	first    bv.Memo[reaches, *Term] // the term that stands for all of a diagram
	found    bv.Memo[reaches, *Term] // what rounds find that has a diagram
	places   bv.Memo[*Term, int32]   // of operands
	beside   bv.Memo[int, int]       // by element, how many operands stand at its places
}

// order is a total order of numbers, of floats up to the payload of a NaN.
type order struct {
	least, greatest op // the min and the max in it
}

// totalOrders are those of integers, then of floats of each format: every NaN above all
// numbers, and every NaN below.
var totalOrders = allOrders()

func allOrders() []order {
	all := []order{{intOp(bv.SMin), intOp(bv.SMax)}, {intOp(bv.UMin), intOp(bv.UMax)}}
	for _, f := range []bv.Format{bv.F16, bv.BF16, bv.F32, bv.F64} {
		all = append(all, order{floatOp(bv.FMin, f), floatOp(bv.FMaxNaN, f)},
			order{floatOp(bv.FMinNaN, f), floatOp(bv.FMax, f)})
	}
	return all
}

// orderOf is the order in which o is the min or the max.
func orderOf(o op) (order, bool) {
	for _, by := range totalOrders {
		if o == by.least || o == by.greatest {
			return by, true
		}
	}
	return order{}, false
}

// ordered is a term as a number in an order.
type ordered struct {
	t  *Term
	by order
}

// reaches is a diagram over terms of so many bits.
type reaches struct {
	w  int
	by order
	f  Guard
}

// oneOfEqual is the term that stands for every expression of min and max that is equal to
// t, a min or max: the first that had its diagram.
func (d *Domain) oneOfEqual(t *Term) *Term {
	by, ok := orderOf(t.op)
	if !ok || !d.strategy.ZeroOne {
		return t
	}
	f, ok := d.diagram(t, by)
	if !ok {
		return t
	}
	first := d.thresholds.first.Once(reaches{t.w, by, f}, func() *Term { return t })
	if first == t {
		return t
	}
	laws := lawsOf(ZeroOne) | t.laws | t.lawsOfParts()
	if by.least.float { // equal but for the payload of a NaN
		return d.by(laws, d.quiet(by.least.format, first))
	}
	return d.by(laws, first)
}

// FindsRank is the lemma that a min or max, the element of some rank, is what rounds find of
// that rank, by the law [Rounds].
func (d *Domain) FindsRank(ofRank, found bv.Value) {
	t, r := ofRank.(*Term), found.(*Term)
	by, ok := orderOf(t.op)
	if !ok || t == r || r.kind == kBits {
		return
	}
	if f, ok := d.diagram(t, by); ok {
		d.thresholds.diagrams.Keep(ordered{r, by}, f)
		d.thresholds.found.Keep(reaches{t.w, by, f}, d.by(lawsOf(Rounds), r))
	}
}

// foundAs is what rounds find that is equal to t, or nil.
func (d *Domain) foundAs(t *Term) *Term {
	by, ok := orderOf(t.op)
	if !ok || t.kind != kMany {
		return nil
	}
	if f, ok := d.diagram(t, by); ok {
		return d.thresholds.found[reaches{t.w, by, f}]
	}
	return nil
}

// sameOrder reports whether a and b are equal expressions of min and max.
func (d *Domain) sameOrder(a, b *Term, float *bv.Format) bool {
	if !d.strategy.ZeroOne || a.w != b.w {
		return false
	}
	for _, by := range totalOrders {
		if by.least.float != (float != nil) || float != nil && (by.least.format != *float || a.w != float.Bits()) {
			continue
		}
		f, ok1 := d.diagram(a, by)
		g, ok2 := d.diagram(b, by)
		if ok1 && ok2 && f == g {
			d.Use(ZeroOne)
			return true
		}
	}
	return false
}

// diagram draws t within a bound of nodes; false if it takes more.
func (d *Domain) diagram(t *Term, by order) (f Guard, ok bool) {
	ok = d.bounded(maxCircuit, func() { f = d.reaches(t, by) })
	return f, ok
}

// reaches says where t reaches the threshold.
func (d *Domain) reaches(t *Term, by order) Guard {
	return d.thresholds.diagrams.Once(ordered{t, by}, func() Guard {
		if f, ok := d.reachesNew(t, by); ok {
			return f
		}
		return d.operandReaches(t, by)
	})
}

// reachesNew is false for an operand: whether that reaches the threshold is a variable.
func (d *Domain) reachesNew(t *Term, by order) (Guard, bool) {
	if x, ok := t.known(); ok {
		switch {
		case by.greatest.isIdentity(t.w, x):
			return False, true
		case by.least.isIdentity(t.w, x):
			return True, true
		}
	}
	switch {
	case t.kind == kQuiet && by.least.float && t.op.format == by.least.format:
		return d.reaches(t.args[0], by), true
	case t.kind == kMany && t.op == by.least:
		return d.everywhere(t.in, func(x *Term) Guard { return d.reaches(x, by) }), true
	case t.kind == kMany && t.op == by.greatest:
		return d.where(t.in, func(x *Term) Guard { return d.reaches(x, by) }), true
	case t.kind == kCase:
		in, ok := d.split2(t)
		return d.where(in, func(x *Term) Guard { return d.reaches(x, by) }), ok
	}
	return False, false
}

// operandReaches is the variable of an operand: beside the mask bit of the element that
// it is made from, which keeps the diagrams small.
func (d *Domain) operandReaches(t *Term, by order) Guard {
	th := &d.thresholds
	t = d.oneOfSameBits(t)
	f := d.node(th.places.Once(t, func() int32 {
		i, of := elementIn(t)
		n := th.beside[i]
		if !of || n >= termBits {
			return termPlace(t.id, 0)
		}
		th.beside.Keep(i, n+1)
		return d.elementPlace(i, n)
	}), False, True)
	th.first.Keep(reaches{t.w, by, f}, t)
	return f
}

// elementIn is an element that t is made from, the first that is met: of what is chosen,
// before that by which it is.
func elementIn(t *Term) (name int, ok bool) {
	args := t.args
	switch t.kind {
	case kVar:
		return t.name, true
	case kSel:
		args = []*Term{t.args[1], t.args[2], t.args[0]}
	}
	for _, a := range args {
		if name, ok = elementIn(a); ok {
			return name, true
		}
	}
	for _, e := range t.in {
		if name, ok = elementIn(e.t); ok {
			return name, true
		}
	}
	return 0, false
}

// KeysOfSorts are the keys by which functions put floats in order: each NaN's is moved, or
// only that of the strays. A half may be asked as a float32 whether it is a NaN.
func (d *Domain) KeysOfSorts(f bv.Format, lost uint64) []func(x bv.Value) bv.Value {
	keys := []func(x bv.Value) bv.Value{
		func(x bv.Value) bv.Value { return Key(d, f, IsNaN(d, f, x), x, lost) },
		func(x bv.Value) bv.Value { return Key(d, f, Stray(d, f, x, lost), x, lost) },
	}
	if f.Bits() == 16 {
		keys = append(keys, func(x bv.Value) bv.Value {
			return Key(d, f, IsNaN(d, bv.F32, d.Convert(bv.F32, f, x)), x, lost)
		})
	}
	return keys
}

// sortedByKeys are the forms of an expression of min and max of floats as that of their
// keys.
func (d *Domain) sortedByKeys(t *Term, f bv.Format, lost uint64) []form {
	by, _ := orderOf(t.op)
	var forms []form
	for _, key := range d.KeysOfSorts(f, lost) {
		k := sortedKeys{Domain: d, by: by, key: key}
		key, _ := k.of(t).(*Term)
		if key == nil {
			continue
		}
		for _, key := range []*Term{key, d.foundAs(key)} {
			if key != nil {
				forms = append(forms, form{Unkey(d, f, key).(*Term), False, lawsOf(Encoding, NaNPayload)})
			}
		}
	}
	return forms
}

// sortedKeys takes an expression of min and max of floats to that of their keys.
type sortedKeys struct {
	*Domain
	by   order
	key  func(x bv.Value) bv.Value
	made bv.Memo[*Term, bv.Value]
}

// of is the key of t; nil if that is not known.
func (k *sortedKeys) of(t *Term) bv.Value {
	return k.made.Once(t, func() bv.Value { return k.ofNew(t) })
}

func (k *sortedKeys) ofNew(t *Term) (key bv.Value) {
	switch {
	case t.kind == kQuiet:
		return k.of(t.args[0])
	case t.kind == kMany && (t.op == k.by.least || t.op == k.by.greatest):
		by := bv.SMin
		if t.op == k.by.greatest {
			by = bv.SMax
		}
		key = k.Const(t.w, intOp(by).identity(t.w))
		for _, e := range t.in {
			x := k.of(e.t)
			if x == nil {
				return nil
			}
			key = k.Int(by, key, k.Select(k.GuardOf(e.g), x, k.Const(t.w, intOp(by).identity(t.w))))
		}
		return key
	case t.kind == kCase:
		key = k.key(k.vector(t.bits))
		for _, e := range t.in {
			x := k.of(e.t)
			if x == nil {
				return nil
			}
			key = k.Select(k.GuardOf(e.g), x, key)
		}
		return key
	case t.kind != kBits && k.fromFloat(t): // its bits are not those of an element
		return nil
	}
	return k.key(t)
}
