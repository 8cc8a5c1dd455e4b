// Package gofunc loads a user's Go function and is the host of its execution by package goexec, on numbers, on terms
// that stand for every input, or on a recording. Structs and arrays that a caller passes are the lists of their
// leaves, in memory order. The package refuses unknown constructs, with their place.
package gofunc

import (
	"cmp"
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/internal/userpkg"
	"github.com/shflgen/shflgen/spec"
)

// Func is a function that can be executed.
type Func struct {
	Name         string          // path of the package and name of the function
	Takes, Gives []*spec.Element // its parameters and results

	pkg  *Package
	decl *ast.FuncDecl
	fn   *types.Func

	narrow bool // int and uint have 32 bits
}

// Package is a package that was loaded with its syntax and types.
type Package struct {
	*packages.Package
	all     map[string]*Package // those that were loaded together, by path
	unknown error               // why a package with functions known by name is not believed; nil: it is

	otherwise map[string]string // see ignoredNames
	written   map[types.Object]token.Pos
}

// Loaded is a package that was loaded with syntax and types, with those that it imports.
func Loaded(p *packages.Package) *Package {
	all := map[string]*Package{}
	packages.Visit([]*packages.Package{p}, nil, func(p *packages.Package) {
		if p.TypesInfo != nil {
			all[p.PkgPath] = &Package{Package: p, all: all, unknown: userpkg.Believed(p)}
		}
	})
	return all[p.PkgPath]
}

// New is the function of a package.
func New(pkg *Package, name string) (*Func, error) {
	fn, ok := pkg.Types.Scope().Lookup(name).(*types.Func)
	if !ok {
		return nil, fmt.Errorf("%s: no function %s", pkg.PkgPath, name)
	}
	decl := userpkg.Decl(pkg.Package, fn)
	if decl == nil || decl.Body == nil {
		return nil, fmt.Errorf("%s.%s: no body in Go", pkg.PkgPath, name)
	}
	f := &Func{Name: pkg.PkgPath + "." + name, pkg: pkg, decl: decl, fn: fn}
	sig := fn.Signature()
	if sig.TypeParams() != nil || sig.Variadic() {
		return nil, f.pkg.refuse(decl.Name, "a function with type parameters or a list of arguments is not supported")
	}
	var params, results error
	f.Takes, params = f.layouts(sig.Params())
	f.Gives, results = f.layouts(sig.Results())
	if err := cmp.Or(params, results); err != nil {
		return nil, err
	}
	return f, nil
}

// Signature is the function's type.
func (f *Func) Signature() *types.Signature { return f.fn.Signature() }

// Params are the leaves of each parameter.
func (f *Func) Params() (all [][]Leaf) {
	for _, e := range f.Takes {
		all = append(all, leaves(e))
	}
	return all
}

// Results are the leaves of all results, one after the other.
func (f *Func) Results() (all []Leaf) {
	for _, e := range f.Gives {
		all = append(all, leaves(e)...)
	}
	return all
}

// Value is a leaf's value. Loose says that it comes from arithmetic of floats: if it is a NaN,
// no bit of it is known, and so its bits may not be computed with. Product says that it is a product that no conversion
// has rounded.
type Value struct {
	V       bv.Value
	Loose   bool
	Product bool
}

// Outcome is what a call gives.
type Outcome struct {
	Results []Value  // the leaves of all results; a bool has 8 bits, 0 or 1
	Panics  bv.Value // one bit: the call panics, or Go leaves its result to the machine
	// Assumes are what the outcome holds under, by place: see [Func.Call].
	Assumes []string
	// Constants are the numbers in the code that was executed, by the width in which they stand.
	Constants map[goexec.Constant]bool
	// Whys lists the causes of panics, with their places.
	Whys []string
	// ReadsBits are the float leaves of the arguments with bits that were used as an integer.
	ReadsBits map[int]bool
}

// LooseBits is the [Error.Why] of a function that computes with bits of a float that it or arithmetic before
// it gave.
const LooseBits = "the bits of a float that arithmetic gave: of a NaN neither sign nor payload is known; want the " +
	"float compared, or its bits taken before"

// AllExact is an error if a result is a float with an unknown bit in the case of a NaN.
func (f *Func) AllExact(results []Value) error {
	for _, r := range results {
		if r.Loose {
			return f.pkg.refuse(f.decl.Name,
				"it computes with the bits of its floats, and gives floats by arithmetic; neither sign nor payload of such "+
					"a NaN is known; want the bits, or the results, in integers")
		}
	}
	return nil
}

// Run executes the function on the leaves of its arguments, one parameter after the other. A bool is a value of one
// bit, or of 8 bits with the lowest one used. panics is one bit: where it is 1 the results mean nothing.
func (f *Func) Run(ctx context.Context, dom bv.Domain, args []bv.Value) (results []bv.Value, panics bv.Value,
	err error) {
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
	defer r.Ends("", &err)
	var in []goexec.Value
	n := 0
	for i, leaves := range f.Params() {
		if len(args)-n < len(leaves) {
			return out, fmt.Errorf("%s: fewer values than its parameters have leaves", f.Name)
		}
		in = append(in, r.Composed(f.fn.Signature().Params().At(i).Type(), func() goexec.Value {
			n++
			l := leaves[0]
			leaves = leaves[1:]
			return r.argument(l, args[n-1], n)
		}))
	}
	r.args = n
	if n < len(args) {
		return out, fmt.Errorf("%s: more values than its parameters have leaves", f.Name)
	}
	results := &goexec.Array{}
	for _, x := range r.CallFunc(f.decl.Name, r.Code, f.decl, in) {
		results.Cells = append(results.Cells, &goexec.Cell{Val: x})
	}
	return r.outcome(f.Results(), results), nil
}

// run is an execution at its start.
func (f *Func) run(ctx context.Context, dom bv.Domain) *run {
	r := &run{
		bits: 64, codes: map[*Package]*goexec.Code{}, packages: map[*goexec.Code]*Package{},
		globals: map[types.Object]goexec.Value{}, assumed: map[string]bool{},
	}
	if f.narrow {
		r.bits = 32
	}
	r.Run = goexec.Start(r, r.code(f.pkg), dom, f.decl.Name)
	r.Operator, r.Constants, r.ReadsBits, r.Assume = true, map[goexec.Constant]bool{}, map[int32]bool{}, r.assume
	r.Limits = goexec.Limits{Steps: 2_000_000, Rounds: 4096, Unknown: 300}
	r.Interrupt = func() error { return context.Cause(ctx) }
	r.panics = r.No
	return r
}

// outcome is what was executed, with results that have these leaves.
func (r *run) outcome(leaves []Leaf, results *goexec.Array) Outcome {
	out := Outcome{Panics: r.panics, Constants: r.Constants, Whys: r.whys, ReadsBits: map[int]bool{}}
	for i := range r.args {
		if r.ReadsBits[int32(i)+1] || r.ReadsBits[-1] {
			out.ReadsBits[i] = true
		}
	}
	for i, c := range results.ScalarCells() {
		v := c.Val.V
		if leaves[i].Bool {
			v = r.Dom.Extend(v, 8, false)
		}
		out.Results = append(out.Results, Value{v, c.Val.Loose != 0, c.Val.Product})
	}
	for a := range r.assumed {
		out.Assumes = append(out.Assumes, a)
	}
	slices.Sort(out.Assumes)
	return out
}

// argument is leaf n of the arguments, counted from 1, as an executed function holds it.
func (r *run) argument(l Leaf, x Value, n int) goexec.Value {
	if w := x.V.Width(); w != l.Bits && !(l.Bool && w == 1) {
		r.Stop(r.At, "", fmt.Sprintf("argument %s of %d bits, want %d", l.Path, w, l.Bits))
	}
	out := goexec.Value{V: x.V, Product: x.Product}
	if x.Loose {
		out.Loose = goexec.Whole
	}
	if l.Float != bv.NoFormat {
		out.Given = int32(n)
	}
	return out
}

// Types is the package that declares the function.
func (f *Func) Types() *types.Package { return f.pkg.Types }

// FuncName is the name of the function without its package.
func (f *Func) FuncName() string { return f.fn.Name() }
