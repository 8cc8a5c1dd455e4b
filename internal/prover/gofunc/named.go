package gofunc

import (
	"context"
	"fmt"
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
)

// Zero names the zero value of a type.
const Zero = "zero"

// Named is the element, of the type of the first parameter, that a name of the function's package
// stands for: a variable, a constant, or a function without parameters; or [Zero].
func (f *Func) Named(ctx context.Context, dom bv.Domain, name string) (out Outcome, err error) {
	t := f.fn.Signature().Params().At(0).Type()
	object := f.pkg.Types.Scope().Lookup(name)
	if object == nil && name != Zero {
		return out, fmt.Errorf("package %s declares no %s", f.pkg.Path, name)
	}
	leaves, err := f.pkg.leaves(t)
	if err != nil {
		return out, err
	}
	r := f.run(ctx, dom)
	defer r.Ends("", &err)
	var x goexec.Value
	switch o := object.(type) {
	case nil:
		x = r.Zero(f.decl.Name, t)
	case *types.Var:
		x = r.Global(f.decl.Name, o)
	case *types.Const:
		x = r.Constant(f.decl.Name, o.Val(), t)
	case *types.Func:
		decl := f.pkg.decl(o)
		if o.Signature().Params().Len() != 0 || o.Signature().Results().Len() != 1 || decl == nil {
			return out, fmt.Errorf("%s: want a function without parameters, of one result", name)
		}
		x = r.CallFunc(decl.Name, r.Code, decl, nil)[0]
	default:
		return out, fmt.Errorf("%s: want a variable, a constant or a function without parameters", name)
	}
	all := &goexec.Array{Cells: []*goexec.Cell{{Val: x}}}
	if len(all.ScalarCells()) != len(leaves) {
		return out, fmt.Errorf("%s: not of type %s", name, t)
	}
	return r.outcome(leaves, all), nil
}
