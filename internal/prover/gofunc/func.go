// Package gofunc executes a user's Go function on values of any domain: on numbers, on terms
// that stand for every input, or on a recording. Structs and arrays are the lists of their
// leaves, in memory order. Both sides of a branch are executed, and what they give is chosen
// from. What the package does not know is refused, with its place.
package gofunc

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Func is a function that can be executed.
type Func struct {
	Name string // path of the package and name of the function
	pkg  *Package
	decl *ast.FuncDecl
	fn   *types.Func
	load Source

	narrow bool // int and uint have 32 bits
}

// Package is a package with its syntax and types.
type Package struct {
	Path  string
	Fset  *token.FileSet
	Files []*ast.File
	Types *types.Package
	Info  *types.Info // Types, Defs, Uses and Selections
	Sizes types.Sizes

	Ignored []string // files of the folder that build constraints leave out
	Unknown error    // why a package whose functions are known by name is not believed; nil: it is

	decls     map[string]*ast.FuncDecl // by name, of methods with the type's
	otherwise map[string]string        // see ignoredNames
	written   map[types.Object]token.Pos
}

// Source gives a package by its path, for calls of functions of other packages.
type Source func(path string) (*Package, error)

// New is the function of a package. A nil source knows no other package.
func New(pkg *Package, name string, source Source) (*Func, error) {
	fn, ok := pkg.Types.Scope().Lookup(name).(*types.Func)
	if !ok {
		return nil, fmt.Errorf("%s: no function %s", pkg.Path, name)
	}
	decl := pkg.decl(fn)
	if decl == nil || decl.Body == nil {
		return nil, fmt.Errorf("%s.%s: no body in Go", pkg.Path, name)
	}
	f := &Func{Name: pkg.Path + "." + name, pkg: pkg, decl: decl, fn: fn, load: source}
	sig := fn.Signature()
	if sig.TypeParams() != nil || sig.Variadic() {
		return nil, f.pkg.refuse(decl.Name, "a function with type parameters or a list of arguments is not supported")
	}
	for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
		for v := range tuple.Variables() {
			if _, err := pkg.leaves(v.Type()); err != nil {
				return nil, f.pkg.refuse(decl.Name, err.Error())
			}
		}
	}
	return f, nil
}

// Signature is the function's type.
func (f *Func) Signature() *types.Signature { return f.fn.Signature() }

// Params are the leaves of each parameter.
func (f *Func) Params() [][]Leaf { return f.tuple(f.fn.Signature().Params()) }

// Results are the leaves of all results, one after the other.
func (f *Func) Results() []Leaf { return slices.Concat(f.tuple(f.fn.Signature().Results())...) }

func (f *Func) tuple(t *types.Tuple) (all [][]Leaf) {
	for v := range t.Variables() {
		leaves, err := f.pkg.leaves(v.Type())
		if err != nil {
			panic(err) // checked by New
		}
		all = append(all, leaves)
	}
	return all
}

// Value is a leaf's value. Loose says that it comes from arithmetic of floats: if it is a NaN,
// no bit of it is known, and so its bits may not be computed with.
type Value struct {
	V     bv.Value
	Loose bool
}

// Outcome is what a call gives.
type Outcome struct {
	Results []Value  // the leaves of all results; a bool has 8 bits, 0 or 1
	Panics  bv.Value // one bit: the call panics, or Go leaves its result to the machine
	// Assumes are what the outcome holds under, by place: see [Func.Call].
	Assumes []string
	// Constants are the numbers in the code that was executed, by the width in which they stand.
	Constants map[Constant]bool
	// Whys says of what may panic where and why.
	Whys []string
	// ReadsBits are the leaves of the arguments that are floats of which bits were taken for an integer.
	ReadsBits map[int]bool
}

// Constant is a number in the code.
type Constant struct {
	Bits  int
	Float bool
	X     uint64
}

// LooseBits is the [Error.Why] of a function that computes with bits of a float that it or arithmetic before
// it gave.
const LooseBits = "the bits of a float that arithmetic gave: of a NaN neither sign nor payload is known; want the float compared, or its bits taken before"

// AllExact is an error if a result is a float of which not every bit is known, if it is a NaN.
func (f *Func) AllExact(results []Value) error {
	for _, r := range results {
		if r.Loose {
			return f.pkg.refuse(f.decl.Name, "it computes with the bits of its floats, and gives floats by arithmetic, of which neither sign nor payload "+
				"is known of a NaN; want the bits, or the results, in integers")
		}
	}
	return nil
}

// Error is a refusal, with its place and what stands there.
type Error struct {
	Pos     token.Position
	Snippet string
	Why     string
}

// Error is the refusal in one line.
func (e *Error) Error() string { return fmt.Sprintf("%s: %s: %s", e.Pos, e.Snippet, e.Why) }

// Run executes the function on the leaves of its arguments, one parameter after the other. A
// bool is a value of one bit, or of 8 of which the lowest counts. panics is one bit: where it is
// 1 the results mean nothing.
func (f *Func) Run(ctx context.Context, dom bv.Domain, args []bv.Value) (results []bv.Value, panics bv.Value, err error) {
	in := make([]Value, len(args))
	for i, a := range args {
		in[i] = Value{V: a}
	}
	out, err := f.Call(ctx, dom, in)
	if err != nil {
		return nil, nil, err
	}
	for _, v := range out.Results {
		results = append(results, v.V)
	}
	return results, out.Panics, nil
}

// Call is [Func.Run] with all that is known of the call. It holds for the gc compiler on
// machines with an int of 64 bits that fuse no product with a sum, as amd64 does; Assumes
// names each place where that matters.
func (f *Func) Call(ctx context.Context, dom bv.Domain, args []Value) (out Outcome, err error) {
	r := f.run(ctx, dom)
	defer r.recovered(&err)
	var in []value
	n := 0
	for _, leaves := range f.Params() {
		var v value
		for _, l := range leaves {
			if n == len(args) {
				return out, fmt.Errorf("%s: fewer values than its parameters have leaves", f.Name)
			}
			v = append(v, r.argument(l, args[n], n))
			n++
		}
		in = append(in, v)
	}
	r.args = n
	if n < len(args) {
		return out, fmt.Errorf("%s: more values than its parameters have leaves", f.Name)
	}
	return r.outcome(f.Results(), slices.Concat(r.callFunc(f.decl.Name, f.pkg, f.decl, f.fn, in)...)), nil
}

// run is an execution at its start.
func (f *Func) run(ctx context.Context, dom bv.Domain) *run {
	r := &run{
		ctx: ctx, dom: dom, load: f.load, narrow: f.narrow, yes: dom.Const(1, 1), no: dom.Const(1, 0), pkg: f.pkg, at: f.decl.Name,
		globals: map[types.Object]value{}, constants: map[Constant]bool{}, assumed: map[string]bool{}, readsBits: map[int]bool{},
	}
	r.path, r.panics = r.yes, r.no
	return r
}

// recovered turns the panic by which an execution ends into an error.
func (r *run) recovered(err *error) {
	switch p := recover().(type) {
	case nil:
	case *Error:
		*err = p
	case bv.Stop:
		*err = r.pkg.refuse(r.at, p.Why)
	case interrupted:
		*err = p.cause
	default:
		panic(p)
	}
}

// outcome is what was executed, with results that have these leaves.
func (r *run) outcome(leaves []Leaf, results value) Outcome {
	out := Outcome{Panics: r.panics, Constants: r.constants, Whys: r.whys, ReadsBits: map[int]bool{}}
	for i := range r.args {
		if r.readsBits[i+1] || r.readsBits[-1] {
			out.ReadsBits[i] = true
		}
	}
	for i, x := range results {
		v := x.v
		if leaves[i].Bool {
			v = r.dom.Extend(v, 8, false)
		}
		out.Results = append(out.Results, Value{v, x.loose})
	}
	for a := range r.assumed {
		out.Assumes = append(out.Assumes, a)
	}
	slices.Sort(out.Assumes)
	return out
}

// argument is leaf n of the arguments as an executed function holds it.
func (r *run) argument(l Leaf, x Value, n int) leaf {
	switch w := x.V.Width(); {
	case l.Bool && w == 8:
		x.V = r.dom.Extract(x.V, 0, 1)
	case w != l.Bits && !(l.Bool && w == 1):
		r.stop(r.at, fmt.Sprintf("argument %s of %d bits, want %d", l.Path, w, l.Bits))
	}
	out := leaf{v: x.V, loose: x.Loose}
	if l.Float != bv.NoFormat {
		out.given = 1 + n
	}
	return out
}

// Types is the package that declares the function.
func (f *Func) Types() *types.Package { return f.pkg.Types }

// FuncName is the name of the function without its package.
func (f *Func) FuncName() string { return f.fn.Name() }
