package gofunc

import (
	"go/types"
	"path/filepath"

	"github.com/shflgen/shflgen/internal/userpkg"
)

// Narrow is the function on machines with an int of 32 bits.
func (f *Func) Narrow() *Func {
	n := *f
	n.narrow = true
	return &n
}

// Tool is how the go command is set where the package lies.
func (f *Func) Tool() (userpkg.GoTool, error) {
	return userpkg.Tool(filepath.Dir(f.pkg.Fset.PositionFor(f.decl.Pos(), false).Filename))
}

// Element reports whether [Func.Named] may know a name: not of a function with parameters.
func (f *Func) Element(name string) bool {
	o := f.pkg.Types.Scope().Lookup(name)
	fn, ok := o.(*types.Func)
	return name == userpkg.Zero || o != nil && (!ok || fn.Signature().Params().Len() == 0)
}
