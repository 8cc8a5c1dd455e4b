package gofunc

import (
	"go/ast"
	"go/types"
	"path/filepath"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/userpkg"
)

// unlike says of code that executions with an int of 32 bits do not follow.
const unlike = "its result depends on the size of int"

// Narrow is the function on machines with an int of 32 bits. An int is a value of 64 bits all the same: its lower
// 32 bits, extended.
func (f *Func) Narrow() *Func {
	n := *f
	n.narrow = true
	return &n
}

// wrapped is what an operation on numbers of a kind leaves of its result.
func (r *run) wrapped(k kind, x leaf) leaf {
	if r.narrow && k.word {
		x.v = r.dom.Extend(r.dom.Extract(x.v, 0, 32), 64, k.signed)
	}
	return x
}

// ofWord is a function of math/bits. sized says that its result depends on the size of the uint that it takes.
func ofWord(f stdFunc, sized bool) stdFunc {
	return func(r *run, e *ast.CallExpr) []value {
		if sized && r.narrow && len(e.Args) > 0 {
			if k := r.kind(e.Args[0]); k.word && k.float == bv.NoFormat {
				r.stop(e, unlike)
			}
		}
		return f(r, e)
	}
}

// Tool is how the go command is set where the package lies.
func (f *Func) Tool() (userpkg.GoTool, error) {
	return userpkg.Tool(filepath.Dir(f.pkg.Fset.PositionFor(f.decl.Pos(), false).Filename))
}

// Element reports whether [Func.Named] may know a name: not of a function with parameters.
func (f *Func) Element(name string) bool {
	o := f.pkg.Types.Scope().Lookup(name)
	fn, ok := o.(*types.Func)
	return name == Zero || o != nil && (!ok || fn.Signature().Params().Len() == 0)
}
