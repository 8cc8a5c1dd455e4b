package term

import "github.com/shflgen/shflgen/internal/prover/bv"

// Looker looks a choice of numbers up: it is the choice, by the same bits, of what of makes of the numbers. Another
// number ends the proof.
func (d *Domain) Looker(of func(number uint64) bv.Value) func(number bv.Value) bv.Value {
	type key struct {
		t      *Term
		w      int
		signed bool
	}
	var seen bv.Memo[key, *Term]
	var look func(k key) *Term
	look = func(k key) *Term {
		return seen.Once(k, func() *Term {
			t := k.t
			if _, known := t.known(); known {
				x, _ := d.Extend(t, k.w, k.signed).(*Term).known()
				return of(x).(*Term)
			}
			switch last := len(t.args) - 1; {
			case t.kind == kSel:
				return d.sel(t.args[0], look(key{t.args[1], k.w, k.signed}), look(key{t.args[2], k.w, k.signed}))
			case t.kind == kSExt && (k.signed || k.w == t.w):
				return look(key{t.args[0], k.w, true})
			case t.kind == kConcat && last == 1 && t.args[1].is(0):
				return look(key{t.args[0], k.w, false})
			}
			stop("an index that is no choice of numbers")
			return nil
		})
	}
	return func(v bv.Value) bv.Value { return look(key{v.(*Term), v.Width(), false}) }
}
