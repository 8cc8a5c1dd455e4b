package tape_test

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/tape"
)

// parted is a random program on words that are widened, masked and put together.
func parted(r *rand.Rand, n int) *program {
	p := &program{}
	add := func(w int, s step) { p.steps, p.w = append(p.steps, s), append(p.w, w) }
	for _, w := range []int{1, 8, 8, 8, 16, 16, 16, 32, 32} {
		add(w, nil)
	}
	for len(p.steps) < n {
		a := r.IntN(len(p.w))
		w := p.w[a]
		b, c := p.of(r, w), p.of(r, 1)
		op, signed, lo := bv.IntOp(r.IntN(int(bv.SLt)+1)), r.IntN(2) == 0, r.IntN(w)
		bits, result := 1+r.IntN(w-lo), w
		if op >= bv.Eq {
			result = 1
		}
		switch r.IntN(8) {
		case 0:
			add(result, func(d bv.Domain, v []bv.Value) bv.Value { return d.Int(op, v[a], v[b]) })
		case 1: // with consecutive ones, or with what is a few bits with a sign
			x := ^uint64(0) >> (64 - bits) << lo
			if signed {
				x = uint64(r.IntN(64) - 32)
			}
			add(result, func(d bv.Domain, v []bv.Value) bv.Value { return d.Int(op, v[a], d.Const(w, x)) })
		case 2: // as C++ computes
			if wide := 2 * w; wide <= 64 {
				other := r.IntN(2) == 0
				add(w, func(d bv.Domain, v []bv.Value) bv.Value {
					x := d.Int(op, d.Extend(v[a], wide, signed), d.Extend(v[b], wide, other))
					if op < bv.Eq {
						x = d.Int(bv.Add, x, d.Extend(v[a], wide, other))
					}
					return d.Extract(d.Extend(x, max(wide, x.Width()), false), 0, w)
				})
			}
		case 3:
			add(bits, func(d bv.Domain, v []bv.Value) bv.Value { return d.Extract(v[a], lo, bits) })
		case 4:
			if w+lo+1 <= 64 {
				add(w+lo+1, func(d bv.Domain, v []bv.Value) bv.Value { return d.Extend(v[a], w+lo+1, signed) })
			}
		case 5:
			if h := r.IntN(len(p.w)); w+p.w[h] <= 64 {
				add(w+p.w[h], func(d bv.Domain, v []bv.Value) bv.Value { return d.Concat(v[a], v[h]) })
			}
		case 6: // beside zeros or ones
			if ones := r.Uint64() & -uint64(r.IntN(2)); w+lo+1 <= 64 {
				add(w+lo+1, func(d bv.Domain, v []bv.Value) bv.Value {
					if signed {
						return d.Concat(v[a], d.Const(lo+1, ones))
					}
					return d.Concat(d.Const(lo+1, ones), v[a])
				})
			}
		case 7:
			add(w, func(d bv.Domain, v []bv.Value) bv.Value { return d.Select(v[c], v[a], v[b]) })
		}
	}
	return p
}

// TestParts: operations on words with known parts give what numbers give, as recorded and in normal form.
func TestParts(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	values, known := 0, 0
	for round := range 1500 {
		p := parted(r, 60)
		tp, nodes := recorded(p)
		run, class := tp.Program(nodes...), map[*tape.Node]int{}
		for row := range 30 {
			in := inputs(r, p, bv.F64)
			for i, x := range in {
				in[i] = bv.Numbers{}.Const(p.w[i], x.(bv.Word).X)
				if slot := run.In(i); slot != nil {
					slot[0] = in[i].(bv.Word).X
				}
			}
			run.Run(1)
			v := p.run(bv.Numbers{}, in)
			for i, want := range v {
				if got := run.Out(nodes[i])[0]; got != want.(bv.Word).X || nodes[i].Width() != p.w[i] {
					t.Fatalf("round %d, value %d of %d bits is %#x, want %v", round, i, p.w[i], got, want)
				}
				if row == 0 {
					values++
					if _, is := tp.Known(nodes[i]); is {
						known++
					}
				}
				if first, seen := class[tp.Normal(nodes[i])]; seen && v[first] != want {
					t.Fatalf("round %d: values %d and %d have one form, and are %v and %v", round, first, i, v[first], want)
				} else if !seen {
					class[tp.Normal(nodes[i])] = i
				}
			}
		}
	}
	if known < values/100 || known > values/2 {
		t.Errorf("%d of %d values are constants", known, values)
	}
}

// TestKnown: what the parts or the least value of words decide is a number, and nothing else is.
func TestKnown(t *testing.T) {
	d := tape.New()
	x, y := d.Var(8), d.Var(8)
	top := d.Extend(d.Select(d.Int(bv.ULt, x, d.Const(8, 32)), d.Const(8, 32), x), 16, false)
	number := func(x uint64) bv.Value { return d.Const(16, x) }
	above := func(x bv.Value, hi uint64) bv.Value { return d.Concat(x, d.Const(8, hi)) }
	for _, tt := range []struct {
		name  string
		got   bv.Value
		known bool
		is    uint64
	}{
		{"31 < it", d.Int(bv.ULt, number(31), top), true, 1},
		{"32 < it", d.Int(bv.ULt, number(32), top), false, 0},
		{"it < 32", d.Int(bv.ULt, top, number(32)), true, 0},
		{"it < 33", d.Int(bv.ULt, top, number(33)), false, 0},
		{"it is 31", d.Int(bv.Eq, top, number(31)), true, 0},
		{"it is 32", d.Int(bv.Eq, top, number(32)), false, 0},
		{"the lesser of it and 32", d.Int(bv.UMin, top, number(32)), true, 32},
		{"the lesser of it and 33", d.Int(bv.UMin, top, number(33)), false, 0},
		{"31 < x", d.Int(bv.ULt, d.Const(8, 31), x), false, 0},
		{"x widened is 256", d.Int(bv.Eq, d.Extend(x, 16, false), number(256)), true, 0},
		{"x below 1 < y below 2", d.Int(bv.SLt, above(x, 1), above(y, 2)), true, 1},
		{"x below 128 < y below 2", d.Int(bv.SLt, above(x, 128), above(y, 2)), true, 1},
		{"x below 128 < y below 2, without sign", d.Int(bv.ULt, above(x, 128), above(y, 2)), true, 0},
		{"x below 2 < y below 2", d.Int(bv.SLt, above(x, 2), above(y, 2)), false, 0},
	} {
		if n, known := d.Known(tt.got); known != tt.known || n != tt.is && known {
			t.Errorf("%s: %d, known %v", tt.name, n, known)
		}
	}
}

// TestAtMost: a minimum or maximum is at most a bound where numbers are.
func TestAtMost(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	ops := map[bool][2]bv.IntOp{true: {bv.SMin, bv.SMax}, false: {bv.UMin, bv.UMax}}
	taken := 0
	for seed := range 3000 {
		d, n, signed := tape.New(), bv.Numbers{}, seed%2 == 0
		bound, a := d.Var(8), bv.Value(d.Var(8))
		in := []uint64{r.Uint64() & 0xff, r.Uint64() & 0xff}
		x := n.Const(8, in[1])
		for range 6 {
			op, more, bit := ops[signed][r.IntN(2)], r.Uint64()&0xff, r.Uint64()&1
			b, c := d.Var(8), d.Var(1)
			in = append(in, more, bit)
			a = d.Select(c, d.Int(op, a, b), b)
			x = n.Select(n.Const(1, bit), n.Int(op, x, n.Const(8, more)), n.Const(8, more))
		}
		at := d.AtMost(tape.Order{Signed: signed, Float: bv.NoFormat}, a.(*tape.Node), bound)
		p := d.Program(at)
		for i, x := range in {
			if row := p.In(i); row != nil {
				row[0] = x
			}
		}
		p.Run(1)
		less := map[bool]bv.IntOp{true: bv.SLt, false: bv.ULt}[signed]
		want := 1 - n.Int(less, n.Const(8, in[0]), x).(bv.Word).X
		if got := p.Out(at)[0]; got != want {
			t.Fatalf("seed %d: %d, want %d", seed, got, want)
		}
		taken += int(want)
	}
	if taken < 300 || taken > 2700 {
		t.Errorf("%d of 3000 are at most the bound", taken)
	}
}
