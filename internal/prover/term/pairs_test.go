package term

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestPairs: a choice of keys, and of slots, by the order of their pairs is a key, or a slot, of the
// least or greatest token, however the order is spelled; a choice by any other condition is none.
func TestPairs(t *testing.T) {
	type asked struct {
		less, more, equal bv.Value // of the keys of x and y
		lower, higher     bv.Value // of their slots
	}
	for _, p := range []struct {
		name string
		c    func(d *Domain, a asked) bv.Value
		is   string
	}{
		{"by the key, then by the slot", func(d *Domain, a asked) bv.Value {
			return d.Int(bv.Or, a.less, d.Int(bv.And, a.equal, a.lower))
		}, "first"},
		{"a choice by equality", func(d *Domain, a asked) bv.Value { return d.Select(a.equal, a.lower, a.less) }, "first"},
		{"not greater, and less or lower", func(d *Domain, a asked) bv.Value {
			return d.Int(bv.And, d.Not(a.more), d.Int(bv.Or, a.less, a.lower))
		}, "first"},
		{"the complement", func(d *Domain, a asked) bv.Value {
			return d.Not(d.Int(bv.Or, a.less, d.Int(bv.And, a.equal, a.lower)))
		}, "last"},
		{"the reverse", func(d *Domain, a asked) bv.Value {
			return d.Int(bv.Or, a.more, d.Int(bv.And, a.equal, a.higher))
		}, "last"},
		{"neither less nor greater, and lower; or less", func(d *Domain, a asked) bv.Value {
			return d.Int(bv.Or, a.less, d.Int(bv.And, d.Int(bv.And, d.Not(a.less), d.Not(a.more)), a.lower))
		}, "first"},
		{"by the key alone", func(_ *Domain, a asked) bv.Value { return a.less }, ""},
		{"by the slot alone", func(_ *Domain, a asked) bv.Value { return a.lower }, ""},
		{"the higher slot of equal keys", func(d *Domain, a asked) bv.Value {
			return d.Int(bv.Or, a.less, d.Int(bv.And, a.equal, a.higher))
		}, ""},
		{"by the slot, then by the key", func(d *Domain, a asked) bv.Value { return d.Int(bv.Or, a.lower, a.less) }, ""},
		{"both", func(d *Domain, a asked) bv.Value { return d.Int(bv.And, a.less, a.lower) }, ""},
		{"equal keys are first", func(d *Domain, a asked) bv.Value { return d.Int(bv.Or, a.less, a.equal) }, ""},
		{"equal keys and their slots alone", func(d *Domain, a asked) bv.Value { return d.Int(bv.And, a.equal, a.lower) },
			""},
		{"greater keys, and the lower slot", func(d *Domain, a asked) bv.Value {
			return d.Int(bv.Or, a.more, d.Int(bv.And, a.equal, a.lower))
		}, ""},
	} {
		for _, less := range []bv.IntOp{bv.SLt, bv.ULt} {
			last := uint64(1)<<63 - 1
			if less == bv.ULt {
				last = ^uint64(0)
			}
			d := New(Strategy{PairOrder: &PairOrder{less, false, last, 32, 64, nil, false}})
			var tokens [4]bv.Value
			for i := range tokens {
				tokens[i] = d.Pair(d.Var(i, 64), uint64(i))
			}
			x := d.Int(bv.UMin, d.Int(bv.UMin, tokens[0], tokens[1]), tokens[2])
			y := tokens[3]
			kx, ky, sx, sy := d.PairKey(x), d.PairKey(y), d.PairSlot(x), d.PairSlot(y)
			c := p.c(d, asked{d.Int(less, kx, ky), d.Int(less, ky, kx), d.Int(bv.Eq, kx, ky), d.Int(bv.ULt, sx, sy),
				d.Int(bv.ULt, sy, sx)})
			is := map[string]bv.Value{"first": d.Int(bv.UMin, x, y), "last": d.Int(bv.UMax, x, y), "": nil}
			key, slot := d.Select(c, kx, ky), d.Select(c, sx, sy)
			for what, token := range is {
				if token == nil {
					continue
				}
				if got := key == d.PairKey(token) && slot == d.PairSlot(token); got != (p.is == what) {
					t.Errorf("%s: the %s of two is %v", p.name, what, got)
				}
			}
			low := d.Select(c, d.Extract(kx, 0, 32), d.Extract(ky, 0, 32))
			high := d.Select(c, d.Extract(kx, 32, 32), d.Extract(ky, 32, 32))
			if d.Concat(low, high) != key {
				t.Errorf("%s: halves of keys are chosen unlike keys", p.name)
			}
			if mixed := d.Select(c, d.Extract(kx, 0, 32), d.Extract(ky, 32, 32)); p.is != "" && (mixed == low || mixed == high) {
				t.Errorf("%s: halves of different places are those of one key", p.name)
			}
			if p.is == "" && (d.tokenOf(key.(*Term), d.tokenOfKey) != nil ||
				d.tokenOf(slot.(*Term), d.tokenOfSlot) != nil) {
				t.Errorf("%s: a pair is chosen", p.name)
			}
		}
	}
}
