package gofunc

import (
	"fmt"
	"go/ast"
	"go/printer"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/elementary"
	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/internal/userpkg"
)

// run is one execution.
type run struct {
	*goexec.Run
	bits     int // of an int
	codes    map[*Package]*goexec.Code
	packages map[*goexec.Code]*Package
	globals  map[types.Object]goexec.Value
	args     int      // leaves of the arguments
	panics   bv.Value // one bit
	whys     []string
	assumed  map[string]bool
}

// code is that of a package.
func (r *run) code(p *Package) *goexec.Code {
	if r.codes[p] == nil {
		c := &goexec.Code{Fset: p.Fset, Info: p.TypesInfo, Types: p.Types, IntBits: r.bits}
		r.codes[p], r.packages[c] = c, p
	}
	return r.codes[p]
}

// pkg is the package of what is executed.
func (r *run) pkg() *Package { return r.packages[r.Code] }

func (p *Package) refuse(n ast.Node, why string) error {
	return &goexec.Error{Pos: p.Fset.Position(n.Pos()), What: p.snippet(n), Why: why}
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

// stop refuses a node.
func (r *run) stop(n ast.Node, why string) { r.Stop(n, "", why) }

// place is where code stands, without the folder: what is assumed is part of files that are emitted.
func (p *Package) place(n ast.Node) string {
	at := p.Fset.Position(n.Pos())
	return fmt.Sprintf("%s:%d:%d", filepath.Base(at.Filename), at.Line, at.Column)
}

// assume notes that the outcome holds under a condition, at a place.
func (r *run) assume(n ast.Node, what string) {
	r.assumed[r.pkg().place(n)+": "+r.pkg().snippet(n)+": "+what] = true
}

// MayFuse ends an assumption: Go allows a product in a sum to be rounded once for both. The gc compiler does so on
// arm64, and on amd64 by GOAMD64=v3; in each call that it compiles it may decide anew.
const MayFuse = "a product in a sum, which Go may round once for both, as on arm64 and by " +
	"GOAMD64=v3: the outcome is that of two roundings"

// Questions of an execution: [goexec.Host].

const (
	expressions = "not supported in an operator; want arithmetic, comparisons, " +
		"conversions, structs, arrays and calls of functions"
	statements = "not supported in an operator; want declarations, assignments, if, switch, for with a " +
		"constant bound, break, continue and return"
)

// wording is the text of a refusal of an operator, by the reason why code is refused. WHAT is what stands there.
var wording = map[string]string{
	goexec.Expressions: expressions, goexec.Statements: statements, goexec.UnspecifiedNaN: LooseBits,
	goexec.Closures: expressions,
	goexec.UnknownRounds: "a loop with an end that depends on data; want a bound that is a " +
		"constant, as in for i := 0; i < 64 && …; i++",
	goexec.TooManyRounds: "a loop of more than 4096 rounds",
	goexec.TooManySteps:  "an execution of more than 2,000,000 steps; want fewer rounds of its loops",
	goexec.Builtins:      "a WHAT; want min, max, len, complex, real, imag or panic",
	goexec.Scalars:       "WHAT; want bools, numbers, and structs and arrays of these",
}

// Refuse is the error that refuses a node.
func (r *run) Refuse(n ast.Node, what, why string) error {
	switch words, ok := wording[why]; {
	case ok:
		why = strings.ReplaceAll(words, "WHAT", what)
	case what != "":
		why = what + "; " + why
	}
	return r.pkg().refuse(n, why)
}

// Panics notes a panic.
func (r *run) Panics(n ast.Node, happens bv.Value, p goexec.Panic) {
	r.panics = r.Or(r.panics, happens)
	text := r.Fset.Position(n.Pos()).String() + ": " + r.pkg().snippet(n) + ": " + p.Why
	if !slices.Contains(r.whys, text) {
		r.whys = append(r.whys, text)
	}
}

// Fuses notes a product in a sum.
func (r *run) Fuses(n ast.Node, _ token.Token, _ goexec.Kind) { r.assume(n, MayFuse) }

// Divides is a quotient or a rest.
func (r *run) Divides(_ ast.Node, of bv.Division, x, y bv.Value) bv.Value {
	return bv.Quotient(r.Dom, of, x, y)
}

// Stmt executes nothing by itself.
func (r *run) Stmt(ast.Stmt) bool { return false }

// If executes nothing by itself.
func (r *run) If(*ast.IfStmt, bv.Value) bool { return false }

// SameKeys refuses keys, which no operator has.
func (r *run) SameKeys(x, y goexec.Value) (goexec.Value, goexec.Value) {
	r.stop(r.At, expressions)
	return x, y
}

// KeyExtreme refuses keys.
func (r *run) KeyExtreme(e *ast.CallExpr, _ bool, x, _ goexec.Value) goexec.Value {
	r.stop(e, expressions)
	return x
}

// math32 are the functions of the public package math32. The tests of package elementary run the compiled ones beside
// what they are here.
var math32 = map[string]func(d bv.Domain, x ...bv.Value) bv.Value{
	"Exp":     func(d bv.Domain, x ...bv.Value) bv.Value { return elementary.Exp(d, x[0]) },
	"ExpHalf": func(d bv.Domain, x ...bv.Value) bv.Value { return elementary.ExpHalf(d, x[0]) },
	"Log":     func(d bv.Domain, x ...bv.Value) bv.Value { return elementary.Log(d, x[0]) },
	"Rsqrt":   func(d bv.Domain, x ...bv.Value) bv.Value { return elementary.Rsqrt(d, x[0]) },
	"FMA":     func(d bv.Domain, x ...bv.Value) bv.Value { return bv.Apply(d, bv.FMA(bv.F32), x...) },
}

// Call is a call of a function of package math32.
func (r *run) Call(e *ast.CallExpr, fn *types.Func, _ bool) ([]goexec.Value, bool) {
	if fn.Pkg() == nil {
		r.stop(e, expressions)
	}
	f := math32[fn.Name()]
	if f == nil || fn.Pkg().Path() != userpkg.Math32 || fn.Signature().Recv() != nil {
		return nil, false
	}
	if err := r.other(e, fn.Pkg()).unknown; err != nil {
		r.stop(e, err.Error())
	}
	return []goexec.Value{{V: f(r.Dom, r.Floats(e)...), Loose: goexec.Whole}}, true
}

// Library reports whether a function of the standard library is known.
func (r *run) Library(fn *types.Func) bool { return goexec.Known(fn.Pkg().Path() + "." + fn.Name()) }

// Body is a function of the package or of another one.
func (r *run) Body(e *ast.CallExpr, fn *types.Func) (*goexec.Code, *ast.FuncDecl) {
	if std := fn.Pkg().Path(); std == "math" || std == "math/bits" || std == "math/cmplx" {
		r.stop(e, "a function of package "+std+" that is not supported yet")
	}
	pkg := r.other(e, fn.Pkg())
	decl := userpkg.Decl(pkg.Package, fn)
	if decl == nil || decl.Body == nil {
		r.stop(e, "a function without a body in Go")
	}
	return r.code(pkg), decl
}

// other is the source of a package.
func (r *run) other(n ast.Node, p *types.Package) *Package {
	pkg := r.pkg().all[p.Path()]
	if pkg == nil {
		r.stop(n, "of package "+p.Path()+", which is not loaded")
	}
	return pkg
}
