package gofunc

import (
	"context"
	"fmt"
	"go/ast"
	"go/printer"
	"go/types"
	"maps"
	"path/filepath"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// leaf is a scalar as an execution holds it. The zero value is undefined.
type leaf struct {
	v       bv.Value
	loose   bool // a float that arithmetic gave: of a NaN no bit is known
	product bool // a float that a multiplication gave and no conversion has rounded
	given   int  // 1 + i: the float of leaf i of the arguments, unaltered; -1: of one of several
}

// value is a variable or what an expression gives, by its leaves.
type value []leaf

// run is one execution.
type run struct {
	ctx     context.Context
	dom     bv.Domain
	load    Source
	yes, no bv.Value
	path    bv.Value // one bit: the conditions of the enclosing branches
	panics  bv.Value // one bit
	pkg     *Package
	narrow  bool     // int and uint have 32 bits
	at      ast.Node // what is executed, for messages
	globals map[types.Object]value
	steps   int

	*frame

	constants map[Constant]bool
	assumed   map[string]bool
	whys      []string
	readsBits map[int]bool // by leaf.given
	args      int          // leaves of the arguments
}

// frame is one call of a function.
type frame struct {
	fn      *types.Func
	caller  *frame
	results []types.Type
	named   []types.Object // results that have names
	targets []target       // of break and continue
	state   state
}

// state is what a function holds: variables by their objects, results by their numbers, and
// exits, of one bit each, that have been taken. Values are never changed in place.
type state map[any]value

// exit is the end of a loop, of one of its rounds, of a switch or of a call, in a state.
type exit struct{ name string }

var returned = &exit{"return"}

// target is what break and continue leave.
type target struct {
	label types.Object
	over  *exit
	next  *exit // nil of a switch
}

type interrupted struct{ cause error }

// Bounds of an execution.
const (
	maxSteps   = 2_000_000
	maxRounds  = 4096 // of a loop whose condition is known
	maxUnknown = 300  // of one whose condition depends on data
	maxCalls   = 32   // calls within calls
)

func (r *run) step(n ast.Node) {
	r.at = n
	if r.steps++; r.steps > maxSteps {
		r.stop(n, "an execution of more than 2,000,000 steps; want fewer rounds of its loops")
	}
	if r.steps&1023 == 0 && r.ctx.Err() != nil {
		panic(interrupted{context.Cause(r.ctx)})
	}
}

func (p *Package) refuse(n ast.Node, why string) error {
	return &Error{p.Fset.Position(n.Pos()), p.snippet(n), why}
}

// snippet is the first line of a node's text, not too long.
func (p *Package) snippet(n ast.Node) string {
	var b strings.Builder
	if printer.Fprint(&b, p.Fset, n) != nil {
		return "code"
	}
	text, _, _ := strings.Cut(b.String(), "\n")
	if text = strings.TrimSpace(text); len(text) > 80 {
		text = text[:77] + "…"
	}
	return text
}

func (r *run) stop(n ast.Node, why string) { panic(r.pkg.refuse(n, why)) }

// place is where code stands, without the folder: what is assumed is part of files that are emitted.
func (p *Package) place(n ast.Node) string {
	at := p.Fset.Position(n.Pos())
	return fmt.Sprintf("%s:%d:%d", filepath.Base(at.Filename), at.Line, at.Column)
}

// assume notes that the outcome holds under a condition, at a place.
func (r *run) assume(n ast.Node, what string) {
	r.assumed[r.pkg.place(n)+": "+r.pkg.snippet(n)+": "+what] = true
}

// panicsIf notes a panic where the bit is 1 on the path.
func (r *run) panicsIf(n ast.Node, bit bv.Value, why string) {
	both := r.and(r.path, bit)
	if k, known := r.dom.Known(both); known && k == 0 {
		return
	}
	r.panics = r.or(r.panics, both)
	text := r.pkg.Fset.Position(n.Pos()).String() + ": " + r.pkg.snippet(n) + ": " + why
	for _, w := range r.whys {
		if w == text {
			return
		}
	}
	r.whys = append(r.whys, text)
}

func (r *run) and(a, b bv.Value) bv.Value { return r.dom.Int(bv.And, a, b) }
func (r *run) or(a, b bv.Value) bv.Value  { return r.dom.Int(bv.Or, a, b) }
func (r *run) not(a bv.Value) bv.Value    { return r.dom.Not(a) }

// is reports whether a bit is known to be x.
func (r *run) is(bit bv.Value, x uint64) bool {
	k, known := r.dom.Known(bit)
	return known && k == x
}

// left is the bit of whether any exit of the frame was taken.
func (r *run) left() bv.Value {
	bit := r.no
	for _, e := range r.exits() {
		if v, ok := r.state[e]; ok {
			bit = r.or(bit, v[0].v)
		}
	}
	return bit
}

// exits are the frame's, from the call inwards.
func (r *run) exits() []*exit {
	all := []*exit{returned}
	for _, t := range r.targets {
		all = append(all, t.over)
		if t.next != nil {
			all = append(all, t.next)
		}
	}
	return all
}

// fork executes then where the bit is 1, and otherwise where it is not; each may be nil. Where
// the bit is not known both are executed from one state, and what they leave is chosen from.
func (r *run) fork(bit bv.Value, then, otherwise func()) {
	if k, known := r.dom.Known(bit); known {
		if k == 0 {
			then = otherwise
		}
		if then != nil {
			then()
		}
		return
	}
	path, before := r.path, r.state
	side := func(bit bv.Value, f func()) (after state, left bool) {
		r.path, r.state = r.and(path, bit), maps.Clone(before)
		if f != nil {
			f()
		}
		return r.state, r.is(r.left(), 1)
	}
	a, aLeft := side(bit, then)
	b, bLeft := side(r.not(bit), otherwise)
	r.path, r.state = path, a
	for key, y := range b {
		x, both := a[key]
		_, isVar := key.(types.Object)
		switch {
		case !both:
			if _, ok := key.(*exit); ok { // not taken on the other side
				y = r.choose(bit, value{{v: r.no}}, y)
			}
			a[key] = y
		case isVar && len(r.targets) == 0 && aLeft && !bLeft: // who has left does not see it again
			a[key] = y
		case isVar && len(r.targets) == 0 && bLeft && !aLeft:
		default:
			a[key] = r.choose(bit, x, y)
		}
	}
	for key, x := range a {
		if _, both := b[key]; both {
			continue
		}
		if _, ok := key.(*exit); ok {
			a[key] = r.choose(bit, x, value{{v: r.no}})
		}
	}
}

// only evaluates what the program evaluates where the bit is 1: an index out of range there ends the call there alone.
func (r *run) only(bit bv.Value, f func()) {
	path, before := r.path, r.state[returned]
	r.path = r.and(path, bit)
	f()
	r.path = path
	switch after := r.state[returned]; {
	case after == nil:
	case before == nil:
		r.state[returned] = r.choose(bit, after, value{{v: r.no}})
	default:
		r.state[returned] = r.choose(bit, after, before)
	}
}

// unlessLeft executes what follows where no exit was taken.
func (r *run) unlessLeft(f func()) {
	left := r.left()
	r.fork(r.not(left), func() {
		if !r.is(left, 0) {
			for _, e := range r.exits() {
				delete(r.state, e)
			}
		}
		f()
	}, nil)
}

// choose is x where the bit is 1, else y.
func (r *run) choose(bit bv.Value, x, y value) value {
	out := make(value, len(x))
	for i := range x {
		a, b := x[i], y[i]
		switch {
		case a.v == nil:
			out[i] = b
		case b.v == nil || a == b:
			out[i] = a
		default:
			out[i] = leaf{v: a.v, loose: a.loose || b.loose, product: a.product || b.product, given: oneOf(a.given, b.given)}
			if a.v != b.v {
				out[i].v = r.dom.Select(bit, a.v, b.v)
			}
		}
	}
	return out
}

// oneOf is which leaf of the arguments a leaf is that is one of two.
func oneOf(a, b int) int {
	switch {
	case a == b || b == 0:
		return a
	case a == 0:
		return b
	}
	return -1
}

// take marks an exit as taken.
func (r *run) take(e *exit) { r.state[e] = value{{v: r.yes}} }

// callFunc executes a function on arguments that are its own, and gives its results.
func (r *run) callFunc(n ast.Node, pkg *Package, decl *ast.FuncDecl, fn *types.Func, args []value) []value {
	sig := fn.Signature()
	if decl.Body == nil || sig.TypeParams() != nil || sig.RecvTypeParams() != nil || sig.Variadic() {
		r.stop(n, "want a function with a body in Go, without type parameters or a list of arguments")
	}
	calls := 0
	for f := r.frame; f != nil; f = f.caller {
		if calls++; calls > maxCalls {
			r.stop(n, "want at most 32 calls within calls")
		}
	}
	f := &frame{fn: fn, caller: r.frame, state: state{}}
	outer, at := r.pkg, r.at
	r.frame, r.pkg = f, pkg
	i := 0
	if recv := sig.Recv(); recv != nil {
		f.state[recv] = args[0]
		i = 1
	}
	for v := range sig.Params().Variables() {
		f.state[v] = args[i]
		i++
	}
	for j := range sig.Results().Len() {
		v := sig.Results().At(j)
		f.results = append(f.results, v.Type())
		f.state[j] = make(value, max(0, size(v.Type())))
		if v.Name() != "" {
			f.named = append(f.named, v)
			f.state[v] = r.zero(decl.Name, v.Type())
		}
	}
	r.block(decl.Body.List)
	var out []value
	for j, t := range f.results {
		v := f.state[j]
		if v == nil || len(v) > 0 && v[0].v == nil {
			v = r.zero(decl.Name, t) // where every path panics
		}
		out = append(out, v)
	}
	r.frame, r.pkg, r.at = f.caller, outer, at
	return out
}

// zero is the zero value of a type.
func (r *run) zero(n ast.Node, t types.Type) value {
	if size(t) < 0 {
		r.stop(n, "a variable of type "+t.String()+"; want bools, numbers, and structs and arrays of these")
	}
	out := value{}
	for _, k := range flat(t) {
		out = append(out, leaf{v: r.dom.Const(k.bits, 0)})
	}
	return out
}

// decl is the declaration of a function or method of the package, or nil.
func (p *Package) decl(fn *types.Func) *ast.FuncDecl {
	if p.decls == nil {
		p.decls = map[string]*ast.FuncDecl{}
		for _, file := range p.Files {
			for _, d := range file.Decls {
				if d, ok := d.(*ast.FuncDecl); ok {
					if o, ok := p.Info.Defs[d.Name].(*types.Func); ok {
						p.decls[o.FullName()] = d
					}
				}
			}
		}
	}
	return p.decls[fn.FullName()]
}
