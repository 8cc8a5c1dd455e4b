package gofunc

import (
	"fmt"
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
)

// Leaf is a scalar of a type, in memory order.
type Leaf struct {
	Path   string // as in .Sum.X or .A[2]; "" of a scalar
	Bits   int    // of a bool 8
	Signed bool
	Bool   bool
	Float  bv.Format // bv.NoFormat: an integer
}

// complexParts are the formats of the parts of complex types.
var complexParts = map[types.BasicKind]bv.Format{types.Complex64: bv.F32, types.Complex128: bv.F64}

// maxLeaves bounds a type.
const maxLeaves = 1024

// leaves are those of a type that a caller passes.
func (p *Package) leaves(t types.Type) ([]Leaf, error) {
	var all []Leaf
	var add func(path string, t types.Type) error
	add = func(path string, t types.Type) error {
		if len(all) > maxLeaves {
			return fmt.Errorf("a type of more than %d scalars", maxLeaves)
		}
		switch u := t.Underlying().(type) {
		case *types.Basic:
			if part, ok := complexParts[u.Kind()]; ok {
				all = append(all, Leaf{Path: path + ".real", Bits: part.Bits(), Float: part},
					Leaf{Path: path + ".imag", Bits: part.Bits(), Float: part})
				return nil
			}
			k, ok := (&goexec.Code{}).KindOf(u)
			if !ok || k.Bits == 0 {
				return fmt.Errorf("%s: want bool, integers and floats of a fixed size, and structs and arrays of these", u)
			}
			l := Leaf{Path: path, Bits: max(k.Bits, 8), Signed: k.Signed, Bool: k.Bool, Float: bv.NoFormat}
			if k.Float {
				l.Float = k.Format()
			}
			all = append(all, l)
			return nil
		case *types.Struct:
			for field := range u.Fields() {
				if field.Name() == "_" {
					continue
				}
				if err := add(path+"."+field.Name(), field.Type()); err != nil {
					return err
				}
			}
			return nil
		case *types.Array:
			for i := range u.Len() {
				if err := add(fmt.Sprintf("%s[%d]", path, i), u.Elem()); err != nil {
					return err
				}
			}
			return nil
		}
		return fmt.Errorf("type %s: want bool, integers and floats of a fixed size, and structs and arrays of these", t)
	}
	err := add("", t)
	return all, err
}
