package mutate

import (
	"fmt"
	"go/token"
	"go/types"
)

// importMath imports the packages that emitted Go uses: of math the four bit casts, of
// math/bits TrailingZeros32.
type importMath struct{}

// Import returns package math or math/bits; any other path is an error.
func (importMath) Import(path string) (*types.Package, error) {
	if path == "math/bits" {
		pkg := types.NewPackage(path, "bits")
		var mask, count = types.Typ[types.Uint32], types.Typ[types.Int]
		sig := types.NewSignatureType(nil, nil, nil,
			types.NewTuple(types.NewParam(token.NoPos, pkg, "", mask)), types.NewTuple(types.NewParam(token.NoPos, pkg, "", count)), false)
		pkg.Scope().Insert(types.NewFunc(token.NoPos, pkg, "TrailingZeros32", sig))
		pkg.MarkComplete()
		return pkg, nil
	}
	if path != "math" {
		return nil, fmt.Errorf("emitted Go imports %q", path)
	}
	pkg := types.NewPackage("math", "math")
	for _, f := range []struct {
		name     string
		from, to types.BasicKind
	}{
		{"Float32bits", types.Float32, types.Uint32},
		{"Float32frombits", types.Uint32, types.Float32},
		{"Float64bits", types.Float64, types.Uint64},
		{"Float64frombits", types.Uint64, types.Float64},
	} {
		param := func(k types.BasicKind) *types.Tuple {
			return types.NewTuple(types.NewParam(token.NoPos, pkg, "", types.Typ[k]))
		}
		sig := types.NewSignatureType(nil, nil, nil, param(f.from), param(f.to), false)
		pkg.Scope().Insert(types.NewFunc(token.NoPos, pkg, f.name, sig))
	}
	pkg.MarkComplete()
	return pkg, nil
}
