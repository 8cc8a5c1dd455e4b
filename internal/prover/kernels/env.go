package kernels

import (
	"fmt"
	"math"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
)

// Functions are kernels of one thread, by the name of a function in CUDA C++: each leaves that function of its
// parameters. The compiler of the kernel under audit has made them.
type Functions map[string]*ptx.Standalone

// env is what a form computes with: one set of elements.
type env struct {
	d       bv.Domain
	t       spec.Type  // of elements: float32 of halves
	out     spec.Type  // of results
	x, y, z []bv.Value // of the first input, and of the next ones, which may be weights
	numbers []int      // of the elements of x
	class   bv.Value   // the element of the row's class
	scalars []bv.Value // floats that the caller gives
	names   []string   // of scalars
	code    []uint64   // numbers that the code names
	fns     Functions

	shifted     bool  // exponentials are of elements less their maximum alone
	picks, ways []int // of each choice in a form: which is taken, and how many there are
	at          int

	limits []string // conditions of the way that is taken
}

// missing is the panic of a form that needs what there is not.
type missing struct{}

// pick is one of n ways to compute the same number. They differ in what NaNs, infinities and small numbers give.
func (e *env) pick(n int) int {
	if e.at == len(e.picks) {
		e.picks, e.ways = append(e.picks, 0), append(e.ways, n)
	}
	e.ways[e.at] = n
	e.at++
	return e.picks[e.at-1]
}

// next takes the next ways; false: there are no more.
func (e *env) next() bool {
	e.picks, e.ways = e.picks[:e.at], e.ways[:e.at]
	for i := e.at - 1; i >= 0; i-- {
		if e.picks[i]++; e.picks[i] < e.ways[i] {
			e.picks, e.ways = e.picks[:i+1], e.ways[:i+1]
			return true
		}
	}
	return false
}

func (e *env) format() bv.Format {
	f := algebra.Format(e.t)
	if f == nil || e.t.Packed() {
		panic(missing{})
	}
	return *f
}

func (e *env) float() bool { return e.t.Class() == spec.Float }

func (e *env) number(x float64) bv.Value {
	if !e.float() {
		return e.d.Const(e.t.Bits(), uint64(int64(x))&(^uint64(0)>>(64-e.t.Bits())))
	}
	bits := bv.Numbers{}.Convert(e.format(), bv.F64, bv.Word{W: 64, X: math.Float64bits(x)}).(bv.Word).X
	return e.d.Const(e.t.Bits(), bits)
}

func (e *env) add(a, b bv.Value) bv.Value {
	if !e.float() {
		return e.d.Int(bv.Add, a, b)
	}
	return e.d.Float(bv.FAdd, e.format(), a, b)
}

func (e *env) neg(a bv.Value) bv.Value {
	if !e.float() {
		return e.d.Int(bv.Sub, e.number(0), a)
	}
	return e.d.Int(bv.Xor, a, e.d.Const(a.Width(), 1<<(a.Width()-1)))
}

func (e *env) sub(a, b bv.Value) bv.Value { return e.add(a, e.neg(b)) }

func (e *env) mul(a, b bv.Value) bv.Value {
	if !e.float() {
		return e.d.Int(bv.Mul, a, b)
	}
	return e.d.Float(bv.FMul, e.format(), a, b)
}

func (e *env) abs(a bv.Value) bv.Value {
	if !e.float() {
		return e.d.Int(bv.SMax, a, e.neg(a))
	}
	return bv.Absolute(e.d, e.format(), a)
}

// sum is that of all; of none 0.
func (e *env) sum(all []bv.Value) bv.Value {
	if len(all) == 0 {
		return e.number(0)
	}
	return e.fold(all, nil, e.add)
}

func (e *env) fold(all []bv.Value, of bv.Value, op func(a, b bv.Value) bv.Value) bv.Value {
	for _, v := range all {
		if of == nil {
			of = v
			continue
		}
		of = op(of, v)
	}
	if of == nil {
		panic(missing{})
	}
	return of
}

// extremum is the greatest or the least of all, and perhaps of a number that the code begins with.
func (e *env) extremum(all []bv.Value, greatest bool) bv.Value {
	ops := map[spec.Class][2]bv.IntOp{spec.Signed: {bv.SMin, bv.SMax}, spec.Unsigned: {bv.UMin, bv.UMax}}
	which := 0
	if greatest {
		which = 1
	}
	if !e.float() {
		op := ops[e.t.Class()][which]
		return e.fold(all, nil, func(a, b bv.Value) bv.Value { return e.d.Int(op, a, b) })
	}
	op := [2]bv.FloatOp{bv.FMin, bv.FMax}[which]
	if t, ok := e.d.(*terms); ok && t.pairs > 0 && len(all) > 0 && greatest == t.greatest {
		return t.PairKey(e.firstToken(t))
	}
	begin := e.begins(greatest)
	return e.fold(all, begin, func(a, b bv.Value) bv.Value { return e.d.Float(op, e.format(), a, b) })
}

// begins is what an extremum begins with: nothing, an infinity, the last finite number of the type, or a number of the
// code that is as far out as 10^4.
func (e *env) begins(greatest bool) bv.Value {
	sign, text := 1.0, minimumBegins
	if greatest {
		sign, text = -1, maximumBegins
	}
	last := math.MaxFloat64
	if e.t == spec.Float32 {
		last = math.MaxFloat32
	}
	all := append([]float64{math.Inf(int(sign)), sign * last}, e.named(func(x float64) bool {
		return x*sign >= 1e4 && !math.IsInf(x, 0) && x*sign != last
	})...)
	which := e.pick(1 + len(all))
	if which == 0 {
		return nil
	}
	x := all[which-1]
	if !math.IsInf(x, 0) {
		e.limit(fmt.Sprintf(text, x))
	}
	return e.number(x)
}

// limit adds a condition of the way that is taken.
func (e *env) limit(text string) {
	e.limits = appendNew(e.limits, text)
}

// named are the numbers of the code that are floats of some kind.
func (e *env) named(is func(float64) bool) (all []float64) {
	for _, bits := range e.code {
		x := float64(math.Float32frombits(uint32(bits)))
		switch {
		case e.t == spec.Float64:
			x = math.Float64frombits(bits)
		case bits>>32 != 0:
			continue
		}
		if is(x) {
			all = append(all, x)
		}
	}
	return all
}

// call is a function of CUDA C++.
func (e *env) call(name string, a bv.Value) bv.Value {
	f := e.fns[name]
	if e.t != spec.Float32 || f == nil {
		panic(missing{})
	}
	apply := func() bv.Value {
		v, err := f.Apply(e.d, a)
		if err != nil {
			panic(missing{})
		}
		return v
	}
	if d, ok := e.d.(*terms); ok {
		return d.called.Once(call{name, d.canonical(bv.F32, a)}, apply)
	}
	return apply()
}

// oneOf is one of several functions of CUDA C++ that approximate the same one.
func (e *env) oneOf(names ...string) func(a bv.Value) bv.Value {
	name := names[e.pick(len(names))]
	return func(a bv.Value) bv.Value { return e.call(name, a) }
}

// over is a quotient.
func (e *env) over(a, b bv.Value) bv.Value { return bv.Apply(e.d, bv.FDiv(e.format()), a, b) }

// root is the square root.
func (e *env) root(a bv.Value) bv.Value { return bv.Apply(e.d, bv.FSqrt(e.format()), a) }

// inverseRoot is one divided by the square root.
func (e *env) inverseRoot(a bv.Value) bv.Value { return e.over(e.number(1), e.root(a)) }

// mean is that of all.
func (e *env) mean(all []bv.Value) bv.Value { return e.over(e.sum(all), e.number(float64(len(all)))) }

// epsilon adds a small number: one that the caller gives, or one of the code; none at all comes last.
func (e *env) epsilon(a bv.Value) bv.Value {
	small := e.named(func(x float64) bool { return x >= 1e-13 && x <= 0.011 })
	switch i := e.pick(len(e.scalars) + len(small) + 1); {
	case i < len(e.scalars):
		e.limit("the epsilon is " + e.names[i])
		return e.add(a, e.scalars[i])
	case i < len(e.scalars)+len(small):
		x := small[i-len(e.scalars)]
		e.limit(fmt.Sprintf("the epsilon is %.6g", x))
		return e.add(a, e.number(x))
	}
	e.limit("without an epsilon, so a divisor may be 0")
	return a
}

func (e *env) each(f func(v bv.Value) bv.Value, of []bv.Value) (all []bv.Value) {
	for _, v := range of {
		all = append(all, f(v))
	}
	return all
}

func (e *env) squares(of []bv.Value) []bv.Value {
	return e.each(func(v bv.Value) bv.Value { return e.mul(v, v) }, of)
}

// pairs combines the elements of two inputs.
func (e *env) pairs(f func(a, b bv.Value) bv.Value, a, b []bv.Value) (all []bv.Value) {
	if len(b) < len(a) {
		panic(missing{})
	}
	for i := range a {
		all = append(all, f(a[i], b[i]))
	}
	return all
}
