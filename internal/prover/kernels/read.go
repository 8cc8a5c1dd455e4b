package kernels

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/algebra"
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

	// Computes is what the kernel has to compute, in words as of [Outcome], or a part of them; "": that is not known.
	Computes string

	// AnyTie says that of equal elements the number of each is right.
	AnyTie bool
	// LowestTie says that the least number alone is right.
	LowestTie bool
	// Fixed says that the code or the caller chooses Blocks.
	Fixed bool
	// Spread says that the text computes the number of a warp: it is for blocks of several warps.
	Spread bool
	// Vectors says that the text reads vectors of elements, and Multiple that its comments speak of multiples.
	Vectors, Multiple bool
	// Asserts says that the text has assertions: launches in which one fails are left out.
	Asserts bool

	// Called is who calls a function, [OfWarps] or [OfBlocks]: each thread gives an element of each input, and keeps its
	// results. "": the code is a kernel.
	Called string

	positive bool // all numbers are drawn above 0, as counts are

	inPlace bool // the one parameter that is written is the first input

	sizes []int
	loads bool // what is written was also read
	sets  bv.Memo[[5]int, []layout]
	turns int // draws so far
	class int // one more than the number of the parameter with the class of each row; 0: none has
}

// reading is what a kernel computes by one plan.
type reading struct {
	plan
	inputs []int // parameters with elements that are read, in order
	outs   []out

	threads, cols int  // of the launch by which it was found
	wide          bool // it agrees on ordinary numbers with enough launches for a wrong one to count
	asked         bool // by [Kernel.Computes]
}

// out is what one parameter receives.
type out struct {
	param  int
	form   form
	layout int   // index into [launch.layouts]
	added  bool  // the results are added to what was there
	from   []int // the inputs of the form
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
	case k.Called != "":
		return []int{threads}
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
	r, ok, err = k.readIn(ctx, l, false, false)
	if err != nil && ofBlock(err.Error()) {
		for _, last := range []bool{false, true} {
			if r, ok, err = k.readIn(ctx, l, true, last); ok || err != nil {
				break
			}
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

func (k *Kernel) readIn(ctx context.Context, l launch, tolerant, last bool) (r reading, ok bool, err error) {
	rng := rand.New(rand.NewPCG(1, 2))
	r.plan = l.plan
	var all []observed
	for n, of := range ordinary {
		in := k.drawn(rng, l, draws[of])
		left, err := k.run(ctx, bv.Numbers{}, l, in, tolerant, last)
		if err != nil {
			return r, false, err
		}
		all = append(all, observed{in, left})
		k.loads = k.loads || k.inPlaceOf(left)
		if (n == 0 || n == len(ordinary)-1) && !k.formsOf(l, &r, all) { // few plans outlive the first draw
			return r, false, nil
		}
	}
	return r, true, nil
}

// formsOf finds the forms of all outputs.
func (k *Kernel) formsOf(l launch, r *reading, all []observed) bool {
	r.inputs, r.outs = k.roles(all)
	for o := range r.outs {
		if len(r.inputs) == 0 || !k.formOf(l, r, o, all) {
			return false
		}
	}
	return len(r.outs) > 0
}

// inPlaceOf reports whether a launch read from the only parameter that may be written, beside others.
func (k *Kernel) inPlaceOf(left ptx.Memory) bool {
	pointers, free, loaded := 0, 0, false
	for i, p := range k.Params {
		pointers += bit(p.Pointer)
		if p.Pointer && !p.Const {
			free++
			loaded = left.Loaded[i]
		}
	}
	return free == 1 && pointers > 1 && loaded
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
		if !p.Pointer || k.isClass(i) {
			continue
		}
		wrote := func(o observed) bool { return written(o.in[i], o.left.Elements[i]) }
		if !p.Const && slices.ContainsFunc(all, wrote) {
			outs = append(outs, out{param: i})
			continue
		}
		read = append(read, i)
	}
	if k.inPlace && len(outs) == 1 {
		read = slices.Insert(read, 0, outs[0].param)
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
	for _, f := range k.forms() {
		if f.inputs > len(r.inputs) || f.class != (k.class > 0) {
			continue
		}
		for n := range k.layouts(l) {
			for _, added := range []bool{false, true} {
				if !f.takes(added) || f.whole && (n == 0 || !l.work.ofArray()) {
					continue
				}
				for _, from := range k.choices(f, r.inputs) {
					try := out{param: r.outs[o].param, form: f, layout: n, added: added, from: from}
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
	}
	return false
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
	r.inputs = o.from
	e.d, e.t, e.out, e.fns, e.code = d, k.Params[r.inputs[0]].Type, k.Params[o.param].Type, k.Fns, k.Code.Constants()
	fits := e.t == e.out || e.t.Half() && e.out == spec.Float32
	if o.form.index || o.form.counts {
		fits = e.out.Class() != spec.Float
	}
	if !fits || !o.form.mask && !o.form.counts && k.mixed(o.form, r) {
		return nil, false
	}
	if e.t.Half() {
		e.t = spec.Float32
	}
	e.scalars, e.names = nil, nil
	for i, p := range k.Params {
		if !p.Pointer && p.Type == e.t && e.float() {
			e.scalars, e.names = append(e.scalars, in[i][0]), append(e.names, p.Name)
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
	t, _ := d.(*terms)
	for s, set := range sets {
		if t != nil && t.pairs > 0 && s != t.pairs-1 {
			continue
		}
		e.at = 0
		k.take(e, o.form, r, set, in, func(j int) int { return l.weight(s, j) })
		if o.form.class {
			e.class = k.chosen(e, r, in, set, in[k.class-1][s])
		}
		results := o.form.of(e)
		for j, v := range results {
			if v != (unspecified{}) && e.out.Half() {
				v = d.Convert(*algebra.Format(e.out), bv.F32, v)
			}
			at := s
			if o.form.each || k.Called != "" {
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
		for _, at := range set[:bit(k.Called != "")*len(set)] {
			if all[at] == nil { // nobody looks at the results of the other threads
				all[at] = unspecified{}
			}
		}
	}
	return all, true
}

// mixed reports whether the inputs of a form have several types.
func (k *Kernel) mixed(f form, r reading) bool {
	t := k.Params[r.inputs[0]].Type
	return slices.ContainsFunc(r.inputs[:f.inputs], func(p int) bool { return k.Params[p].Type != t })
}

// take puts a set of elements into the environment: of the next inputs the same ones, or those of weights.
func (k *Kernel) take(e *env, f form, r reading, set []int, in inputs, weight func(j int) int) {
	e.x, e.y, e.z, e.numbers = nil, nil, nil, nil
	element := func(p, i int) bv.Value { return e.widened(in[r.inputs[p]][i], k.Params[r.inputs[p]].Type) }
	for j, i := range set {
		e.x = append(e.x, element(0, i))
		if f.whole {
			j = i
		}
		e.numbers = append(e.numbers, j)
	}
	for n, to := range []*[]bv.Value{&e.y, &e.z} {
		if n+1 >= len(r.inputs) {
			break
		}
		for j, i := range set {
			if f.weights {
				i = weight(j)
			}
			*to = append(*to, element(n+1, i))
		}
	}
}
