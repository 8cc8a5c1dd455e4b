package term

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestVotes: two lanes each keep the best of columns that lie between those of the other lane. The least column of a
// lane with the best of all is the winner's, if each lane has the first of its best columns.
func TestVotes(t *testing.T) {
	columns := [][]uint64{{0, 1, 4, 5}, {2, 3, 6, 7}}
	for _, op := range orders {
		other := map[bv.IntOp]bv.IntOp{bv.SMin: bv.UMin, bv.SMax: bv.UMax, bv.UMin: bv.SMin, bv.UMax: bv.SMax}[op]
		for name, v := range map[string]struct {
			right, last bool     // a lane keeps the last of equal keys
			compares    bv.IntOp // the order of the comparison by which a lane votes; 0: it asks for the best
			column      uint64   // the first
			foreign     bool     // the second lane votes once more, beside a key that is none of all
			again       bv.IntOp // it votes once more by a comparison in this order
		}{
			"the best":               {right: true},
			"none better":            {right: true, compares: op},
			"the last of equal keys": {last: true},
			"another order":          {compares: other},
			"another column":         {column: 9},
			"the other's column":     {column: 2},
			"a key of none":          {foreign: true},
			"a vote more":            {right: true, again: op},
			"one of another order":   {again: other},
		} {
			d := New(Strategy{})
			keys, all := []bv.Value{}, make32(d)
			for i := range 8 {
				keys = append(keys, d.Var(i, 16))
			}
			best := keys[0]
			for _, k := range keys[1:] {
				best = d.Int(op, best, k)
			}
			none := d.Const(32, nobody)
			least := bv.Value(none)
			lanes := columns
			if v.foreign || v.again != 0 {
				lanes = append(lanes[:2:2], columns[1])
			}
			for lane, of := range lanes {
				most, at := keys[of[0]], d.Const(32, of[0])
				if lane == 2 && v.foreign {
					most, at, of = d.Var(8, 16), d.Const(32, 0), append([]uint64{0}, of...)
				}
				if lane == 0 {
					at = d.Const(32, v.column)
				}
				for _, c := range of[1:] {
					changes := better(d, op, keys[c], most)
					if v.last {
						changes = d.Not(better(d, op, most, keys[c]))
					}
					most, at = d.Int(op, most, keys[c]), d.Select(changes, d.Const(32, c), at)
				}
				votes := d.Int(bv.Eq, most, best)
				if v.compares != 0 {
					votes = d.Not(better(d, v.compares, best, most))
				} else if lane == 2 && v.again != 0 {
					votes = d.Not(better(d, v.again, best, most))
				}
				least = d.Int(bv.UMin, least, d.Select(votes, at, none))
			}
			for i, k := range keys {
				all[i] = d.Int(bv.Eq, k, best)
			}
			if same := d.Differ(least, d.FirstBit(all, nobody), nil) == False; same != v.right {
				t.Errorf("op %d, %s: shown to be the winner: %v", op, name, same)
			}
		}
	}
}
