package term

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// A sum with the identity leaves every number of its format as it is, but not the
// numbers of another format with bits that are a NaN's here.
func TestQuietInItsFormat(t *testing.T) {
	d := New(Strategy{})
	x := d.Var(0, 16)
	m := d.GuardOf(d.Bit(0))
	absent := d.Const(16, 0x8000)
	here := bv.F16
	left := d.Float(bv.FAdd, here, x, absent)
	chosen := d.Float(bv.FAdd, here, d.Select(m, x, absent), absent)
	for _, f := range []bv.Format{bv.F16, bv.BF16} {
		y := bv.Value(d.Var(1, 16))
		for name, p := range map[string]func() (a, b bv.Value){
			"a sum with the identity": func() (a, b bv.Value) { return left, x },
			"a choice of it":          func() (a, b bv.Value) { return chosen, d.Select(m, x, absent) },
			"as an operand":           func() (a, b bv.Value) { return d.Float(bv.FMul, f, left, x), d.Float(bv.FMul, f, x, x) },
			"as an operand of a minimum": func() (a, b bv.Value) {
				return d.Float(bv.FMinNaN, f, left, y), d.Float(bv.FMinNaN, f, x, y)
			},
			"converted": func() (a, b bv.Value) { return d.Convert(f, bv.F32, d.Convert(bv.F32, f, left)), x },
			"compared": func() (a, b bv.Value) {
				return d.Select(d.Float(bv.FLt, f, left, absent), x, absent), d.Select(d.Float(bv.FLt, f, x, absent), x, absent)
			},
			"an element that may be there, alike": func() (a, b bv.Value) {
				return d.Float(bv.FAdd, f, d.Select(m, left, absent), y), d.Select(m, d.Float(bv.FAdd, f, x, y), y)
			},
		} {
			same := !stops(func() {
				if a, b := p(); d.Differ(a, b, &f) != False {
					stop("they differ")
				}
			})
			if same != (f == here) {
				t.Errorf("%s, taken as format %d: the same: %v", name, f, same)
			}
		}
	}
}

// An op of one format that leaves the numbers of its own as they are may change what
// an op of another, or of integers, gave.
func TestQuietOfOthers(t *testing.T) {
	d := New(Strategy{})
	x, y := d.Var(0, 16), d.Var(1, 16)
	absent := d.Const(16, 0x8000)
	for name, of := range map[string]bv.Value{
		"left by another": d.Float(bv.FAdd, bv.BF16, x, absent),
		"a sum":           d.Float(bv.FAdd, bv.BF16, x, y),
		"a minimum":       d.Float(bv.FMin, bv.BF16, x, y),
		"converted":       d.Convert(bv.BF16, bv.F32, d.Var(2, 32)),
		"of integers":     d.Int(bv.Mul, x, y),
	} {
		if name != "of integers" {
			if !stops(func() { d.Float(bv.FAdd, bv.F16, of, absent) }) {
				t.Errorf("%s: taken for a number of another format", name)
			}
			continue
		}
		got, f := d.Float(bv.FAdd, bv.F16, of, absent), bv.BF16
		if d.Differ(got, of, &f) == False {
			t.Errorf("%s: taken for the same", name)
		}
		if f = bv.F16; d.Differ(got, of, &f) != False {
			t.Errorf("%s: not the same in the format of the op", name)
		}
	}
}

// stops reports whether f ends in a [bv.Stop].
func stops(f func()) (is bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(bv.Stop); !ok {
				panic(r)
			}
			is = true
		}
	}()
	f()
	return false
}

// A number that is negated twice is that number, as an operand too, and where the mask
// chooses between results of floats and others.
func TestNegatedTwice(t *testing.T) {
	const f = bv.F32
	d := New(Strategy{})
	x, y := bv.Value(d.Var(0, 32)), bv.Value(d.Var(1, 32))
	there, sign, least := d.GuardOf(d.Bit(0)), d.Const(32, 1<<31), d.Const(32, 1)
	greatest, sum := d.Float(bv.FMax, f, x, y), d.Float(bv.FAdd, f, x, y)
	twice := func(v bv.Value) bv.Value { return bv.Negate(d, f, bv.Negate(d, f, v)) }
	for name, v := range map[string]bv.Value{
		"an element":             x,
		"a choice":               d.Select(there, x, sign),
		"a maximum":              greatest,
		"a sum":                  sum,
		"a chosen sum":           d.Select(there, sum, sign),
		"a chosen maximum":       d.Select(there, greatest, x),
		"a maximum or a sum":     d.Select(there, greatest, sum),
		"a sum with nothing":     d.Float(bv.FAdd, f, x, sign),
		"a chosen one with that": d.Select(there, d.Float(bv.FAdd, f, x, sign), greatest),
	} {
		format := bv.Format(f)
		less := d.Int(bv.Xor, bv.Negate(d, f, v), sign) // as an operand of sub
		if d.Differ(twice(v), v, &format) != False || d.Differ(d.Float(bv.FAdd, f, y, less), d.Float(bv.FAdd, f, y, v),
			&format) != False {
			t.Errorf("%s, negated twice, is another", name)
		}
		if d.Differ(twice(v), v, nil) == False {
			t.Errorf("%s, negated twice, keeps the payload of a NaN", name)
		}
		if d.Differ(bv.Negate(d, f, v), v, &format) == False {
			t.Errorf("%s, negated once, is the same", name)
		}
	}
	for name, of := range map[string]func() bv.Value{
		"a lower bit of a sum": func() bv.Value { return d.Int(bv.Xor, sum, least) },
		"two sums at once":     func() bv.Value { return d.Int(bv.Xor, sum, d.Select(there, greatest, x)) },
		"a lower bit of one of two": func() bv.Value {
			return d.Int(bv.Xor, d.Select(there, sum, greatest), d.Select(there, sign, least))
		},
	} {
		if !stops(func() { d.Float(bv.FAdd, f, y, of()) }) {
			t.Errorf("%s is taken for a number", name)
		}
	}
}
