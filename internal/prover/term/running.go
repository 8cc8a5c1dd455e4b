package term

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// The running winner. A thread, or a loop, goes through numbered keys and keeps the best so far and its number. Each
// step is a choice between the winners of two sets of keys, all numbers of one below those of the other, by a
// comparison of their bests A and B, with M the better one:
//
//	A = M ? a : b        a has the lower numbers
//	M < A ? b : a        of minima; of maxima A < M
//	B < A ? b : a        of minima; of maxima A < B
//
// Either is the winner of the union: where A is as good as B, the lower numbers count. The comparisons alone
// tell the key of a single number: it is M without the keys of the others.

// keyed is a key and its number.
type keyed struct {
	number uint64
	key    *Term
}

// running reads a winner off its choices.
type running struct {
	*Domain
	o     op
	keys  []keyed // so far, by number
	added uint64  // to the numbers
}

// runningKeys are the keys such that t is the number of the first best one by o; nil if that does not follow.
func (d *Domain) runningKeys(t, best *Term, o op) []keyed {
	if signed, unsigned := o.ordering(); !signed && !unsigned {
		return nil
	}
	r := running{Domain: d, o: o}
	if !r.read(t, best) {
		return nil
	}
	return r.keys
}

// read adds the keys of t, the winner of a set with a best.
func (r *running) read(t, best *Term) bool {
	if n, ok := t.known(); ok {
		return r.take(n+r.added, best)
	}
	from := len(r.keys)
	switch t.kind {
	case kSExt:
		inner := t.args[0]
		return r.read(inner, best) && !slices.ContainsFunc(r.keys[from:], func(k keyed) bool {
			return k.number-r.added >= 1<<(inner.w-1)
		})
	case kMany:
		if !isMoved(t) {
			break
		}
		by, ok := r.vector(t.bits).known()
		r.added += by
		ok = ok && r.read(t.in[0].t, best)
		r.added -= by
		return ok
	}
	for _, c := range r.conditions(t, nil) {
		if yes, no, yesFirst := r.sides(c, best); yes != nil {
			a, b := r.cofactor(t, c, true), r.cofactor(t, c, false)
			if !yesFirst {
				a, yes, b, no = b, no, a, yes
			}
			return r.read(a, yes) && r.read(b, no)
		}
	}
	return false
}

// take adds a key, which has the highest number so far.
func (r *running) take(number uint64, key *Term) bool {
	if number >= maxNumber || len(r.keys) > 0 && number <= r.keys[len(r.keys)-1].number {
		return false
	}
	if len(r.keys) == 0 || !key.is(r.o.identity(key.w)) { // which is the best of all only where the first key is, too
		r.keys = append(r.keys, keyed{number, key})
	}
	return true
}

// isMoved reports whether t is a term with a number added.
func isMoved(t *Term) bool {
	return t.kind == kMany && t.op == intOp(bv.Add) && len(t.in) == 1 && t.in[0].g == True && t.in[0].n == 1
}

// sides are the best where a condition holds and where not, if it compares these and best is the better one; else
// nil. yesFirst is that the lower numbers are those where it holds.
func (r *running) sides(c, best *Term) (yes, no *Term, yesFirst bool) {
	x, y := c.args[0], c.args[1]
	if c.op == intOp(bv.Eq) {
		if x == best {
			x, y = y, x
		}
		if no = r.without(best, x); y != best || no == nil {
			return nil, nil, false
		}
		return x, no, true
	}
	if r.o == bestOf(bv.IntOp(c.op.code), true) { // it holds where y is better
		x, y = y, x
	} else if r.o != bestOf(bv.IntOp(c.op.code), false) {
		return nil, nil, false
	}
	if x == best {
		if x = r.without(best, y); x == nil {
			return nil, nil, false
		}
	} else if r.intx(bv.IntOp(r.o.code), x, y) != best {
		return nil, nil, false
	}
	return x, y, false
}

// without is the best of the keys that best has and part has not; nil if there are none, or part has others.
func (r *running) without(best, part *Term) *Term {
	if best.kind != kMany || best.op != r.o {
		return nil
	}
	of := []entry{at(part, True)}
	if part.kind == kMany && part.op == r.o {
		of = part.in
	}
	var rest []entry
	found := 0
	for _, e := range best.in { // both are by number
		if found < len(of) && of[found] == e {
			found++
			continue
		}
		rest = append(rest, e)
	}
	switch {
	case found < len(of) || len(rest) == 0:
		return nil
	case len(rest) == 1 && rest[0].g == True:
		return rest[0].t
	}
	return r.many(r.o, best.w, rest, nil)
}

// conditions are the comparisons that t is chosen by: the outermost of each choice, and all of a bit.
func (d *Domain) conditions(t *Term, all []*Term) []*Term {
	add := func(t *Term) []*Term {
		if flipped(t) {
			t = d.not1(t)
		}
		if t.kind != kCmp || slices.Contains(all, t) {
			return all
		}
		return append(all, t)
	}
	switch {
	case t.kind == kSel:
		return add(t.args[0])
	case t.kind == kCmp:
		return add(t)
	case t.kind == kConcat || t.kind == kSExt:
		for _, a := range t.args {
			all = d.conditions(a, all)
		}
	case t.kind == kMany && t.w == 1 && t.op.bitwise():
		for _, e := range t.in {
			all = d.conditions(e.t, all)
		}
	}
	return all
}

// cofactor is t where a condition has a value: t is the choice of its two cofactors by the condition.
func (d *Domain) cofactor(t, c *Term, holds bool) *Term {
	switch {
	case t == c:
		return d.GuardOf(guardIf(holds))
	case t.kind == kSel && t.args[0] == c && holds:
		return t.args[1]
	case t.kind == kSel && t.args[0] == c:
		return t.args[2]
	case t.kind == kSel && flipped(t.args[0]) && d.not1(t.args[0]) == c:
		return d.cofactor(d.sel(c, t.args[2], t.args[1]), c, holds)
	case t.kind == kConcat:
		parts := make([]*Term, len(t.args))
		for i, a := range t.args {
			parts[i] = d.cofactor(a, c, holds)
		}
		return d.concat(parts...)
	case t.kind == kSExt:
		return d.sext(d.cofactor(t.args[0], c, holds), t.w)
	case t.kind == kMany && t.w == 1 && t.op.bitwise():
		bit := d.constant(1, t.op.identity(1))
		if t.bits != nil {
			bit = d.vector(t.bits)
		}
		for _, e := range t.in {
			if e.g != True {
				return t
			}
			bit = d.intx(bv.IntOp(t.op.code), bit, d.cofactor(e.t, c, holds))
		}
		return bit
	}
	return t
}

// runningBests are what may be the best of a running winner, by the comparisons that it is chosen by.
func (d *Domain) runningBests(t *Term) (bests []*Term) {
	for t.kind == kSExt || isMoved(t) {
		if t.kind == kSExt {
			t = t.args[0]
		} else {
			t = t.in[0].t
		}
	}
	for _, c := range d.conditions(t, nil) {
		if c.op == intOp(bv.Eq) {
			bests = append(bests, c.args...)
			continue
		}
		for _, greatest := range []bool{false, true} {
			bests = append(bests, d.intx(bv.IntOp(bestOf(bv.IntOp(c.op.code), greatest).code), c.args[0], c.args[1]))
		}
	}
	return bests
}

// byRunning are the forms of a running winner.
func (d *Domain) byRunning(t *Term) []form {
	for _, best := range d.runningBests(t) {
		keys := d.runningKeys(t, best, best.op)
		if best.kind != kMany || len(keys) < 2 {
			continue
		}
		bits := make([]bv.Value, max(wordBits, keys[len(keys)-1].number+1))
		for i := range bits {
			bits[i] = d.constant(1, 0)
		}
		for _, k := range keys {
			bits[k.number] = d.intx(bv.Eq, k.key, best)
		}
		return []form{{d.FirstBit(bits, nobody).(*Term), False, lawsOf(Winners)}}
	}
	return nil
}
