package term

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// votes are the numbers of keys that are best, all ones of others, and the least of them.
func votes(d *Domain, best bv.Value, keys []bv.Value) (least bv.Value) {
	none := d.Const(32, nobody)
	least = none
	for i, k := range keys {
		least = d.Int(bv.UMin, least, d.Select(d.Int(bv.Eq, k, best), d.Const(32, uint64(i)), none))
	}
	return least
}

// TestOneOf: of bits that ask for the winner's number exactly one is 1. It does not follow where the best may be none
// of the keys, where two bits ask for one number, where nobody asks for a number, or of other bits.
func TestOneOf(t *testing.T) {
	d := New(Strategy{})
	var keys []bv.Value
	for i := range 5 {
		keys = append(keys, d.Var(i, 32))
	}
	best := func(of ...bv.Value) bv.Value {
		x := of[0]
		for _, k := range of[1:] {
			x = d.Int(bv.SMax, x, k)
		}
		return x
	}
	asks := func(least bv.Value, numbers ...uint64) (bits []bv.Value) {
		for _, n := range numbers {
			bits = append(bits, d.Int(bv.Eq, least, d.Const(32, n)))
		}
		return bits
	}
	winner := votes(d, best(keys...), keys)
	number, which, numbers, ok := d.OneOf(asks(winner, 7, 4, 3, 2, 1, 0))
	if !ok || len(which) != 5 || which[0] != 5 || numbers[4] != 4 || d.Differ(number, winner, nil) != False {
		t.Errorf("number %v, bits %v of %v: %v", number, which, numbers, ok)
	}
	for name, bits := range map[string][]bv.Value{
		"a best that may be none of the keys": asks(votes(d, best(append(keys, d.Var(9, 32))...), keys), 0, 1, 2, 3, 4),
		"a number twice":                      asks(winner, 0, 1, 2, 3, 4, 4),
		"a number left out":                   asks(winner, 0, 1, 2, 4),
		"an order the other way round": asks(votes(d, d.Int(bv.SMin, best(keys[1:]...), keys[0]), keys), 0, 1, 2, 3,
			4),
		"any number": asks(d.Var(10, 32), 0, 1, 2, 3, 4),
		"of two winners": append(asks(winner, 0, 1, 2),
			asks(votes(d, best(keys[1:]...), keys[1:]), 3, 4)...),
		"a bit of the keys": append(asks(winner, 0, 1, 2, 3), d.Int(bv.SLt, keys[0], keys[1])),
		"none":              nil,
	} {
		if _, _, _, ok := d.OneOf(bits); ok {
			t.Errorf("%s: one of them is 1", name)
		}
	}
}

// TestWinnersElement: the element of a running winner's number has the best key, if the keys are those of the elements.
func TestWinnersElement(t *testing.T) {
	d := New(Strategy{})
	var keys []bv.Value
	for i := range 4 {
		keys = append(keys, d.Var(i, 32))
	}
	run := func(strict bool, numbers ...uint64) bv.Value {
		best, at := keys[0], d.Const(64, numbers[0])
		for i, k := range keys[1:] {
			better := d.Int(bv.SLt, best, k)
			if !strict {
				better = d.Not(d.Int(bv.SLt, k, best))
			}
			best, at = d.Select(better, k, best), d.Select(better, d.Const(64, numbers[i+1]), at)
		}
		return at
	}
	best, ok := d.Winner(run(true, 0, 1, 2, 3), keys)
	most := d.Int(bv.SMax, d.Int(bv.SMax, keys[0], keys[1]), d.Int(bv.SMax, keys[2], keys[3]))
	if !ok || best != most {
		t.Errorf("%v, %v", best, ok)
	}
	others := append([]bv.Value{d.Var(8, 32)}, keys[1:]...)
	for name, got := range map[string]struct {
		at   bv.Value
		keys []bv.Value
	}{
		"the number before":      {run(true, 0, 0, 1, 2), keys},
		"the number after":       {run(true, 1, 2, 3, 4), append(keys, d.Var(9, 32))},
		"the keys of others":     {run(true, 0, 1, 2, 3), others},
		"fewer elements":         {run(true, 0, 1, 2, 3), keys[:3]},
		"any number":             {d.Var(7, 64), keys},
		"a choice by no key":     {d.Select(d.Var(6, 1), d.Const(64, 1), d.Const(64, 0)), keys},
		"the last of equal ones": {run(false, 0, 1, 2, 3), keys},
	} {
		if _, ok := d.Winner(got.at, got.keys); ok {
			t.Errorf("%s: the element has the best key", name)
		}
	}
}

// TestAbsorbed: the least of all is 0 where 0 always takes part, and not where it may not.
func TestAbsorbed(t *testing.T) {
	d := New(Strategy{})
	x, zero, ones := d.Var(0, 8), d.Const(8, 0), d.Const(8, 0xff)
	for _, of := range []struct {
		op   bv.IntOp
		x    uint64
		keep bool
	}{{bv.UMin, 0, true}, {bv.UMin, 1, false}, {bv.UMax, 0xff, true}, {bv.UMax, 0x7f, false}, {bv.SMin, 0x80, true},
		{bv.SMin, 0, false}, {bv.SMax, 0x7f, true}, {bv.SMax, 0xff, false}} {
		if got := d.Int(of.op, x, d.Const(8, of.x)); (got == d.Const(8, of.x)) != of.keep {
			t.Errorf("%v with %#x: %v", of.op, of.x, got)
		}
	}
	if got := d.Int(bv.UMin, x, d.Select(d.MaskBits(3, 1), zero, ones)); got == zero {
		t.Error("a number that may not take part is the least")
	}
}
