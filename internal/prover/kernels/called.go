package kernels

import (
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// A function that lanes of a warp or threads of a block call may be judged as a kernel is: the code gives each thread
// an element of each input, and the form is one of the elements of a warp, or of a block. Its results are those of
// every thread, or of thread 0.

// Who calls a function: see [Kernel].
const (
	OfWarps  = "warp"
	OfBlocks = "block"
)

const keepsFirst = "{x} of thread 0"

// ofCalls are forms that only functions have. {x}, {y} and {z} are their inputs.
var ofCalls = []form{
	one(keepsFirst, 1, false, func(e *env) bv.Value { return e.x[0] }),
	exponential(one("the sum of {y} * exp({x} - max {x})", 2, true, func(e *env) bv.Value {
		e.limit("if no element is infinite")
		was := e.shifted
		e.shifted = true
		all, _ := e.exponentials()
		e.shifted = was
		return e.sum(e.pairs(e.mul, all, e.y))
	})),
	one("the mean of {x} weighted by {y}", 2, true, func(e *env) bv.Value { return e.weightedMean() }),
	one("the sum of {z} + {y} * ({x} - the mean of {x} weighted by {y})^2", 3, true, func(e *env) bv.Value {
		mean := e.weightedMean()
		squares := e.squares(e.each(func(v bv.Value) bv.Value { return e.sub(v, mean) }, e.x))
		return e.sum(e.pairs(e.add, e.z, e.pairs(e.mul, e.y, squares)))
	}),
	ranks("{y} + the number of lanes before it with {x} not 0", false),
	ranks("{y} + the number of lanes before it with {x} not 0, of a lane with {x} 0 nothing", true),
	counting(one("{y} + the number of lanes with {x} not 0", 2, false, func(e *env) bv.Value {
		return e.countedFrom(e.first(e.y))
	})),
	counting(one("{x} + the number of lanes", 1, false, func(e *env) bv.Value {
		return e.d.Int(bv.Add, e.first(e.x), e.d.Const(e.out.Bits(), uint64(len(e.x))))
	})),
	counting(each("{x} of lane 0 + its number", 1, false, func(e *env) (all []bv.Value) {
		for i := range e.x {
			all = append(all, e.d.Int(bv.Add, e.first(e.x), e.d.Const(e.out.Bits(), uint64(i))))
		}
		return all
	})),
	counting(one("the number of threads with {x} not 0", 1, false, func(e *env) bv.Value {
		return e.countedFrom(e.d.Const(e.out.Bits(), 0))
	})),
	counting(one("a number with bit i set where {x} of lane i is not 0", 1, false, func(e *env) bv.Value {
		if len(e.x) > e.out.Bits() {
			panic(missing{})
		}
		all := e.d.Const(e.out.Bits(), 0)
		for i, v := range e.x {
			bit := e.d.Select(e.nonzero(v), e.d.Const(e.out.Bits(), 1<<i), e.d.Const(e.out.Bits(), 0))
			all = e.d.Int(bv.Or, all, bit)
		}
		return all
	})),
}

// ranks is a form with a number for each lane, beginning with that of lane 0 in the second input: of all lanes, or 0 of
// those with 0.
func ranks(text string, some bool) form {
	return counting(each(text, 2, false, func(e *env) (all []bv.Value) {
		next := e.first(e.y)
		for _, v := range e.x {
			is := e.nonzero(v)
			if all = append(all, next); some {
				all[len(all)-1] = e.d.Select(is, next, e.d.Const(e.out.Bits(), 0))
			}
			next = e.d.Int(bv.Add, next, e.d.Extend(is, e.out.Bits(), false))
		}
		return all
	}))
}

// first is the first of some integers, of the bits of the result.
func (e *env) first(of []bv.Value) bv.Value {
	if len(of) == 0 || of[0].Width() != e.out.Bits() {
		panic(missing{})
	}
	return of[0]
}

// counting is a form with integers, whatever its elements are.
func counting(f form) form {
	f.counts = true
	return f
}

// countedFrom is a number, and one more for each element that is not 0.
func (e *env) countedFrom(sum bv.Value) bv.Value {
	for _, v := range e.x {
		sum = e.d.Int(bv.Add, sum, e.d.Extend(e.nonzero(v), e.out.Bits(), false))
	}
	return sum
}

// nonzero is 1 where an element is not 0.
func (e *env) nonzero(v bv.Value) bv.Value {
	if e.float() {
		return e.d.Not(e.d.Float(bv.FEq, e.format(), v, e.number(0)))
	}
	return e.d.Not(e.d.Int(bv.Eq, v, e.number(0)))
}

// weightedMean is the mean of the first input by weights, the second.
func (e *env) weightedMean() bv.Value {
	e.limit("if no sum of numbers that it divides by is 0")
	return e.over(e.sum(e.pairs(e.mul, e.x, e.y)), e.sum(e.y))
}

// forms are those that the code may compute. For a function, those with a result in every thread come first.
func (k *Kernel) forms() []form {
	if k.Called == "" {
		return forms
	}
	var all, first []form
	for _, f := range slices.Concat(ofCalls, forms) {
		if f.join = nil; f.whole || f.weights || f.class {
			continue
		}
		if all = append(all, f); !f.each {
			if f.text != keepsFirst { // which thread 0 has without a call
				first = append(first, f)
			}
			of := f.of
			all[len(all)-1].each = true
			all[len(all)-1].of = func(e *env) []bv.Value { return slices.Repeat(of(e), len(e.x)) }
		}
	}
	return append(all, first...)
}

// choices are the inputs that a form may take, in its order: for a function in every order.
func (k *Kernel) choices(f form, inputs []int) (all [][]int) {
	if k.Called == "" {
		return [][]int{inputs}
	}
	var choose func(chosen []int)
	choose = func(chosen []int) {
		if len(chosen) == f.inputs {
			all = append(all, slices.Clone(chosen))
			return
		}
		for _, i := range inputs {
			if !slices.Contains(chosen, i) {
				choose(append(chosen, i))
			}
		}
	}
	choose(nil)
	return all
}

// received is what the threads that call a function receive, in words.
func (k *Kernel) received(r reading) string {
	thread := map[string]string{OfWarps: "lane", OfBlocks: "thread"}[k.Called]
	var all []string
	last := ""
	for _, o := range r.outs {
		what, spelled := o.form.text, strings.Contains(o.form.text, "{")
		var names []string
		for i, p := range o.from {
			names = append(names, k.Params[p].Name)
			if names[i] == "" {
				what = strings.ReplaceAll(what, "with {x} 0", "that does not call")
				what = strings.ReplaceAll(what, "with {x} not 0", "that call")
			}
			what = strings.ReplaceAll(what, []string{"{x}", "{y}", "{z}"}[i], names[i])
		}
		if !spelled {
			what += " of " + strings.Join(names, " and ")
		}
		if name := k.Params[o.param].Name; name != "" {
			what = "in " + name + " " + what
		}
		who := "every " + thread
		if !o.form.each {
			who = thread + " 0"
		}
		if who != last {
			what = who + " receives " + what
		}
		all, last = append(all, what), who
	}
	return strings.Join(all, ", and ")
}
