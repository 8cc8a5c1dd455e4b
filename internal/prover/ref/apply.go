package ref

import (
	"math"
	"slices"

	"github.com/shflgen/shflgen/math32"
	"github.com/shflgen/shflgen/spec"
)

// Reals are the numbers of row-apply: float32, with each operation rounded once. Max gives NaN where an operand is
// one.
type Reals[V any] interface {
	Number(x float32) V
	Add(x, y V) V
	Sub(x, y V) V
	Mul(x, y V) V
	Div(x, y V) V
	Max(x, y V) V
	Min(x, y V) V
	Exp(x V) V
	ExpHalf(x V) V // for results of half types
	Log(x V) V
	Rsqrt(x V) V
	OrElse(x, y V) V // x, or y where x is a NaN
}

// Beside is what the function of row-apply takes beside the row: the row of gradients, weights and biases by column,
// and of the row the element that its label names.
type Beside[V any] struct {
	Grad, Weight, Bias []V
	Eps, Picked        V

	Columns *Columns[V] // of a range; nil: the row has all
}

// Columns are those that a row of a range has.
type Columns[V any] struct {
	Count V                     // their number, as a float32
	If    func(i int, x, y V) V // x where the row has column i, else y
}

// of is x for column i of a row, and absent, which changes nothing, where the row ends before it.
func (c *Columns[V]) of(i int, x, absent V) V {
	if c == nil {
		return x
	}
	return c.If(i, x, absent)
}

// count is the number of columns of a row that has n at most.
func (c *Columns[V]) count(r Reals[V], n int) V {
	if c == nil {
		return r.Number(float32(n))
	}
	return c.Count
}

// sum is the sum of a value for each column of a row.
func (b Beside[V]) sum(r Reals[V], s spec.Spec, n int, of func(i int) V) V {
	made := make([]V, n)
	for i := range made {
		made[i] = b.Columns.of(i, of(i), r.Number(float32(math.Copysign(0, -1))))
	}
	return inRowOrder(r.Add, made, s.InType())
}

// Picked is the element of x that a label names, NaN where no column has that number.
func Picked(x []float32, label int32) float32 {
	if label < 0 || int(label) >= len(x) {
		return float32(math.NaN())
	}
	return x[label]
}

// BesideOf sorts the inputs of a call of s that are no elements, as [spec.Cut] lists them.
func BesideOf[V any](s spec.Spec, inputs [][]V) (all Beside[V]) {
	for i, p := range s.Shape().Mapped() {
		switch p.Role {
		case spec.GradRole:
			all.Grad = inputs[i]
		case spec.WeightRole:
			all.Weight = inputs[i]
		case spec.BiasRole:
			all.Bias = inputs[i]
		case spec.EpsRole:
			all.Eps = inputs[i][0]
		default:
			panic("ref: row-apply takes no " + p.Role.Name())
		}
	}
	return all
}

// Summed is the sum of a row and a residual, as docs/semantics.md states it, not yet rounded to the type in memory.
func Summed[V any](r Reals[V], x, residual []V) []V {
	all := make([]V, len(x))
	for i := range x {
		all[i] = r.Add(x[i], residual[i])
	}
	return all
}

// Applied is what row-apply makes of a row x, as docs/semantics.md states it: a row, or one value. With a residual, x
// is their sum, as memory has it. Elements, weights and biases are float32, widened if they are narrower in memory. The
// results are not yet rounded to the type in memory.
func Applied[V any](r Reals[V], s spec.Spec, x []V, beside Beside[V]) []V {
	n := beside.Columns.count(r, len(x))
	sum := func(of func(x V) V) V {
		return beside.sum(r, s, len(x), func(i int) V { return of(x[i]) })
	}
	square := func(x V) V { return r.Mul(x, x) }
	root := func(squares V) V { return r.Rsqrt(r.Add(squares, beside.Eps)) }
	var give func(i int) V
	switch of := s.Row().F.OfSum(); of {
	case spec.Softmax, spec.LogSoftmax, spec.LogSumExp, spec.CrossEntropy:
		there := make([]V, len(x))
		for i := range x {
			there[i] = beside.Columns.of(i, x[i], r.Number(float32(math.Inf(-1))))
		}
		peak := inRowOrder(r.Max, there, s.InType())
		exp := exponential(r, s)
		total := sum(func(x V) V { return exp(r.Sub(x, peak)) })
		scale, level := r.Div(r.Number(1), total), r.Log(total)
		give = func(i int) V { return r.Mul(exp(r.Sub(x[i], peak)), scale) }
		switch of {
		case spec.LogSoftmax:
			give = func(i int) V { return r.Sub(r.Sub(x[i], peak), level) }
		case spec.LogSumExp:
			give = func(int) V { return r.OrElse(r.Add(peak, level), peak) } // an infinite peak
		case spec.CrossEntropy:
			give = func(int) V { return r.Sub(r.Add(peak, level), beside.Picked) }
		}
	case spec.RMSNorm, spec.InverseRMS:
		scale := root(r.Div(sum(square), n))
		if give = func(int) V { return scale }; of == spec.RMSNorm {
			give = func(i int) V { return r.Mul(r.Mul(x[i], scale), beside.Weight[i]) }
		}
	case spec.Mean:
		give = func(int) V { return r.Div(sum(func(x V) V { return x }), n) }
	case spec.LayerNorm, spec.InverseDeviation:
		mean := r.Div(sum(func(x V) V { return x }), n)
		scale := root(r.Div(sum(func(x V) V { return square(r.Sub(x, mean)) }), n))
		if give = func(int) V { return scale }; of == spec.LayerNorm {
			give = func(i int) V {
				return r.Add(r.Mul(r.Mul(r.Sub(x[i], mean), scale), beside.Weight[i]), beside.Bias[i])
			}
		}
	case spec.L2Norm:
		scale := root(sum(square))
		give = func(i int) V { return r.Mul(x[i], scale) }
	default:
		give = gradient(r, s, x, beside)
	}
	if s.PerRow() {
		return []V{give(0)}
	}
	y := make([]V, len(x))
	for i := range y {
		y[i] = give(i)
	}
	return y
}

// exponential is the exp of a function of rows, by the type in memory.
func exponential[V any](r Reals[V], s spec.Spec) func(V) V {
	if s.InType().Half() {
		return r.ExpHalf
	}
	return r.Exp
}

// float32s are plain numbers.
type float32s struct{}

func (float32s) Number(x float32) float32  { return x }
func (float32s) Add(x, y float32) float32  { return x + y }
func (float32s) Sub(x, y float32) float32  { return x - y }
func (float32s) Mul(x, y float32) float32  { return x * y }
func (float32s) Div(x, y float32) float32  { return x / y }
func (float32s) Max(x, y float32) float32  { return max(x, y) }
func (float32s) Min(x, y float32) float32  { return min(x, y) }
func (float32s) Exp(x float32) float32     { return math32.Exp(x) }
func (float32s) ExpHalf(x float32) float32 { return math32.ExpHalf(x) }
func (float32s) Log(x float32) float32     { return math32.Log(x) }
func (float32s) Rsqrt(x float32) float32   { return math32.Rsqrt(x) }

func (float32s) OrElse(x, y float32) float32 {
	if math.IsNaN(float64(x)) {
		return y
	}
	return x
}

// ApplyRow is [Applied] of plain numbers.
func ApplyRow(s spec.Spec, x []float32, beside Beside[float32]) []float32 {
	return Applied(float32s{}, s, x, beside)
}

// ApplyResidual is [Summed] of plain numbers, as memory has it.
func ApplyResidual(t spec.Type, x, residual []float32) []uint64 {
	return narrowAll(t, Summed(float32s{}, x, residual))
}

// callApplied is [Call] of row-apply.
func callApplied(s spec.Spec, in []uint64) (a Answer, err error) {
	sh := s.Shape()
	cut := spec.Cut(sh, in)
	if s.Ranged() {
		return callAppliedRange(s, cut)
	}
	var inputs [][]float32
	for k, p := range sh.Mapped() {
		inputs = append(inputs, widenAll(p.Type, cut.Mapped[k]))
	}
	elements, residual := spec.Apart(sh, cut.Elements)
	x := widenAll(s.InType(), elements)
	var summed []uint64
	if s.HasResidual() {
		summed = ApplyResidual(s.InType(), x, widenAll(s.InType(), residual))
		x = widenAll(s.InType(), summed)
	}
	var given []float32
	if s.Row().Fn == nil {
		beside := BesideOf(s, inputs)
		if len(cut.Operands) > 0 {
			beside.Picked = Picked(x, int32(cut.Operands[0]))
		}
		given = ApplyRow(s, x, beside)
	} else if given, err = applyUser(s, elements, x); err != nil {
		return a, err
	}
	results := append(narrowAll(sh.Element().Type, given), elements[len(given):]...)
	for i, bits := range spec.Together(sh, results, summed) {
		a.Value = append(a.Value, Element{bits, true})
		if i%sh.Leaves() == 0 {
			a.Named = append(a.Named, i/sh.Leaves() < len(given))
			a.Gets, a.Specified = append(a.Gets, true), append(a.Specified, true)
		}
	}
	return a, nil
}

// callAppliedRange is [Call] of row-apply of a range: on the columns that the row has what one number of columns
// gives.
func callAppliedRange(s spec.Spec, all spec.CallInputs[uint64]) (a Answer, err error) {
	sh, n := s.Shape(), int(all.Operands[0])
	elements, residual := spec.Apart(sh, all.Elements)
	row := slices.Clone(elements[:n])
	if s.HasResidual() {
		row = spec.Together(s.OfCols(n).Shape(), row, residual[:n])
	}
	for k, p := range sh.Mapped() {
		of := all.Mapped[k]
		if !p.Uniform {
			of = of[:n]
		}
		row = append(row, of...)
	}
	if a, err = Call(s.OfCols(n), nil, row); err != nil {
		return a, err
	}
	for i := n; i < s.Cols(); i++ { // nothing is said of others
		for k := range sh.Leaves() {
			a.Value = append(a.Value, Element{all.Elements[i*sh.Leaves()+k], true})
		}
		a.Named = append(a.Named, !s.PerRow())
		a.Gets, a.Specified = append(a.Gets, false), append(a.Specified, true)
	}
	return a, nil
}

// applyUser is what the function of a user makes of each element x of a row and of the row's reduction. The row is as
// it is in memory, x widened.
func applyUser(s spec.Spec, row []uint64, x []float32) ([]float32, error) {
	reduction := s.Reduction()
	in := row
	if s.Map != nil { // which makes the elements
		in = append(make([]uint64, len(row)), row...)
	}
	a, err := Call(reduction, nil, in)
	if err != nil {
		return nil, err
	}
	y := make([]float32, len(x))
	for i := range x {
		y[i] = math.Float32frombits(uint32(s.Row().Fn.Apply([]uint64{uint64(math.Float32bits(x[i])), a.Value[0].Bits})[0]))
	}
	return y, nil
}

// narrowAll are float32 rounded to the type in memory.
func narrowAll(t spec.Type, in []float32) []uint64 {
	all := make([]uint64, len(in))
	for i, x := range in {
		all[i] = uint64(math.Float32bits(x))
		if t != spec.Float32 {
			all[i] = Encode(t, float64(x))
		}
	}
	return all
}

// widenAll are elements of memory as float32.
func widenAll(t spec.Type, in []uint64) []float32 {
	all := make([]float32, len(in))
	for i, x := range in {
		all[i] = math.Float32frombits(uint32(x))
		if t != spec.Float32 {
			all[i] = float32(Decode(t, x))
		}
	}
	return all
}
