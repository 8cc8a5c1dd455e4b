package term

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// tied is the choice of the better of two winners, with keys x and y and numbers a and b. Its fields alter that.
type tied struct {
	least, signed   bool
	turned          bool // the other key is the better
	higher          bool // of equal keys the higher number counts
	unequal, always bool // the numbers are asked where the keys differ; everywhere
	beside          bool // it is asked, too, that the other key is not better
}

func (c tied) op() bv.IntOp {
	switch {
	case c.least && c.signed:
		return bv.SMin
	case c.least:
		return bv.UMin
	case c.signed:
		return bv.SMax
	}
	return bv.UMax
}

// choose gives the key and the number; the keys are the bests of two keys each.
func (c tied) choose(d bv.Domain, keys, numbers []bv.Value) []bv.Value {
	x, y := d.Int(c.op(), keys[0], keys[1]), d.Int(c.op(), keys[2], keys[3])
	a, b := numbers[0], numbers[1]
	wins := better(d, c.op(), y, x)
	if c.turned {
		wins = better(d, c.op(), x, y)
	}
	not := func(v bv.Value) bv.Value { return d.Int(bv.Xor, v, d.Const(1, 1)) }
	tie, lower := d.Int(bv.Eq, x, y), d.Int(bv.ULt, b, a)
	if c.higher {
		lower = d.Int(bv.ULt, a, b)
	}
	if c.unequal {
		tie = not(tie)
	}
	if c.beside {
		tie = d.Int(bv.And, tie, not(wins))
	}
	if !c.always {
		lower = d.Int(bv.And, tie, lower)
	}
	wins = d.Int(bv.Or, wins, lower)
	return []bv.Value{d.Select(wins, y, x), d.Select(wins, b, a)}
}

// TestTie holds the choice of the better of two winners against numbers and against the lowest number of the best.
func TestTie(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	n := bv.Numbers{}
	for _, order := range []tied{{}, {least: true}, {signed: true}, {least: true, signed: true}} {
		for name, alter := range map[string]func(*tied){
			"right":                   func(*tied) {},
			"asked beside":            func(c *tied) { c.beside = true },
			"the worse":               func(c *tied) { c.turned = true },
			"the higher of equals":    func(c *tied) { c.higher = true },
			"asked where they differ": func(c *tied) { c.unequal = true },
			"asked everywhere":        func(c *tied) { c.always = true },
		} {
			c := order
			alter(&c)
			d := New(Strategy{})
			keys := []bv.Value{d.Var(0, 8), d.Var(1, 8), d.Var(2, 8), d.Var(3, 8)}
			numbers := []bv.Value{d.Var(4, 32), d.Var(5, 32)}
			got := c.choose(d, keys, numbers)
			x, y := d.Int(c.op(), keys[0], keys[1]).(*Term), d.Int(c.op(), keys[2], keys[3]).(*Term)
			best, none := d.Int(c.op(), x, y), d.Const(32, ones(32))
			lowest := d.Int(bv.UMin, d.Select(d.Int(bv.Eq, x, best), numbers[0], none),
				d.Select(d.Int(bv.Eq, y, best), numbers[1], none))
			right := name == "right" || name == "asked beside"
			if same := got[0] == d.Int(c.op(), x, y) && got[1] == lowest; same != right {
				t.Errorf("op %d, %s: shown to be the winner: %v", c.op(), name, same)
			}
			for range 1000 {
				var in []uint64
				for range 6 {
					in = append(in, rng.Uint64()&3*0x55)
				}
				want := c.choose(n, []bv.Value{n.Const(8, in[0]), n.Const(8, in[1]), n.Const(8, in[2]), n.Const(8, in[3])},
					[]bv.Value{n.Const(32, in[4]), n.Const(32, in[5])})
				for i := range want {
					w, _ := n.Known(want[i])
					if v := d.Eval(got[i], Input{Mask: func(int) bool { return false }, Element: func(name int) uint64 {
						return in[name]
					}}); v != w {
						t.Fatalf("op %d, %s, %#x: value %d is %#x, want %#x", c.op(), name, in, i, v, w)
					}
				}
			}
		}
	}
}
