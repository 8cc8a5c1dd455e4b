package gofunc

import (
	"context"
	"fmt"
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/internal/userpkg"
)

// Named is the element, of the type of the first parameter, that a name of the function's package
// stands for: a variable, a constant, or a function without parameters; or [userpkg.Zero], or a number.
func (f *Func) Named(ctx context.Context, dom bv.Domain, name string) (out Outcome, err error) {
	t := f.fn.Signature().Params().At(0).Type()
	object := f.pkg.Types.Scope().Lookup(name)
	number, isNumber := userpkg.Number(name, t)
	if object == nil && name != userpkg.Zero && !isNumber {
		return out, fmt.Errorf("identity=%s: package %s declares no %[1]s, and it is no number of type %[3]s", name,
			f.pkg.PkgPath, t)
	}
	of, r := leaves(f.Takes[0]), f.run(ctx, dom)
	defer r.Ends("", &err)
	var x goexec.Value
	switch o := object.(type) {
	case nil:
		if x = r.Zero(f.decl.Name, t); isNumber {
			x = r.Constant(f.decl.Name, number, t)
		}
	case *types.Var:
		x = r.Global(f.decl.Name, o)
	case *types.Const:
		x = r.Constant(f.decl.Name, o.Val(), t)
	case *types.Func:
		decl := userpkg.Decl(f.pkg.Package, o)
		if o.Signature().Params().Len() != 0 || o.Signature().Results().Len() != 1 || decl == nil {
			return out, fmt.Errorf("%s: want a function without parameters, of one result", name)
		}
		x = r.CallFunc(decl.Name, r.Code, decl, nil)[0]
	default:
		return out, fmt.Errorf("%s: want a variable, a constant or a function without parameters", name)
	}
	all := &goexec.Array{Cells: []*goexec.Cell{{Val: x}}}
	if len(all.ScalarCells()) != len(of) {
		return out, fmt.Errorf("%s: not of type %s", name, t)
	}
	return r.outcome(of, all), nil
}
