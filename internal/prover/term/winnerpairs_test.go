package term

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// step is one choice, of x or y, of keys and slots alike, between two that are chosen before; and what is asked then.
type step func(d *Domain, a comparisons, x, y bv.Value) bv.Value

// comparisons are those of two pairs: of x's key with y's, and of their slots.
type comparisons struct{ less, more, equal, lower, higher bv.Value }

// winnerSteps are ways to choose the better of two pairs x and y, with false siblings.
var winnerSteps = []struct {
	name   string
	choose step
	right  bool
}{
	{"at once", func(d *Domain, a comparisons, x, y bv.Value) bv.Value {
		return d.Select(d.Int(bv.Or, a.less, d.Int(bv.And, a.equal, a.lower)), x, y)
	}, true},
	{"by the key, else by the slot", func(d *Domain, a comparisons, x, y bv.Value) bv.Value {
		return d.Select(a.less, x, d.Select(a.equal, d.Select(a.lower, x, y), y))
	}, true},
	{"unless greater, by the slot of equals", func(d *Domain, a comparisons, x, y bv.Value) bv.Value {
		return d.Select(a.more, y, d.Select(d.Not(a.equal), x, d.Select(a.higher, y, x)))
	}, true},
	{"the higher slot of equals", func(d *Domain, a comparisons, x, y bv.Value) bv.Value {
		return d.Select(a.less, x, d.Select(a.equal, d.Select(a.higher, x, y), y))
	}, false},
	{"the second of equals", func(d *Domain, a comparisons, x, y bv.Value) bv.Value {
		return d.Select(a.less, x, y)
	}, false},
	{"the first of equals", func(d *Domain, a comparisons, x, y bv.Value) bv.Value {
		return d.Select(a.less, x, d.Select(a.equal, x, y))
	}, false},
	{"the lower slot of unequals", func(d *Domain, a comparisons, x, y bv.Value) bv.Value {
		return d.Select(a.less, x, d.Select(a.lower, x, y))
	}, false},
	{"the greater of unequals", func(d *Domain, a comparisons, x, y bv.Value) bv.Value {
		return d.Select(a.more, x, d.Select(a.equal, d.Select(a.lower, x, y), y))
	}, false},
}

// TestWinnerPairs: of two winners, with a key and a slot each, the one that is chosen by the order of pairs is the
// winner of both. Its key is the best of all keys. Another choice gives no winner.
func TestWinnerPairs(t *testing.T) {
	for _, order := range []PairOrder{
		{Less: bv.SLt, LastKey: 1<<31 - 1, LastSlot: nobody, KeyBits: 32, Winner: true},
		{Less: bv.SLt, Greatest: true, LastKey: 1 << 31, LastSlot: nobody, KeyBits: 32, Winner: true},
		{Less: bv.ULt, LastKey: 1<<32 - 1, LastSlot: nobody, KeyBits: 32, Winner: true},
		{Less: bv.ULt, Greatest: true, LastKey: 0, LastSlot: nobody, KeyBits: 32, Winner: true},
		{Less: bv.ULt, LastKey: 1<<64 - 1, LastSlot: nobody, KeyBits: 64, Winner: true},
		{Float: &f32, LastSlot: nobody, KeyBits: 32, Winner: true},
		{Float: &f32, Greatest: true, LastSlot: nobody, KeyBits: 32, Winner: true},
	} {
		for _, way := range winnerSteps {
			d := New(Strategy{PairOrder: &order,
				Values: Values{NoNaN: true, NoNegativeZero: true, Elements: 4, Format: f32}})
			var tokens, keys [4]bv.Value
			for i := range tokens {
				keys[i] = d.Var(i, order.KeyBits)
				tokens[i] = d.Pair(keys[i], uint64(i))
			}
			x, y := d.Int(bv.UMin, tokens[0], tokens[2]), d.Int(bv.UMin, tokens[1], tokens[3])
			kx, ky, sx, sy := d.PairKey(x), d.PairKey(y), d.PairSlot(x), d.PairSlot(y)
			better, worse := kx.(*Term), ky.(*Term)
			if order.Greatest {
				better, worse = worse, better
			}
			less, equal := d.comparedKeys(better, worse)
			more, _ := d.comparedKeys(worse, better)
			a := comparisons{less, more, equal, d.Int(bv.SLt, sx, sy), d.Int(bv.SLt, sy, sx)}
			all := d.Int(bv.UMin, x, y)
			key, slot := way.choose(d, a, kx, ky), way.choose(d, a, sx, sy)
			if got := slot == d.PairSlot(all); got != way.right {
				t.Errorf("%s: the winner's slot: %v", way.name, got)
			}
			first, _ := d.ordersOfKeys()
			join := func(a, b bv.Value) *Term { return d.apply2(first, a.(*Term), b.(*Term)) }
			best := join(join(keys[0], keys[1]), join(keys[2], keys[3]))
			if way.right && (key != best || d.PairKey(all) != best) {
				t.Errorf("%s: not the best key", way.name)
			}
			if mixed := way.choose(d, a, kx, d.Extend(sy, order.KeyBits, false)); mixed == key || mixed == slot {
				t.Errorf("%s: a key or a slot is a pair", way.name)
			}
		}
	}
}
