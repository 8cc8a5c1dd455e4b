package kernels

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
)

// Kernel is a kernel under audit.
type Kernel struct {
	Params []Param
	Code   *ptx.Standalone
	Fns    Functions
	Blocks []int // threads of the blocks that launch it
	Cols   []int // numbers of elements of a row; nil: those around the number of threads

	// Fixed says that the code or the caller chooses Blocks.
	Fixed bool
	// Spread says that the text computes the number of a warp: it is for blocks of several warps.
	Spread bool
	// Vectors says that the text reads vectors of elements, and Multiple that its comments speak of multiples.
	Vectors, Multiple bool

	sizes []int
	sets  map[[4]int][]layout
	turns int // draws so far
}

// reading is what a kernel computes by one plan.
type reading struct {
	plan
	inputs []int // parameters with elements that are read, in order
	outs   []out

	threads, cols int  // of the launch by which it was found
	wide          bool // it agrees on ordinary numbers with enough launches for a wrong one to count
}

// out is what one parameter receives.
type out struct {
	param  int
	form   form
	layout int   // index into [launch.layouts]
	added  bool  // the results are added to what was there
	picks  []int // by which terms were equal before; nil: none were
}

// ints is how many parameters are integers.
func (k *Kernel) ints() (n int) {
	for _, p := range k.Params {
		n += bit(!p.Pointer && p.Type.Class() != spec.Float)
	}
	return n
}

func bit(is bool) int {
	if is {
		return 1
	}
	return 0
}

// lengths are numbers of columns by which a plan is looked for: first some that tell most apart.
func (k *Kernel) lengths(threads int) []int {
	switch {
	case k.Cols != nil:
		return k.Cols
	case k.ints() == 0:
		var all []int
		add := func(n int) {
			if n > 1 && n <= maxElements/2 && !slices.Contains(all, n) {
				all = append(all, n)
			}
		}
		for _, n := range []int{threads, 32, 64, 2 * threads, 4 * threads} {
			add(n)
		}
		for _, x := range k.Code.Constants() {
			if x < maxElements {
				add(int(x))
			}
		}
		for _, n := range []int{128, 256, 512, 1024, 2048} {
			add(n)
		}
		return all
	}
	return []int{threads + 5, 7, threads, 2 * threads, 32}
}

// slack are elements behind those of a launch that reads past their end.
const slack = 2

// outsideGlobal is in the text of a fault where an access leaves its array.
const outsideGlobal = "outside global memory"

// read finds what a launch computes on ordinary numbers, past races in either order of the warps.
func (k *Kernel) read(ctx context.Context, l launch) (r reading, ok bool, err error) {
	for _, last := range []bool{false, true} {
		if r, ok, err = k.readIn(ctx, l, last); ok || err != nil {
			break
		}
	}
	// Of zeros behind the elements a sum is the same.
	if err != nil && l.behind == 0 && strings.Contains(err.Error(), outsideGlobal) {
		l.behind = slack
		if of, is, other := k.read(ctx, l); is && other == nil && l.cols > slack*slack {
			return of, is, nil
		}
	}
	return r, ok, err
}

// observed is a launch on numbers.
type observed struct {
	in   inputs
	left ptx.Memory
}

func (k *Kernel) readIn(ctx context.Context, l launch, last bool) (r reading, ok bool, err error) {
	rng := rand.New(rand.NewPCG(1, 2))
	r.plan = l.plan
	var all []observed
	for _, of := range ordinary {
		in := k.drawn(rng, l, draws[of])
		left, err := k.run(ctx, bv.Numbers{}, l, in, true, last)
		if err != nil {
			return r, false, err
		}
		all = append(all, observed{in, left})
	}
	if r.inputs, r.outs = k.roles(all); len(r.outs) == 0 || len(r.inputs) == 0 {
		return r, false, nil
	}
	for o := range r.outs {
		if !k.formOf(l, &r, o, all) {
			return r, false, nil
		}
	}
	return r, true, nil
}

// roles tells parameters with elements apart: those that were written, and those that were read alone. Without such,
// what is written was read.
func (k *Kernel) roles(all []observed) (read []int, outs []out) {
	written := func(before []bv.Value, after []check.Cell) bool {
		for i, c := range after {
			x, _ := bv.Numbers{}.Known(before[i])
			y, _ := bv.Numbers{}.Known(c.V)
			def, _ := bv.Numbers{}.Known(c.Def)
			if x != y || def == 0 {
				return true
			}
		}
		return false
	}
	for i, p := range k.Params {
		if !p.Pointer {
			continue
		}
		wrote := func(o observed) bool { return written(o.in[i], o.left.Elements[i]) }
		if !p.Const && slices.ContainsFunc(all, wrote) {
			outs = append(outs, out{param: i})
			continue
		}
		read = append(read, i)
	}
	if len(read) == 0 {
		for _, o := range outs {
			read = append(read, o.param)
		}
	}
	return read, outs
}

// formOf finds the form of an output.
func (k *Kernel) formOf(l launch, r *reading, o int, all []observed) bool {
	for _, f := range forms {
		if f.inputs > len(r.inputs) {
			continue
		}
		for n := range k.layouts(l) {
			for _, added := range []bool{false, true} {
				if added && (f.each || f.join == nil) {
					continue
				}
				try := out{param: r.outs[o].param, form: f, layout: n, added: added}
				differs := func(of observed) bool {
					_, same := k.agreesIn(l, *r, try, of.in, of.left, false, &env{})
					return !same
				}
				if !slices.ContainsFunc(all, differs) {
					r.outs[o] = try
					return true
				}
			}
		}
	}
	return false
}

// difference is a result that is another than a form has.
type difference struct {
	at        int
	want, got float64
	missing   bool // nothing defined was stored
}

// agrees compares what a launch on numbers left with a form. Far from 0, where differences are lost in rounding,
// results that are rounded differ if one alone is finite. It differs if no way of the form agrees.
func (k *Kernel) agrees(l launch, r reading, o out, in inputs, left ptx.Memory, far bool) (of difference, same bool) {
	e := &env{}
	for way := range mostWays {
		e.at = 0
		if d, ok := k.agreesIn(l, r, o, in, left, far, e); ok {
			return d, true
		} else if way == 0 {
			of = d
		}
		if !e.next() {
			break
		}
	}
	return of, false
}

// agreesIn is agrees with a form in one of its ways.
func (k *Kernel) agreesIn(l launch, r reading, o out, in inputs, left ptx.Memory, far bool, e *env) (
	of difference, same bool,
) {
	for _, first := range []bool{true, false} {
		want, ok := k.wanted(bv.Numbers{}, l, r, o, in, e, first)
		if !ok {
			return of, false
		}
		if of, same = k.closeTo(o, want, in, left, first, far); !same {
			return of, false
		}
	}
	return of, true
}

// closeTo compares what was left with what is wanted; of the first set, elsewhere nothing.
func (k *Kernel) closeTo(o out, want []bv.Value, in inputs, left ptx.Memory, first, far bool) (
	of difference, same bool,
) {
	t := k.Params[o.param].Type
	for i, c := range left.Elements[o.param] {
		w := want[i]
		if w == nil && first {
			continue
		}
		if w == nil {
			w = in[o.param][i]
		}
		x, y := number(t, w), number(t, c.V)
		def, _ := bv.Numbers{}.Known(c.Def)
		if def == 1 && far && o.form.rounds && finite(x) == finite(y) {
			continue
		}
		if def == 0 || !close(x, y, o.form.rounds && want[i] != nil) {
			return difference{i, x, y, def == 0}, false
		}
	}
	return of, true
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// close compares results on numbers. Those without rounding are equal, but for the sign of zero.
func close(x, y float64, rounds bool) bool {
	switch {
	case x == y || x != x && y != y:
		return true
	case !rounds:
		return math.Abs(x-y) <= 1e-4*math.Abs(x) && math.Abs(x) > 1e3 // sums of many products may be rounded
	}
	return math.Abs(x-y) <= 2e-3*math.Abs(x)+1e-4
}

// number is a value of a type as a number.
func number(t spec.Type, v bv.Value) float64 {
	x, _ := bv.Numbers{}.Known(v)
	switch t {
	case spec.Float32:
		return float64(math.Float32frombits(uint32(x)))
	case spec.Float64:
		return math.Float64frombits(x)
	}
	if t.Class() == spec.Signed {
		return float64(int64(x<<(64-t.Bits())) >> (64 - t.Bits()))
	}
	return float64(x)
}

// wanted are the results of a form, by element of the output; nil of those that keep what they hold. It reports false
// for a form that does not fit. With first, the sets after the first are nil.
func (k *Kernel) wanted(d bv.Domain, l launch, r reading, o out, in inputs, e *env, first bool) (
	all []bv.Value, ok bool,
) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case missing:
			all, ok = nil, false
		default:
			panic(p)
		}
	}()
	e.d, e.t, e.fns, e.code = d, k.Params[r.inputs[0]].Type, k.Fns, k.Code.Constants()
	if e.t != k.Params[o.param].Type {
		return nil, false
	}
	e.scalars = nil
	for i, p := range k.Params {
		if !p.Pointer && p.Type == e.t && e.float() {
			e.scalars = append(e.scalars, in[i][0])
		}
	}
	all = make([]bv.Value, k.room(k.Params[o.param], l))
	sets := k.layouts(l)[o.layout].sets
	if sets == nil {
		return nil, false
	}
	if first {
		sets = sets[:1]
	}
	for s, set := range sets {
		e.at = 0
		e.take(o.form, r, set, in)
		results := o.form.of(e)
		for j, v := range results {
			at := s
			if o.form.each {
				at = set[j]
			}
			if o.added {
				v = o.form.joined(e, in[o.param][at], v)
			}
			if at >= len(all) || all[at] != nil {
				return nil, false
			}
			all[at] = v
		}
	}
	return all, true
}

// take puts a set of elements into the environment: of the next inputs the same ones, or those of weights.
func (e *env) take(f form, r reading, set []int, in inputs) {
	e.x, e.y, e.z = nil, nil, nil
	for _, i := range set {
		e.x = append(e.x, in[r.inputs[0]][i])
	}
	for n, to := range []*[]bv.Value{&e.y, &e.z} {
		if n+1 >= len(r.inputs) {
			break
		}
		for j, i := range set {
			if f.each { // weights, one a column
				i = j
			}
			*to = append(*to, in[r.inputs[n+1]][i])
		}
	}
}
