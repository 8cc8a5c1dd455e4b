package algebra

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/spec"
)

// A warp may find the elements of the first ranks in rounds. Each lane holds its elements
// in order. The best of what the lanes hold first has the next rank, and the lowest lane
// that holds it goes on to what it holds next. By one law:
//
//	what round r finds is the element of rank r,
//
// because a round takes out one element, and that is one of those that sort first among
// the rest. The tests hold the law against a sort on small cases.

// useRounds has a domain know what rounds find in the warp of a call of a spec that picks
// ranks, by the keys that functions compare.
func useRounds(d *term.Domain, s spec.Spec, in Input) {
	keys := []func(x bv.Value) bv.Value{func(x bv.Value) bv.Value { return x }}
	r := roundsOf(s)
	if f := Format(s.Type); f != nil {
		keys = d.KeysOfSorts(*f, r.last)
	}
	for _, key := range keys {
		held := make([][]bv.Value, spec.WarpSize)
		var sorted []bv.Value
		for lane := range held {
			for i := range s.Brings() {
				x := d.Const(s.Type.Bits(), r.last)
				if lane < s.Width {
					x = key(in.Elements[i*spec.WarpSize+lane])
				}
				if lane < s.Width && s.Mask != spec.Full {
					x = d.Select(in.Members[lane], x, d.Const(s.Type.Bits(), r.last))
				}
				held[lane] = r.insert(d, held[lane], x, s.Brings())
				sorted = r.insert(d, sorted, x, s.Sort().K)
			}
		}
		for rank, found := range r.find(d, held, s.Sort().K) {
			d.FindsRank(sorted[rank], found)
		}
	}
}

// rounds are those of integers.
type rounds struct {
	first, second bv.IntOp // what sorts first of two elements, and the other
	last          uint64   // what sorts last of all
}

// roundsOf are the rounds on keys of a spec's elements.
func roundsOf(s spec.Spec) rounds {
	first, last := best(Order(s))
	others := map[bv.IntOp]bv.IntOp{bv.SMin: bv.SMax, bv.SMax: bv.SMin, bv.UMin: bv.UMax, bv.UMax: bv.UMin}
	return rounds{first, others[first], last}
}

// insert puts an element into a list that is in order, of at most so many.
func (r rounds) insert(d bv.Domain, sorted []bv.Value, x bv.Value, most int) []bv.Value {
	for i, y := range sorted {
		sorted[i], x = d.Int(r.first, y, x), d.Int(r.second, y, x)
	}
	if len(sorted) < most {
		sorted = append(sorted, x)
	}
	return sorted
}

// find gives what so many rounds find, of the lists that the lanes hold.
func (r rounds) find(d bv.Domain, held [][]bv.Value, count int) []bv.Value {
	var found []bv.Value
	for range count {
		best := held[0][0]
		for _, list := range held[1:] {
			best = d.Int(r.first, best, list[0])
		}
		found = append(found, best)
		votes := d.Int(bv.Eq, held[0][0], best)
		for _, list := range held[1:] {
			votes = d.Concat(votes, d.Int(bv.Eq, list[0], best))
		}
		w := len(held)
		next := make([][]bv.Value, w)
		for lane, list := range held {
			upTo := d.Int(bv.And, votes, d.Const(w, 2<<lane-1))
			lowest := d.Int(bv.Eq, upTo, d.Const(w, 1<<lane))
			for i, x := range list {
				after := d.Const(x.Width(), r.last)
				if i+1 < len(list) {
					after = list[i+1]
				}
				next[lane] = append(next[lane], d.Select(lowest, after, x))
			}
		}
		held = next
	}
	return found
}
