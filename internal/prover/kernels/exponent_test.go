package kernels

import (
	"math"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/term"
)

// compiled computes as compilers make functions of CUDA C++.
type compiled struct{ d bv.Domain }

func (c compiled) number(x float32) bv.Value { return c.d.Const(32, uint64(math.Float32bits(x))) }

func (c compiled) apply(opcode string, args ...bv.Value) bv.Value {
	return bv.Apply(c.d, bv.Approximate(opcode, len(args), bv.F32), args...)
}

func (c compiled) fma(x, y, z bv.Value) bv.Value { return bv.Apply(c.d, bv.FMA(bv.F32), x, y, z) }

func (c compiled) op(op bv.FloatOp, x, y bv.Value) bv.Value { return c.d.Float(op, bv.F32, x, y) }

func (c compiled) less(x, y bv.Value) bv.Value { return c.op(bv.FAdd, x, bv.Negate(c.d, bv.F32, y)) }

// fastExp is __expf.
func (c compiled) fastExp(x bv.Value) bv.Value {
	return c.apply("ex2.approx.ftz.f32", c.op(bv.FMul, x, c.d.Const(32, 0x3fb8aa3b)))
}

// exp is expf, by the instructions of libdevice.
func (c compiled) exp(x bv.Value) bv.Value {
	unit := c.apply("cvt.sat.f32.f32", c.fma(x, c.d.Const(32, 0x3bbb989d), c.number(0.5)))
	split := c.apply("fma.rm.f32", unit, c.number(exponents), c.number(exponentZero-exponents/2))
	by := bv.Negate(c.d, bv.F32, c.op(bv.FAdd, split, c.number(-exponentZero)))
	rest := c.fma(x, c.d.Const(32, 0x32a57060), c.fma(x, c.d.Const(32, 0x3fb8aa3b), by))
	return c.op(bv.FMul, c.apply("ex2.approx.ftz.f32", rest), bv.ShiftBy(c.d, bv.Left, split, mantissaBits))
}

// exps are both of a domain.
func (c compiled) exps() map[string]func(bv.Value) bv.Value {
	return map[string]func(bv.Value) bv.Value{"expf": c.exp, "__expf": c.fastExp}
}

// TestWholePart: what the rule takes for granted of the split of an exponent holds for each whole part.
func TestWholePart(t *testing.T) {
	c := compiled{bv.Numbers{}}
	for k := range exponents + 1 {
		for _, more := range []float32{0, 0.25} {
			u := (float32(k) + more) / exponents
			if u > 1 {
				continue
			}
			first := c.number(exponentZero - exponents/2)
			x, _ := bv.Numbers{}.Known(c.apply("fma.rm.f32", c.number(u), c.number(exponents), first))
			split := math.Float32frombits(uint32(x))
			y, _ := bv.Numbers{}.Known(bv.ShiftBy(bv.Numbers{}, bv.Left, c.d.Const(32, x), mantissaBits))
			if got, want := math.Float32frombits(uint32(y)), math.Ldexp(1, int(split)-exponentZero); float64(got) != want {
				t.Errorf("%g: %g becomes %g, want %g", u, split, got, want)
			}
		}
	}
}

// TestExponentials: products of exponentials are those of sums, and a sum that is rescaled whenever the maximum grows
// is the sum of all less the last maximum. One that is rescaled wrongly is another.
func TestExponentials(t *testing.T) {
	for name := range (compiled{}).exps() {
		for branches := range 3 { // none, and by a comparison or by its opposite
			d := newTerms(term.Strategy{Values: term.Values{NoNaN: true, NoNegativeZero: true, Elements: 8, Format: bv.F32}})
			d.exponents = true
			c := compiled{d}
			exp := c.exps()[name]
			all := []bv.Value{d.Var(0, 32), d.Var(1, 32), d.Var(2, 32), d.Var(3, 32)}
			running := func(by func(m, next, x bv.Value) bv.Value) (sum, m bv.Value) {
				m, sum = c.number(float32(math.Inf(-1))), c.number(0)
				for _, x := range all {
					next := c.op(bv.FMax, m, x)
					rescaled := c.op(bv.FMul, sum, exp(by(m, next, x)))
					scaled := c.op(bv.FMul, sum, exp(by(m, x, x)))
					switch grows := c.op(bv.FLt, m, x); branches {
					case 1:
						next, rescaled = d.Select(grows, x, m), d.Select(grows, scaled, sum)
					case 2:
						next, rescaled = d.Select(d.Not(grows), m, x), d.Select(d.Not(grows), sum, scaled)
					}
					sum, m = c.op(bv.FAdd, rescaled, exp(c.less(x, next))), next
				}
				return sum, m
			}
			sum, m := running(func(m, next, _ bv.Value) bv.Value { return c.less(m, next) })
			want := c.number(0)
			for _, x := range all {
				want = c.op(bv.FAdd, want, exp(c.less(x, m)))
			}
			if !d.equal(&f32, sum, want) {
				t.Errorf("%s, branches %d: a rescaled sum differs", name, branches)
			}
			for wrong, by := range map[string]func(m, next, x bv.Value) bv.Value{
				"not at all":     func(_, _, _ bv.Value) bv.Value { return c.number(0) },
				"the other way":  func(m, next, _ bv.Value) bv.Value { return c.less(next, m) },
				"by the element": func(m, _, x bv.Value) bv.Value { return c.less(x, m) },
				"twice":          func(m, next, _ bv.Value) bv.Value { return c.op(bv.FMul, c.number(2), c.less(m, next)) },
			} {
				if sum, _ := running(by); d.equal(&f32, sum, want) {
					t.Errorf("%s, branches %d: a sum that is rescaled %s is equal", name, branches, wrong)
				}
			}
			if x, y := all[0], all[1]; !d.equal(&f32, c.op(bv.FMul, exp(x), exp(y)), exp(c.op(bv.FAdd, x, y))) {
				t.Errorf("%s: a product of exponentials is not that of the sum", name)
			} else if d.equal(&f32, c.op(bv.FAdd, exp(x), exp(y)), exp(c.op(bv.FAdd, x, y))) ||
				d.equal(&f32, c.op(bv.FMul, exp(x), exp(y)), exp(c.op(bv.FMul, x, y))) {
				t.Errorf("%s: another law", name)
			}
		}
	}
}

// TestChosenSums: pairs of a maximum and a sum are joined by a comparison, and the sum of the lesser one is rescaled.
// The result is the maximum, and the sum of all less it. One that mixes up the two pairs is another.
func TestChosenSums(t *testing.T) {
	type pair struct{ m, sum bv.Value }
	for name := range (compiled{}).exps() {
		d := newTerms(term.Strategy{Values: term.Values{NoNaN: true, NoNegativeZero: true, Elements: 8, Format: bv.F32}})
		d.exponents = true
		c := compiled{d}
		exp := c.exps()[name]
		joined := func(wrong string) pair {
			of := func(i int) pair { return pair{d.Var(i, 32), d.Var(4+i, 32)} }
			join := func(a, b pair) pair {
				above := c.op(bv.FLt, b.m, a.m)
				choose := func(x, y pair) pair {
					return pair{d.Select(above, x.m, y.m), d.Select(above, x.sum, y.sum)}
				}
				big, small := choose(a, b), choose(b, a)
				switch wrong {
				case "the sums of the other pairs":
					big.sum, small.sum = small.sum, big.sum
				case "a sum of the first pair":
					small.sum = a.sum
				}
				by := exp(c.less(small.m, big.m))
				if wrong == "the power the other way" {
					by = exp(c.less(big.m, small.m))
				}
				return pair{big.m, c.op(bv.FAdd, big.sum, c.op(bv.FMul, small.sum, by))}
			}
			return join(join(of(0), of(1)), join(of(2), of(3)))
		}
		right := joined("")
		var m, want bv.Value = d.Var(0, 32), c.number(0)
		for i := range 4 {
			m = c.op(bv.FMax, m, d.Var(i, 32))
		}
		for i := range 4 {
			want = c.op(bv.FAdd, want, c.op(bv.FMul, d.Var(4+i, 32), exp(c.less(d.Var(i, 32), m))))
		}
		if !d.equal(&f32, right.m, m) || !d.equal(&f32, right.sum, want) {
			t.Errorf("%s: the pair differs", name)
		}
		for _, wrong := range []string{"the sums of the other pairs", "a sum of the first pair",
			"the power the other way"} {
			if d.equal(&f32, joined(wrong).sum, want) {
				t.Errorf("%s: a pair with %s is equal", name, wrong)
			}
		}
	}
}
