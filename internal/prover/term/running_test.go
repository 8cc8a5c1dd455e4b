package term

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// running is a loop over columns that keeps the best key and its column. Its fields alter that.
type running struct {
	op      bv.IntOp
	columns []int // that are gone through
	numbers []int // of these, as the loop has them
	first   int   // the number before the first column
	ties    bool  // a column changes the number if its key is as good as the best
}

// changes are three ways to ask whether a key changed the best.
var changes = []func(d bv.Domain, op bv.IntOp, best, next, x bv.Value) bv.Value{
	func(d bv.Domain, _ bv.IntOp, best, next, _ bv.Value) bv.Value {
		return d.Int(bv.Xor, d.Int(bv.Eq, next, best), d.Const(1, 1))
	},
	func(d bv.Domain, op bv.IntOp, best, _, x bv.Value) bv.Value { return better(d, op, x, best) },
	func(d bv.Domain, op bv.IntOp, best, next, _ bv.Value) bv.Value { return better(d, op, next, best) },
}

// better is the bit that x is better than y.
func better(d bv.Domain, op bv.IntOp, x, y bv.Value) bv.Value {
	less := map[bv.IntOp]bv.IntOp{bv.SMin: bv.SLt, bv.SMax: bv.SLt, bv.UMin: bv.ULt, bv.UMax: bv.ULt}[op]
	if op == bv.SMax || op == bv.UMax {
		x, y = y, x
	}
	return d.Int(less, x, y)
}

func (r running) number(d bv.Domain, change func(d bv.Domain, op bv.IntOp, best, next, x bv.Value) bv.Value,
	keys []bv.Value) bv.Value {
	w := keys[0].Width()
	best, at := d.Const(w, intOp(r.op).identity(w)), d.Const(32, uint64(r.first))
	for i, c := range r.columns {
		next := d.Int(r.op, best, keys[c])
		changed := change(d, r.op, best, next, keys[c])
		if r.ties {
			changed = d.Int(bv.Xor, better(d, r.op, best, keys[c]), d.Const(1, 1))
		}
		best, at = next, d.Select(changed, d.Const(32, uint64(r.numbers[i])), at)
	}
	return d.Int(bv.Add, at, d.Const(32, 4))
}

// TestRunning holds the form of a running winner against numbers and against the winner of all columns. A loop that
// differs from it in one place has no form, or a form of its own value that is not that winner.
func TestRunning(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	all := []int{0, 1, 2, 3, 4, 5}
	for _, op := range orders {
		for name, r := range map[string]running{
			"right":                  {op: op, columns: all, numbers: all},
			"ties to the last":       {op: op, columns: all, numbers: all, ties: true},
			"a column left out":      {op: op, columns: all[:5], numbers: all},
			"a column twice":         {op: op, columns: []int{0, 1, 2, 3, 3, 5}, numbers: all},
			"the number before":      {op: op, columns: all, numbers: []int{0, 1, 2, 3, 3, 5}},
			"two numbers exchanged":  {op: op, columns: all, numbers: []int{0, 1, 3, 2, 4, 5}},
			"columns from the last":  {op: op, columns: []int{5, 4, 3, 2, 1, 0}, numbers: []int{5, 4, 3, 2, 1, 0}},
			"numbers of another row": {op: op, columns: all, numbers: []int{1, 2, 3, 4, 5, 6}, first: 1},
			"starts behind the row":  {op: op, columns: all, numbers: []int{9, 1, 2, 3, 4, 5}, first: 9},
		} {
			for way, change := range changes {
				d, n := New(Strategy{}), bv.Numbers{}
				var keys []bv.Value
				for i := range 6 {
					keys = append(keys, d.Var(i, 8))
				}
				best := keys[0]
				for _, k := range keys[1:] {
					best = d.Int(op, best, k)
				}
				bits := make([]bv.Value, wordBits)
				for i := range bits {
					if bits[i] = d.Const(1, 0); i >= 4 && i < 4+len(keys) {
						bits[i] = d.Int(bv.Eq, keys[i-4], best)
					}
				}
				got := r.number(d, change, keys).(*Term)
				if same := d.Differ(got, d.FirstBit(bits, nobody), nil) == False; same != (name == "right") {
					t.Errorf("op %d, %s, way %d: shown to be the winner: %v", op, name, way, same)
				}
				for _, f := range d.byWinners(got) {
					for range 300 {
						elements := rng.Uint64()
						in := Input{Mask: func(int) bool { return false }, Element: func(name int) uint64 {
							return elements >> (2 * name) & 3 * 0x55
						}}
						var on []bv.Value
						for i := range keys {
							on = append(on, n.Const(8, in.Element(i)))
						}
						want, _ := n.Known(r.number(n, change, on))
						if x := d.Eval(f.t, in); x != want {
							t.Fatalf("op %d, %s, way %d, elements %#x: %#x, want %#x", op, name, way, elements, x, want)
						}
					}
				}
			}
		}
	}
}
