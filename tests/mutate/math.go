package mutate

import (
	"fmt"
	"go/token"
	"go/types"
)

// importMath imports the packages that emitted Go uses, with what it calls of them.
type importMath struct{}

// function is a function of one parameter.
type function struct {
	name     string
	from, to types.BasicKind
}

// called are the functions that emitted Go calls, by the path of their package.
var called = map[string][]function{
	"math": {
		{"Float32bits", types.Float32, types.Uint32},
		{"Float32frombits", types.Uint32, types.Float32},
		{"Float64bits", types.Float64, types.Uint64},
		{"Float64frombits", types.Uint64, types.Float64},
	},
	"math/bits": {
		{"OnesCount32", types.Uint32, types.Int},
		{"TrailingZeros32", types.Uint32, types.Int},
	},
}

// Import returns package math or math/bits; any other path is an error.
func (importMath) Import(path string) (*types.Package, error) {
	functions, ok := called[path]
	if !ok {
		return nil, fmt.Errorf("emitted Go imports %q", path)
	}
	name := map[string]string{"math": "math", "math/bits": "bits"}[path]
	pkg := types.NewPackage(path, name)
	for _, f := range functions {
		param := func(k types.BasicKind) *types.Tuple {
			return types.NewTuple(types.NewParam(token.NoPos, pkg, "", types.Typ[k]))
		}
		sig := types.NewSignatureType(nil, nil, nil, param(f.from), param(f.to), false)
		pkg.Scope().Insert(types.NewFunc(token.NoPos, pkg, f.name, sig))
	}
	pkg.MarkComplete()
	return pkg, nil
}
