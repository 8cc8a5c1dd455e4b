package gofunc

import (
	"fmt"
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Leaf is a scalar of a type, in memory order.
type Leaf struct {
	Path   string // as in .Sum.X or .A[2]; "" of a scalar
	Bits   int    // of a bool 8
	Signed bool
	Bool   bool
	Float  bv.Format // bv.NoFormat: an integer
}

// kind is a basic type of numbers, or bool.
type kind struct {
	bits   int // of a bool 1
	signed bool
	bool   bool
	float  bv.Format
	word   bool // int or uint: of 64 or 32 bits
}

func (k kind) isFloat() bool { return k.float != bv.NoFormat }

var kinds = map[types.BasicKind]kind{
	types.Int8: {bits: 8, signed: true, float: bv.NoFormat}, types.Int16: {bits: 16, signed: true, float: bv.NoFormat},
	types.Int32: {bits: 32, signed: true, float: bv.NoFormat}, types.Int64: {bits: 64, signed: true, float: bv.NoFormat},
	types.Uint8: {bits: 8, float: bv.NoFormat}, types.Uint16: {bits: 16, float: bv.NoFormat},
	types.Uint32: {bits: 32, float: bv.NoFormat}, types.Uint64: {bits: 64, float: bv.NoFormat},
	types.Int: {bits: 64, signed: true, word: true, float: bv.NoFormat}, types.Uint: {bits: 64, word: true, float: bv.NoFormat},
	types.Float32: {bits: 32, signed: true, float: bv.F32}, types.Float64: {bits: 64, signed: true, float: bv.F64},
	types.UntypedFloat: {bits: 64, signed: true, float: bv.F64}, types.UntypedInt: {bits: 64, signed: true, float: bv.NoFormat},
	types.UntypedRune: {bits: 32, signed: true, float: bv.NoFormat},
	types.Bool:        {bits: 1, bool: true, float: bv.NoFormat}, types.UntypedBool: {bits: 1, bool: true, float: bv.NoFormat},
}

// parts of complex numbers.
var parts = map[types.BasicKind]types.BasicKind{
	types.Complex64: types.Float32, types.Complex128: types.Float64, types.UntypedComplex: types.Float64,
}

func kindOf(t types.Type) (kind, bool) {
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return kind{}, false
	}
	k, ok := kinds[b.Kind()]
	return k, ok
}

// complexPart is the kind of the parts of a complex type.
func complexPart(t types.Type) (kind, bool) {
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return kind{}, false
	}
	part, ok := parts[b.Kind()]
	return kinds[part], ok
}

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
		if k, ok := complexPart(t); ok {
			all = append(all, Leaf{Path: path + ".real", Bits: k.bits, Float: k.float}, Leaf{Path: path + ".imag", Bits: k.bits, Float: k.float})
			return nil
		}
		switch u := t.Underlying().(type) {
		case *types.Basic:
			k, ok := kinds[u.Kind()]
			if !ok || u.Kind() == types.Int || u.Kind() == types.Uint {
				return fmt.Errorf("%s: want bool, integers and floats of a fixed size, and structs and arrays of these", u)
			}
			all = append(all, Leaf{Path: path, Bits: max(k.bits, 8), Signed: k.signed && !k.isFloat(), Bool: k.bool, Float: k.float})
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

// size is the number of leaves of a type of a variable; -1 of a type that is not followed.
func size(t types.Type) int {
	if _, ok := complexPart(t); ok {
		return 2
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if _, ok := kinds[u.Kind()]; ok {
			return 1
		}
	case *types.Struct:
		n := 0
		for field := range u.Fields() {
			m := size(field.Type())
			if m < 0 {
				return -1
			}
			if field.Name() != "_" {
				n += m
			}
		}
		return n
	case *types.Array:
		if n := size(u.Elem()); n >= 0 && u.Len() <= maxLeaves {
			return n * int(u.Len())
		}
	}
	return -1
}

// offset is where the leaves of field i of a struct begin.
func offset(s *types.Struct, i int) int {
	n := 0
	for j := range i {
		if f := s.Field(j); f.Name() != "_" {
			n += size(f.Type())
		}
	}
	return n
}

// flat are the kinds of the leaves of a type.
func flat(t types.Type) []kind {
	if k, ok := complexPart(t); ok {
		return []kind{k, k}
	}
	var all []kind
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return []kind{kinds[u.Kind()]}
	case *types.Struct:
		for field := range u.Fields() {
			if field.Name() != "_" {
				all = append(all, flat(field.Type())...)
			}
		}
	case *types.Array:
		one := flat(u.Elem())
		for range u.Len() {
			all = append(all, one...)
		}
	}
	return all
}
