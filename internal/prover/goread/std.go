package goread

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"math"
)

// A file that is read by itself imports packages made of these tables, in place of the standard library's: their names
// and types alone. The path of its package defines the meaning of a name, in both cases ([goexec.Known]).

// importStd imports the packages of [std].
type importStd struct{}

// Import returns a package of a table, or an error for any other path.
func (importStd) Import(path string) (*types.Package, error) {
	if pkg, ok := std[path]; ok {
		return pkg, nil
	}
	return nil, fmt.Errorf("import of %q: want math, math/bits, runtime or sync, "+
		"or a file that is loaded with its package", path)
}

var std = map[string]*types.Package{"math": mathPackage(), "math/bits": bitsPackage(), "runtime": runtimePackage(),
	"sync": syncPackage()}

type basics []types.BasicKind

// declare adds a function to a package.
func declare(pkg *types.Package, name string, from, to basics) {
	tuple := func(of basics) *types.Tuple {
		var vars []*types.Var
		for _, k := range of {
			vars = append(vars, types.NewParam(token.NoPos, pkg, "", types.Typ[k]))
		}
		return types.NewTuple(vars...)
	}
	sig := types.NewSignatureType(nil, nil, nil, tuple(from), tuple(to), false)
	pkg.Scope().Insert(types.NewFunc(token.NoPos, pkg, name, sig))
}

func mathPackage() *types.Package {
	pkg := types.NewPackage("math", "math")
	f32, f64, u32, u64 := types.Float32, types.Float64, types.Uint32, types.Uint64
	declare(pkg, "Float32bits", basics{f32}, basics{u32})
	declare(pkg, "Float32frombits", basics{u32}, basics{f32})
	declare(pkg, "Float64bits", basics{f64}, basics{u64})
	declare(pkg, "Float64frombits", basics{u64}, basics{f64})
	declare(pkg, "Abs", basics{f64}, basics{f64})
	declare(pkg, "Sqrt", basics{f64}, basics{f64})
	declare(pkg, "Min", basics{f64, f64}, basics{f64})
	declare(pkg, "Max", basics{f64, f64}, basics{f64})
	declare(pkg, "NaN", nil, basics{f64})
	declare(pkg, "Inf", basics{types.Int}, basics{f64})
	declare(pkg, "IsNaN", basics{f64}, basics{types.Bool})
	declare(pkg, "IsInf", basics{f64, types.Int}, basics{types.Bool})
	declare(pkg, "Signbit", basics{f64}, basics{types.Bool})
	number := func(name string, kind types.BasicKind, x constant.Value) {
		pkg.Scope().Insert(types.NewConst(token.NoPos, pkg, name, types.Typ[kind], x))
	}
	for _, bits := range []uint{8, 16, 32, 64} {
		number(fmt.Sprintf("MaxInt%d", bits), types.UntypedInt, constant.MakeInt64(1<<(bits-1)-1))
		number(fmt.Sprintf("MinInt%d", bits), types.UntypedInt, constant.MakeInt64(-1<<(bits-1)))
		number(fmt.Sprintf("MaxUint%d", bits), types.UntypedInt, constant.MakeUint64(^uint64(0)>>(64-bits)))
	}
	number("MaxFloat32", types.UntypedFloat, constant.MakeFloat64(math.MaxFloat32))
	number("MaxFloat64", types.UntypedFloat, constant.MakeFloat64(math.MaxFloat64))
	pkg.MarkComplete()
	return pkg
}

func bitsPackage() *types.Package {
	pkg := types.NewPackage("math/bits", "bits")
	word := func(suffix string, k types.BasicKind) {
		for _, name := range []string{"OnesCount", "TrailingZeros", "LeadingZeros", "Len"} {
			declare(pkg, name+suffix, basics{k}, basics{types.Int})
		}
		declare(pkg, "RotateLeft"+suffix, basics{k, types.Int}, basics{k})
		declare(pkg, "Reverse"+suffix, basics{k}, basics{k})
		if k != types.Uint8 {
			declare(pkg, "ReverseBytes"+suffix, basics{k}, basics{k})
		}
		if k != types.Uint8 && k != types.Uint16 {
			declare(pkg, "Add"+suffix, basics{k, k, k}, basics{k, k})
			declare(pkg, "Sub"+suffix, basics{k, k, k}, basics{k, k})
		}
	}
	word("", types.Uint)
	word("8", types.Uint8)
	word("16", types.Uint16)
	word("32", types.Uint32)
	word("64", types.Uint64)
	pkg.MarkComplete()
	return pkg
}

// runtimePackage and syncPackage have what the axiom of loops by parts calls; nothing else has a meaning.
func runtimePackage() *types.Package {
	pkg := types.NewPackage("runtime", "runtime")
	declare(pkg, "GOMAXPROCS", basics{types.Int}, basics{types.Int})
	pkg.MarkComplete()
	return pkg
}

func syncPackage() *types.Package {
	pkg := types.NewPackage("sync", "sync")
	group := types.NewNamed(types.NewTypeName(token.NoPos, pkg, "WaitGroup", nil), types.NewStruct(nil, nil), nil)
	method := func(name string, from ...*types.Var) {
		recv := types.NewParam(token.NoPos, pkg, "", types.NewPointer(group))
		group.AddMethod(types.NewFunc(token.NoPos, pkg, name, types.NewSignatureType(recv, nil, nil, types.NewTuple(from...),
			nil, false)))
	}
	method("Add", types.NewParam(token.NoPos, pkg, "", types.Typ[types.Int]))
	method("Done")
	method("Wait")
	pkg.Scope().Insert(group.Obj())
	pkg.MarkComplete()
	return pkg
}
