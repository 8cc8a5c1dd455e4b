package goread

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/spec"
)

// State is what a call starts from and ends with.
type State struct {
	Mask    []bv.Value   // 32 bits each; empty in mask mode full
	Lanes   []bv.Value   // each element: register r of lane i at r*Spec.Lanes + i
	Pred    bv.Value     // 32 bits, set by Run where the pattern has preds
	Numbers [][]bv.Value // of each lane, 32 bits each, by the ports of the shape that are numbers

	// Keys are the keys of the lanes. Same, if it is set, says whether those of two
	// lanes are equal, in place of a comparison.
	Keys []bv.Value
	Same func(i, j int) bv.Value

	Operands []bv.Value // distances of the caller: one for all lanes, or one a lane

	// Of a map, of each input: as Lanes, which then are what the elements hold before. Of row-apply what
	// its function takes beside the row.
	Inputs [][]bv.Value

	InPlace bool // of row-apply: the row of results is that of the elements
}

// run is one execution.
type run struct {
	*File
	dom   bv.Domain
	yes   bv.Value // one bit
	no    bv.Value
	state *State
	at    ast.Node // the statement that is executed, for messages

	*frame
	exits []*cell    // one bit each: whether an enclosing loop, switch or call was left
	path  bv.Value   // one bit: the conditions of the enclosing branches
	logs  []*changes // of the enclosing branches

	assumed map[bv.Value]bool // bits that are taken for 0, while a branch is looked at

	cut    *Cut                // of a function of an array; nil: every loop is executed round by round
	places *Places             // of one of argmin or argmax, likewise
	users  map[string][]*bv.Fn // functions of users that were called, by their names
	steps  int
	writes int // how many writes went through pointers
}

// frame is one call of a function.
type frame struct {
	fn       *types.Func
	caller   *frame
	env      map[types.Object]*cell
	results  []*cell
	named    bool // the results are variables
	returned *cell
	targets  []target // of break and continue
}

// Run executes the function on s, which it changes. An error is a refusal, and
// says where.
func (f *File) Run(dom bv.Domain, s *State) (err error) {
	r := f.start(dom, s)
	defer r.ends(&err)
	if f.shape.Row() {
		r.runRows(s)
		return nil
	}
	if f.shape.Grid() {
		r.runGrid(s)
		return nil
	}
	args, arrays := r.arguments(s)
	results := r.callFunc(f.main, f.main, args)
	elements, leaves := r.contents(arrays.v, nil), r.shape.Element().Leaves()
	for i, c := range arrays.v.scalarCells() {
		r.storable(leaves[i%len(leaves)].Type, c.val)
	}
	var values []bv.Value
	if arrays.value != nil {
		for _, c := range arrays.value.scalarCells() {
			r.exactly(f.main, c.val)
		}
		values = r.contents(arrays.value, nil)
	}
	if r.shape.Partial() { // of elements that are not there nothing is written
		elements = append(elements, s.Lanes[len(elements):]...)
	}
	s.Lanes = spec.Together(r.shape, elements, values)
	for k, a := range arrays.numbers {
		for _, c := range a.scalarCells() {
			r.exactly(f.main, c.val)
		}
		s.Numbers[k] = r.contents(a, nil)
	}
	if f.shape.HasPred() {
		s.Pred = r.exactly(f.main, results[0])
	}
	return nil
}

// start is an execution that has not begun.
func (f *File) start(dom bv.Domain, s *State) *run {
	r := &run{File: f, dom: dom, state: s, at: f.main, users: map[string][]*bv.Fn{}, yes: dom.Const(1, 1), no: dom.Const(1, 0)}
	r.path = r.yes
	return r
}

// ends makes a refusal out of the depth of an execution an error. It is deferred.
func (r *run) ends(err *error) {
	switch p := recover().(type) {
	case nil:
	case *Error:
		*err = p
	case bv.Stop:
		*err = r.refuse(r.at, r.Func, p.Why)
	default:
		panic(p)
	}
}

// contents appends the elements of an array, row by row.
func (r *run) contents(a *array, to []bv.Value) []bv.Value {
	for _, c := range a.cells {
		if c.val.arr != nil {
			to = r.contents(c.val.arr, to)
			continue
		}
		x := r.noKey(r.main, c.val)
		if x.Width() == 1 { // a bool is a byte in memory
			x = r.dom.Extend(x, 8, false)
		}
		to = append(to, x)
	}
	return to
}

// storable refuses what an element of the spec's type must not hold at the end:
// bits of a float op's result elsewhere than where the type has a float, which are
// compared up to the payload of a NaN.
func (r *run) storable(t spec.Type, x value) {
	floats := loose(0)
	switch {
	case r.Spec.KeepsPayloads(): // what is moved is compared with its payload
	case t.Packed():
		floats = looseLow | looseHigh
	case formatOf(t) != noFormat:
		floats = looseWhole
	}
	if x.loose&^floats != 0 {
		r.stop(r.main, "bits of a float op's result in an element of type "+t.String(), unspecifiedNaN)
	}
}

// stop refuses a node, out of the depth of an execution.
func (r *run) stop(n ast.Node, what, why string) {
	panic(r.refuse(n, what, why))
}

// step counts one step of the execution.
func (r *run) step(n ast.Node) {
	if r.steps++; r.steps > maxSteps && r.steps > r.mostSteps() {
		r.stop(n, fmt.Sprintf("more than %d steps", max(maxSteps, r.mostSteps())), "the execution is not followed further; write a shorter loop")
	}
	if r.Interrupt != nil && r.steps%256 == 0 {
		if err := r.Interrupt(); err != nil {
			r.stop(n, "the execution", err.Error())
		}
	}
}

// mostSteps bounds the steps of an execution on many columns or elements, or on some rounds of a chunk.
func (r *run) mostSteps() int {
	if r.cut != nil {
		return stepsPerColumn * maxBatch * r.cut.K
	}
	if r.shape.Grid() && r.shape.Each {
		return stepsPerElement * r.shape.Lanes
	}
	return stepsPerColumn * r.shape.Lanes
}

// set writes a cell, where the program has not left its scope.
func (r *run) set(c *cell, x value) {
	live := r.live(c.depth)
	switch k, known := r.dom.Known(live); {
	case known && k == 1:
		r.put(c, x)
	case !known:
		r.put(c, r.choose(live, x, c.val))
	}
}

// put writes a cell, and notes for the enclosing branch what it held.
func (r *run) put(c *cell, x value) {
	if n := len(r.logs); n > 0 {
		r.logs[n-1].note(c)
	}
	c.val = x
}

// live is whether no exit was taken but the first n, which enclose a scope.
func (r *run) live(n int) bv.Value {
	left := r.no
	for _, c := range r.exits[min(n, len(r.exits)):] {
		if c.val.v != r.no {
			left = r.or(left, c.val.v)
		}
	}
	if left == r.no {
		return r.yes
	}
	return r.not(left)
}

// alive is whether execution is still here, as far as exits go.
func (r *run) alive() bv.Value { return r.live(0) }

// dead is whether it is certain that execution never is here.
func (r *run) dead() bool {
	k, known := r.dom.Known(r.alive())
	return known && k == 0
}

// leave takes an exit, where condition holds.
func (r *run) leave(exit *cell, condition bv.Value) {
	r.put(exit, value{v: r.or(exit.val.v, r.and(r.alive(), condition))})
}

// enter begins a scope that can be left, and end ends it.
func (r *run) enter() (exit *cell) {
	exit = &cell{val: value{v: r.no}}
	r.exits = append(r.exits, exit)
	return exit
}

func (r *run) end(exit *cell) {
	if r.exits[len(r.exits)-1] != exit {
		panic("a scope ends that is not the innermost")
	}
	r.exits = r.exits[:len(r.exits)-1]
}

// panics refuses a program that would panic where condition holds, unless that is
// never.
func (r *run) panics(n ast.Node, condition bv.Value, what, want string) {
	happens := r.and(r.and(r.path, r.alive()), condition)
	switch k, known := r.dom.Known(happens); {
	case known && k == 0:
	case known:
		r.stop(n, what, "panics; "+want)
	default:
		r.stop(n, what, "may panic; "+want)
	}
}

// The operations on bits spare the domain what is known.

func (r *run) and(a, b bv.Value) bv.Value {
	if k, known := r.dom.Known(a); known {
		if k == 1 {
			return b
		}
		return a
	}
	if k, known := r.dom.Known(b); known {
		if k == 1 {
			return a
		}
		return b
	}
	return r.dom.Int(bv.And, a, b)
}

func (r *run) or(a, b bv.Value) bv.Value {
	if k, known := r.dom.Known(a); known {
		if k == 0 {
			return b
		}
		return a
	}
	if k, known := r.dom.Known(b); known {
		if k == 0 {
			return a
		}
		return b
	}
	return r.dom.Int(bv.Or, a, b)
}

func (r *run) not(a bv.Value) bv.Value { return r.dom.Not(a) }

func (r *run) bit(b bool) bv.Value {
	if b {
		return r.yes
	}
	return r.no
}
