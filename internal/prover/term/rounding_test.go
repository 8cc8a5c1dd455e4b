package term

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestRoundingByBitsOfNumbers: of all upper halves, with lower halves about those where the result changes, the integer
// arithmetic gives what the conversion does; and NaNs are those above infinity.
func TestRoundingByBitsOfNumbers(t *testing.T) {
	n := bv.Numbers{}
	lower := []uint64{0, 1, 0x7ffe, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff, 0x1234, 0xabcd}
	for upper := range uint64(1 << 16) {
		for _, l := range lower {
			x := upper<<16 | l
			nan := bv.IsNaN(bv.F32, x)
			if above := x&0x7fffffff > bv.Infinity(bv.F32); above != nan {
				t.Fatalf("%#x above infinity: %v, NaN: %v", x, above, nan)
			}
			want := n.Convert(bv.BF16, bv.F32, bv.Word{W: 32, X: x}).(bv.Word).X
			if got := (x + bfloatHalf + x>>16&1) >> 16 & 0xffff; !nan && got != want {
				t.Fatalf("%#x: %#x, want %#x", x, got, want)
			}
			if nan && want != 0x7fff {
				t.Fatalf("NaN %#x: %#x, want 0x7fff", x, want)
			}
		}
	}
}

// rounder has the steps by which compilers round a float32 result.
type rounder struct {
	*Domain
	x bv.Value
}

func (r rounder) word(x uint64) bv.Value { return r.Const(32, x) }

func (r rounder) add(a, b bv.Value) bv.Value { return r.Int(bv.Add, a, b) }

// bit is bit k of the result, in 32 bits.
func (r rounder) bit(k int) bv.Value {
	return r.Int(bv.And, r.Extend(r.Extract(r.x, k, 32-k), 32, false), r.word(1))
}

func (r rounder) magnitude() bv.Value { return r.Int(bv.And, r.x, r.word(0x7fffffff)) }

func (r rounder) above() bv.Value { return r.Int(bv.ULt, r.word(0x7f800000), r.magnitude()) }

func (r rounder) upper(x bv.Value) bv.Value { return r.Extract(x, 16, 16) }

func (r rounder) sum() bv.Value { return r.add(r.add(r.x, r.bit(16)), r.word(bfloatHalf)) }

// want is the conversion.
func (r rounder) want() bv.Value { return r.Convert(bv.BF16, bv.F32, r.x) }

// TestRoundingByBits: each order of the steps is the conversion, in a half word and in the upper half of a word.
func TestRoundingByBits(t *testing.T) {
	half := func(r rounder, x uint64) bv.Value { return r.Const(16, x) }
	for name, of := range map[string]func(r rounder) bv.Value{
		"the bit first": func(r rounder) bv.Value { return r.Select(r.above(), half(r, 0x7fff), r.upper(r.sum())) },
		"half first": func(r rounder) bv.Value {
			return r.Select(r.above(), half(r, 0x7fff), r.upper(r.add(r.add(r.x, r.word(bfloatHalf)), r.bit(16))))
		},
		"half and the bit first": func(r rounder) bv.Value {
			return r.Select(r.above(), half(r, 0x7fff), r.upper(r.add(r.x, r.add(r.bit(16), r.word(bfloatHalf)))))
		},
		"a number first": func(r rounder) bv.Value {
			return r.Select(r.Int(bv.Xor, r.above(), r.Const(1, 1)), r.upper(r.sum()), half(r, 0x7fff))
		},
		"below the least NaN": func(r rounder) bv.Value {
			return r.Select(r.Int(bv.ULt, r.magnitude(), r.word(0x7f800001)), r.upper(r.sum()), half(r, 0x7fff))
		},
		"signed": func(r rounder) bv.Value {
			return r.Select(r.Int(bv.SLt, r.word(0x7f800000), r.magnitude()), half(r, 0x7fff), r.upper(r.sum()))
		},
		"asked of the float": func(r rounder) bv.Value {
			return r.Select(IsNaN(r, bv.F32, r.x), half(r, 0x7fff), r.upper(r.sum()))
		},
		"in a word": func(r rounder) bv.Value {
			return r.Extract(r.Select(r.above(), r.word(0x7fff), r.Extend(r.upper(r.sum()), 32, false)), 0, 16)
		},
		"in an upper half": func(r rounder) bv.Value {
			all := r.Select(r.above(), r.word(0x7fff0000), r.Int(bv.And, r.sum(), r.word(0xffff0000)))
			if all != r.Concat(r.Const(16, 0), r.want()) {
				return nil
			}
			return r.upper(all)
		},
	} {
		for what, make := range results {
			d := New(Strategy{})
			r := rounder{d, make(d)}
			if got := of(r); got != r.want() {
				t.Errorf("%s, %s: %v, want the conversion", name, what, got)
			} else if d.LawsOf(got)&lawsOf(RoundingByBits) == 0 {
				t.Errorf("%s, %s: the law is not named", name, what)
			}
		}
	}
}

// results are float32 that arithmetic gives.
var results = map[string]func(d *Domain) bv.Value{
	"a product": func(d *Domain) bv.Value { return d.Float(bv.FMul, bv.F32, d.Var(0, 32), d.Var(1, 32)) },
	"a sum of a product": func(d *Domain) bv.Value {
		return d.Float(bv.FAdd, bv.F32, d.Float(bv.FMul, bv.F32, d.Var(0, 32), d.Var(1, 32)), d.Var(2, 32))
	},
	"a call": func(d *Domain) bv.Value { return bv.Apply(d, bv.FMA(bv.F32), d.Var(0, 32), d.Var(1, 32), d.Var(2, 32)) },
}

// TestNotRoundingByBits: other arithmetic on the bits of a result ends the proof, or is not the conversion.
func TestNotRoundingByBits(t *testing.T) {
	nan := func(r rounder) bv.Value { return r.Const(16, 0x7fff) }
	for name, of := range map[string]func(r rounder) bv.Value{
		"half itself":        func(r rounder) bv.Value { return r.add(r.add(r.x, r.bit(16)), r.word(0x8000)) },
		"less than half":     func(r rounder) bv.Value { return r.add(r.add(r.x, r.bit(16)), r.word(0x7ffe)) },
		"half twice":         func(r rounder) bv.Value { return r.add(r.sum(), r.word(bfloatHalf)) },
		"the bit twice":      func(r rounder) bv.Value { return r.add(r.sum(), r.bit(16)) },
		"the bit below":      func(r rounder) bv.Value { return r.add(r.x, r.bit(15)) },
		"the bit above":      func(r rounder) bv.Value { return r.add(r.x, r.bit(17)) },
		"the result twice":   func(r rounder) bv.Value { return r.add(r.x, r.x) },
		"less half":          func(r rounder) bv.Value { return r.Int(bv.Sub, r.x, r.word(bfloatHalf)) },
		"from half":          func(r rounder) bv.Value { return r.Int(bv.Sub, r.word(bfloatHalf), r.x) },
		"the difference":     func(r rounder) bv.Value { return r.Int(bv.Sub, r.sum(), r.x) },
		"another's bit":      func(r rounder) bv.Value { return r.add(rounder{r.Domain, r.other()}.x, r.bit(16)) },
		"both results":       func(r rounder) bv.Value { return r.add(r.x, r.other()) },
		"the sum compared":   func(r rounder) bv.Value { return r.Int(bv.ULt, r.word(0x7f800000), r.sum()) },
		"the sum as a float": func(r rounder) bv.Value { return r.Float(bv.FAdd, bv.F32, r.sum(), r.word(0x3f800000)) },
		"by a bit of the sum": func(r rounder) bv.Value {
			return r.Select(r.Extract(r.sum(), 20, 1), nan(r), r.Const(16, 1))
		},
		"the sum equals":      func(r rounder) bv.Value { return r.Int(bv.Eq, r.sum(), r.word(0x7fff0000)) },
		"from infinity on":    func(r rounder) bv.Value { return r.Int(bv.ULt, r.word(0x7f7fffff), r.magnitude()) },
		"above the least NaN": func(r rounder) bv.Value { return r.Int(bv.ULt, r.word(0x7f800001), r.magnitude()) },
		"below infinity":      func(r rounder) bv.Value { return r.Int(bv.ULt, r.magnitude(), r.word(0x7f800000)) },
		"with the sign":       func(r rounder) bv.Value { return r.Int(bv.ULt, r.word(0x7f800000), r.x) },
		"the product":         func(r rounder) bv.Value { return r.Int(bv.Mul, r.x, r.word(2)) },
		"a wider sum": func(r rounder) bv.Value {
			return r.Int(bv.Add, r.Extend(r.x, 64, false), r.Const(64, bfloatHalf))
		},
		"NaNs not asked for": func(r rounder) bv.Value { return r.upper(r.sum()) },
		"of NaNs another":    func(r rounder) bv.Value { return r.Select(r.above(), r.Const(16, 0x7fc0), r.upper(r.sum())) },
		"NaNs only":          func(r rounder) bv.Value { return r.Select(r.above(), r.upper(r.sum()), nan(r)) },
		"without the bit": func(r rounder) bv.Value {
			return r.Select(r.above(), nan(r), r.upper(r.add(r.x, r.word(bfloatHalf))))
		},
		"without half": func(r rounder) bv.Value {
			return r.Select(r.above(), nan(r), r.upper(r.add(r.x, r.bit(16))))
		},
		"cut":            func(r rounder) bv.Value { return r.Select(r.above(), nan(r), r.upper(r.x)) },
		"the lower half": func(r rounder) bv.Value { return r.Select(r.above(), nan(r), r.Extract(r.sum(), 0, 16)) },
		"other bits":     func(r rounder) bv.Value { return r.Select(r.above(), nan(r), r.Extract(r.sum(), 15, 16)) },
		"if another is a NaN": func(r rounder) bv.Value {
			return r.Select(rounder{r.Domain, r.other()}.above(), nan(r), r.upper(r.sum()))
		},
		"if one of two is a NaN": func(r rounder) bv.Value {
			return r.Select(r.Float(bv.FUnordered, bv.F32, r.x, r.other()), nan(r), r.upper(r.sum()))
		},
		"if one of two others is a NaN": func(r rounder) bv.Value {
			return r.Select(r.Float(bv.FUnordered, bv.F32, r.other(), r.x), nan(r), r.upper(r.sum()))
		},
		"the lower half beside": func(r rounder) bv.Value {
			return r.upper(r.Select(r.above(), r.word(0x7fff0000), r.Int(bv.And, r.sum(), r.word(0xffff8000))))
		},
	} {
		for what, make := range results {
			d := New(Strategy{})
			r := rounder{d, make(d)}
			var got bv.Value
			if !stops(func() { got = of(r) }) && got == r.want() {
				t.Errorf("%s, %s: taken for the conversion", name, what)
			}
		}
	}
}

// other is another result.
func (r rounder) other() bv.Value { return r.Float(bv.FMul, bv.F32, r.Var(3, 32), r.Var(4, 32)) }

// TestBitsOfResultsStop: what is no step of a rounding is not followed.
func TestBitsOfResultsStop(t *testing.T) {
	for what, make := range results {
		for name, of := range map[string]func(r rounder){
			"half itself":      func(r rounder) { r.add(r.x, r.word(0x8000)) },
			"the result twice": func(r rounder) { r.add(r.x, r.x) },
			"the bit below":    func(r rounder) { r.add(r.x, r.bit(15)) },
			"the bit above":    func(r rounder) { r.add(r.x, r.bit(17)) },
			"with another sign": func(r rounder) {
				r.Int(bv.ULt, r.word(0x7f800000), r.Concat(r.Extract(r.x, 0, 31), r.Extract(r.Var(5, 32), 0, 1)))
			},
			"the bit twice":      func(r rounder) { r.add(r.sum(), r.bit(16)) },
			"another's bit":      func(r rounder) { r.add(r.other(), r.bit(16)) },
			"the sum compared":   func(r rounder) { r.Int(bv.ULt, r.word(0x7f800000), r.sum()) },
			"the sum as a float": func(r rounder) { r.Float(bv.FAdd, bv.F32, r.sum(), r.word(0x3f800000)) },
			"the sum negated":    func(r rounder) { r.Int(bv.Sub, r.word(0), r.sum()) },
			"the sum doubled":    func(r rounder) { r.add(r.sum(), r.sum()) },
			"from infinity on":   func(r rounder) { r.Int(bv.ULt, r.word(0x7f7fffff), r.magnitude()) },
		} {
			d := New(Strategy{})
			if r := (rounder{d, make(d)}); !stops(func() { of(r) }) {
				t.Errorf("%s, %s: followed", name, what)
			}
		}
	}
}

// TestBitsOfResultsDiffer: what is made of bits of a result is not even equal to itself, as a number: a NaN's are
// unspecified, so it may be one of several. The result itself is equal to itself, and so is a half type that it was
// rounded to.
func TestBitsOfResultsDiffer(t *testing.T) {
	f32, bf16 := bv.F32, bv.BF16
	for name, test := range map[string]struct {
		of    func(r rounder) bv.Value
		float *bv.Format
		same  bool
	}{
		"the result":            {func(r rounder) bv.Value { return r.x }, &f32, true},
		"its negation":          {func(r rounder) bv.Value { return r.Int(bv.Xor, r.x, r.word(1<<31)) }, &f32, true},
		"its magnitude":         {func(r rounder) bv.Value { return r.magnitude() }, &f32, true},
		"rounded":               {func(r rounder) bv.Value { return r.want() }, &bf16, true},
		"rounded and widened":   {func(r rounder) bv.Value { return r.Concat(r.Const(16, 0), r.want()) }, &f32, true},
		"two rounded":           {func(r rounder) bv.Value { return r.Concat(r.want(), r.want()) }, &bf16, true},
		"an element's bits":     {func(r rounder) bv.Value { return r.Concat(r.Const(16, 0), r.Var(0, 16)) }, &f32, true},
		"the sum":               {func(r rounder) bv.Value { return r.sum() }, &f32, false},
		"half of the sum":       {func(r rounder) bv.Value { return r.upper(r.sum()) }, &bf16, false},
		"rounded, and half":     {func(r rounder) bv.Value { return r.Concat(r.want(), r.upper(r.sum())) }, &bf16, false},
		"cut":                   {func(r rounder) bv.Value { return r.Concat(r.Const(16, 0), r.upper(r.x)) }, &f32, false},
		"its upper half":        {func(r rounder) bv.Value { return r.upper(r.x) }, &bf16, false},
		"the result as an int":  {func(r rounder) bv.Value { return r.x }, nil, false},
		"the sum as an integer": {func(r rounder) bv.Value { return r.sum() }, nil, false},
	} {
		for what, make := range results {
			d := New(Strategy{})
			v := test.of(rounder{d, make(d)})
			if same := d.Differ(v, v, test.float) == False; same != test.same {
				t.Errorf("%s of %s equals itself: %v, want %v", name, what, same, test.same)
			}
		}
	}
}
