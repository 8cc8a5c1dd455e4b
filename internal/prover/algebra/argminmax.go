package algebra

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/spec"
)

// The reference of an op that gives a lane goes through the lanes and keeps the
// best so far. On the values of a domain that would be a select in a select for
// each lane; here it is kept as what it is, a list of the lanes gone through, each
// with the guard under which it took part. By one law the end is read off it:
//
//	keeping, from the lowest lane on, what is better than what is kept, ends with
//	the best key, and in the lowest lane that has it.
//
// The tests hold the law against the plain loop on every small case.

// runArgMinMax is [Run] of argmin and argmax.
func runArgMinMax(d bv.Domain, s spec.Spec, in Input) (Outcome, error) {
	if t, ok := d.(*term.Domain); ok && t.Strategy().PairOrder != nil {
		return runWinner(t, s, in)
	}
	var call ref.Input[*candidates, *truth]
	for i, x := range in.Elements {
		call.Elements = append(call.Elements, &candidates{n: 1, last: candidate{i, x, d.Const(1, 1)}, own: true})
	}
	for _, m := range in.Members {
		call.Members = append(call.Members, &truth{bit: m})
	}
	got, err := ref.Run(argMinMax{dom: d}, s, call)
	if err != nil {
		return Outcome{}, err
	}
	out := Outcome{Named: got.Named, Numbers: make([][]bv.Value, 1)}
	seen := map[*candidates][3]bv.Value{}
	for i, f := range got.Value {
		value, some := in.Elements[i], d.Const(1, 1) // keeps its element
		if !f.own {
			if _, ok := seen[f]; !ok {
				seen[f] = f.winner(d, s)
			}
			value, some = seen[f][0], seen[f][1]
		}
		index := d.Const(32, nobody)
		switch of := got.Numbers[0][i].of; {
		case of == nil:
		case of == f:
			index = seen[f][2]
		default:
			panic(bv.Stop{Why: "the lane of another winner"})
		}
		out.Value, out.Numbers[0] = append(out.Value, value), append(out.Numbers[0], index)
		out.Specified, out.Gets = append(out.Specified, some), append(out.Gets, got.Gets[i].bit)
	}
	return out, nil
}

// nobody is the index of no lane: -1.
const nobody = 0xffffffff

// candidate is a lane that takes part where the bit guard is 1.
type candidate struct {
	lane  int
	x     bv.Value
	guard bv.Value
}

// candidates stand for the best of the lanes that took part, of several the lowest lane's; of none nobody's. own is
// the value of a lane that always contributes: an unchanged element.
type candidates struct {
	before *candidates // all but the last
	last   candidate
	n      int
	own    bool
}

// all are the candidates in the order of their lanes.
func (f *candidates) all() []candidate {
	in := make([]candidate, f.n)
	for i := f.n - 1; i >= 0; f, i = f.before, i-1 {
		in[i] = f.last
	}
	return in
}

// lane is the number of the winner of some candidates: of none, nobody's.
type lane struct{ of *candidates }

// truth is a bit; and if x is there, that x is better than y as well.
type truth struct {
	bit  bv.Value
	x, y *candidates
	won  *candidates // what a choice by it became
}

type argMinMax struct {
	noOrder[*candidates]
	noRank[*candidates, lane]
	noOp[*candidates, *truth]
	dom bv.Domain
}

// Absent are no candidates.
func (argMinMax) Absent() *candidates { return &candidates{} }

// Present is whether one of the candidates takes part: [candidates.winner] says that.
func (c argMinMax) Present(*candidates) *truth { return c.Known(true) }

// Number is the lane's own; of -1, that of nobody.
func (c argMinMax) Number(i int) lane {
	if i < 0 {
		return lane{}
	}
	return lane{&candidates{n: 1, last: candidate{lane: i}, own: true}}
}

// Better is true where x is better than the best of y.
func (c argMinMax) Better(x, y *candidates) *truth { return &truth{bit: c.dom.Const(1, 1), x: x, y: y} }

// If is the best of y and, where it takes part, x: if it was asked whether x is better than y.
func (argMinMax) If(c *truth, x, y *candidates) *candidates {
	if c.x == nil || c.x != x || c.y != y || !x.own || y.own ||
		y.n > 0 && y.last.lane >= x.last.lane {
		panic(bv.Stop{Why: "a choice that does not compare a lane with those before it"})
	}
	next := x.last
	next.guard = c.bit
	c.won = &candidates{before: y, last: next, n: y.n + 1}
	return c.won
}

// IfNumber is the number of the lane that [argMinMax.If] chose.
func (argMinMax) IfNumber(c *truth, x, y lane) lane {
	before := y.of
	if before == nil {
		before = &candidates{}
	}
	if c.won == nil || !x.of.own || x.of.last.lane != c.x.last.lane || y.of != nil && y.of != c.y || before.n != c.y.n {
		panic(bv.Stop{Why: "the lane of another choice"})
	}
	return lane{c.won}
}

// And is true where both are.
func (c argMinMax) And(a, b *truth) *truth {
	if a.x != nil && b.x != nil {
		panic(bv.Stop{Why: "two comparisons at once"})
	}
	t := &truth{bit: c.dom.Int(bv.And, a.bit, b.bit), x: a.x, y: a.y}
	if b.x != nil {
		t.x, t.y = b.x, b.y
	}
	return t
}

// Known is b.
func (c argMinMax) Known(b bool) *truth {
	t := &truth{bit: c.dom.Const(1, 0)}
	if b {
		t.bit = c.dom.Const(1, 1)
	}
	return t
}

// winner is, by the law, the element of the winner, whether there is one, and
// its lane.
func (f *candidates) winner(d bv.Domain, s spec.Spec) [3]bv.Value {
	in := f.all()
	if len(in) == 1 { // nobody to compare with
		r := in[0]
		if s.Pattern.Grid() && Format(s.Type) != nil { // who has nobody beside itself has its key all the same
			r.x = Unkey(d, s, Key(d, s, r.x))
		}
		return [3]bv.Value{r.x, r.guard, d.Select(r.guard, d.Const(32, uint64(r.lane)), d.Const(32, nobody))}
	}
	op, lost := best(s)
	if t, ok := d.(*term.Domain); ok {
		t.Use(term.Winner)
		if Format(s.Type) != nil {
			t.Use(term.Encoding)
		}
	}
	bits := s.Type.Bits()
	var keys []bv.Value
	counts, some := []bv.Value{d.Const(bits, lost)}, d.Const(1, 0)
	for _, r := range in {
		k := Key(d, s, r.x)
		keys = append(keys, k)
		counts = append(counts, d.Select(r.guard, k, d.Const(bits, lost)))
		some = d.Int(bv.Or, some, r.guard)
	}
	most := bestOf(d, op, counts)
	won := make([]bv.Value, max(spec.MaskWordBits, f.last.lane+1))
	for i := range won {
		won[i] = d.Const(1, 0)
	}
	for i, r := range in {
		won[r.lane] = d.Int(bv.And, r.guard, d.Int(bv.Eq, keys[i], most))
	}
	return [3]bv.Value{Unkey(d, s, most), some, bv.FirstBit(d, won, nobody)}
}

// bestOf is op of all keys.
func bestOf(d bv.Domain, op bv.IntOp, keys []bv.Value) bv.Value {
	if len(keys) == 1 {
		return keys[0]
	}
	half := len(keys) / 2
	return d.Int(op, bestOf(d, op, keys[:half]), bestOf(d, op, keys[half:]))
}

// best is the op on keys that gives the winner's, and the key to which every other
// is preferred: a NaN's, if keys are of floats.
func best(s spec.Spec) (op bv.IntOp, lost uint64) {
	ones := ^uint64(0) >> (64 - s.Type.Bits())
	signed := s.Type.Class() != spec.Unsigned
	switch {
	case s.Op == spec.ArgMin && signed:
		return bv.SMin, ones >> 1
	case s.Op == spec.ArgMin:
		return bv.UMin, ones
	case s.Op == spec.ArgMax && signed:
		return bv.SMax, ones ^ ones>>1
	case s.Op == spec.ArgMax:
		return bv.UMax, 0
	}
	panic(bv.Stop{Why: s.Op.String() + " gives no lane"})
}

// Order is the spec of the winner that has what sorts first, of a spec that sorts; of any
// other the spec itself.
func Order(s spec.Spec) spec.Spec {
	switch {
	case !s.Pattern.Sorts():
	case s.Sort().Descending:
		s.Op = spec.ArgMax
	default:
		s.Op = spec.ArgMin
	}
	return s
}

// Key is an integer that is ordered as elements are, and equal for equals alone: an
// integer itself; of a float package term's, for which a half is asked as a float
// whether it is a NaN.
func Key(d bv.Domain, s spec.Spec, x bv.Value) bv.Value {
	f := Format(s.Type)
	if f == nil {
		return x
	}
	_, lost := best(s)
	if !s.Type.Half() {
		return term.Key(d, *f, term.IsNaN(d, *f, x), x, lost)
	}
	wide := d.Convert(bv.F32, *f, x)
	return d.Select(d.Float(bv.FUnordered, bv.F32, wide, wide), d.Const(f.Bits(), lost), term.Unkey(d, *f, x))
}

// Unkey is the element of a key; a NaN of a NaN's.
func Unkey(d bv.Domain, s spec.Spec, key bv.Value) bv.Value {
	if f := Format(s.Type); f != nil {
		return term.Unkey(d, *f, key)
	}
	return key
}
