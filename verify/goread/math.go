package goread

import (
	"fmt"
	"go/token"
	"go/types"
)

// importMath imports what emitted Go may import: the casts of package math
// between a float and its bits, and for helpers a count of package math/bits.
type importMath struct{}

// Import returns package math, or an error for any other path.
func (importMath) Import(path string) (*types.Package, error) {
	if path == "math/bits" {
		return bitsPackage, nil
	}
	if path != "math" {
		return nil, fmt.Errorf("import of %q: %s", path, byDesign)
	}
	return mathPackage, nil
}

// bitsPackage has the one function that a helper calls; elsewhere it is refused.
var bitsPackage = func() *types.Package {
	pkg := types.NewPackage("math/bits", "bits")
	tuple := func(k types.BasicKind) *types.Tuple {
		return types.NewTuple(types.NewParam(token.NoPos, pkg, "", types.Typ[k]))
	}
	sig := types.NewSignatureType(nil, nil, nil, tuple(types.Uint32), tuple(types.Int), false)
	pkg.Scope().Insert(types.NewFunc(token.NoPos, pkg, "TrailingZeros32", sig))
	pkg.MarkComplete()
	return pkg
}()

// casts are the functions of package math that the dialect has.
var casts = []struct {
	name     string
	from, to types.BasicKind
}{
	{"Float32bits", types.Float32, types.Uint32},
	{"Float32frombits", types.Uint32, types.Float32},
	{"Float64bits", types.Float64, types.Uint64},
	{"Float64frombits", types.Uint64, types.Float64},
}

var mathPackage = func() *types.Package {
	pkg := types.NewPackage("math", "math")
	tuple := func(k types.BasicKind) *types.Tuple {
		return types.NewTuple(types.NewParam(token.NoPos, pkg, "", types.Typ[k]))
	}
	for _, c := range casts {
		sig := types.NewSignatureType(nil, nil, nil, tuple(c.from), tuple(c.to), false)
		pkg.Scope().Insert(types.NewFunc(token.NoPos, pkg, c.name, sig))
	}
	pkg.MarkComplete()
	return pkg
}()
