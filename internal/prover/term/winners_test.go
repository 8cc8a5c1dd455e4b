package term

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// parted is a winner found in parts of two lanes each: the best key of each part, the first lane that has it, and the
// least of these lanes with the best of all in its part. Its fields alter that.
type parted struct {
	op, across bv.IntOp // of the parts, and over them
	offset     []uint64 // added to the lane's number in a part
	asked      []int    // by lane: the mask bit by which it is asked
	least      bv.IntOp
}

func (p parted) number(d bv.Domain, keys []bv.Value, mask func(bit int) bv.Value) bv.Value {
	w := keys[0].Width()
	id := d.Const(w, intOp(p.op).identity(w))
	var bests, firsts []bv.Value
	for from := 0; from < len(keys); from += 2 {
		best := id
		for i := from; i < from+2; i++ {
			best = d.Int(p.op, best, d.Select(mask(i), keys[i], id))
		}
		var bits []bv.Value
		for i := from; i < from+2; i++ {
			bits = append(bits, d.Int(bv.And, mask(p.asked[i]), d.Int(bv.Eq, keys[i], best)))
		}
		first := bv.First(d, d.Concat(bits[0], bits[1]), nobody)
		bests, firsts = append(bests, best), append(firsts, d.Int(bv.Or, first, d.Const(32, p.offset[from/2])))
	}
	most := bests[0]
	for _, b := range bests[1:] {
		most = d.Int(p.across, most, b)
	}
	none := d.Const(32, intOp(p.least).identity(32))
	least := none
	for i, b := range bests {
		least = d.Int(p.least, least, d.Select(d.Int(bv.Eq, b, most), firsts[i], none))
	}
	return least
}

// TestWinners compares the form of a winner of winners with numbers and with the form of one winner. A term that
// differs from it in one place has no form, or a form of its own value that is not that winner.
func TestWinners(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, op := range orders {
		right := parted{op, op, []uint64{0, 2, 4}, []int{0, 1, 2, 3, 4, 5}, bv.UMin}
		other := map[bv.IntOp]bv.IntOp{bv.SMin: bv.SMax, bv.SMax: bv.SMin, bv.UMin: bv.UMax, bv.UMax: bv.UMin}[op]
		signs := map[bv.IntOp]bv.IntOp{bv.SMin: bv.UMin, bv.SMax: bv.UMax, bv.UMin: bv.SMin, bv.UMax: bv.SMax}[op]
		for name, p := range map[string]parted{
			"right":                     right,
			"the worst of the parts":    {op, other, right.offset, right.asked, bv.UMin},
			"another order of parts":    {op, signs, right.offset, right.asked, bv.UMin},
			"the last of the parts":     {op, op, right.offset, right.asked, bv.UMax},
			"the first by signs":        {op, op, right.offset, right.asked, bv.SMin},
			"a number twice":            {op, op, []uint64{0, 0, 4}, right.asked, bv.UMin},
			"a bit of the number set":   {op, op, []uint64{0, 1, 4}, right.asked, bv.UMin},
			"parts exchanged":           {op, op, []uint64{2, 0, 4}, right.asked, bv.UMin},
			"asked by the other's mask": {op, op, right.offset, []int{1, 1, 2, 3, 4, 5}, bv.UMin},
			"asked by another part's":   {op, op, right.offset, []int{0, 1, 0, 3, 4, 5}, bv.UMin},
		} {
			d, n := New(Strategy{}), bv.Numbers{}
			var keys, all []bv.Value
			for i := range 6 {
				keys = append(keys, d.Var(i, 8))
			}
			id := d.Const(8, intOp(op).identity(8))
			best := bv.Value(id)
			for i, k := range keys {
				best = d.Int(op, best, d.Select(d.GuardOf(d.Bit(i)), k, id))
			}
			for i := range wordBits {
				if all = append(all, d.Const(1, 0)); i < len(keys) {
					all[i] = d.Int(bv.And, d.GuardOf(d.Bit(i)), d.Int(bv.Eq, keys[i], best))
				}
			}
			got := p.number(d, keys, func(bit int) bv.Value { return d.GuardOf(d.Bit(bit)) }).(*Term)
			if same := d.Differ(got, d.FirstBit(all, nobody), nil) == False; same != (name == "right") {
				t.Errorf("op %d, %s: shown to be the winner: %v", op, name, same)
			}
			for _, f := range d.byWinners(got) {
				for range 300 {
					mask, elements := rng.Uint32(), rng.Uint64()
					in := Input{Mask: func(bit int) bool { return mask>>bit&1 == 1 }, Element: func(name int) uint64 {
						return elements >> (2 * name) & 3 * 0x55
					}}
					var on []bv.Value
					for i := range keys {
						on = append(on, n.Const(8, in.Element(i)))
					}
					want, _ := n.Known(p.number(n, on, func(bit int) bv.Value { return n.Const(1, uint64(mask>>bit&1)) }))
					if x := d.Eval(f.t, in); x != want {
						t.Fatalf("op %d, %s, mask %#x, elements %#x: %#x, want %#x", op, name, mask, elements, x, want)
					}
				}
			}
		}
	}
}

// TestWinnerOfUnevenParts: a thread of four keys keeps the number of the last that changed its best, another thread has
// one key. The set that the comparisons of the first have most often in common is not that of all keys.
func TestWinnerOfUnevenParts(t *testing.T) {
	d := New(Strategy{})
	number := func(n int) bv.Value { return d.Const(32, uint64(n)) }
	keys := make([]bv.Value, 5)
	for i := range keys {
		keys[i] = d.Var(i, 8)
	}
	best, at := keys[0], number(0)
	for i, k := range keys[1:4] {
		next := d.Int(bv.SMax, best, k)
		best, at = next, d.Select(d.Int(bv.Eq, next, best), at, number(i+1))
	}
	none := number(nobody)
	for _, last := range []int{3, 4} {
		most := d.Int(bv.SMax, best, keys[4])
		got := d.Int(bv.UMin, d.Select(d.Int(bv.SLt, best, keys[4]), none, at),
			d.Select(d.Int(bv.SLt, keys[4], best), none, number(last)))
		all := slices.Repeat([]bv.Value{d.Const(1, 0)}, wordBits)
		for i, k := range keys {
			all[i] = d.Int(bv.Eq, k, most)
		}
		if same := d.Differ(got.(*Term), d.FirstBit(all, nobody), nil) == False; same != (last == 4) {
			t.Errorf("the last key has the number %d: shown to be the winner: %v", last, same)
		}
	}
}
