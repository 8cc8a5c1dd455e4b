package userpkg

import (
	"fmt"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// scalars are the element types that Go has.
var scalars = map[types.BasicKind]spec.Type{
	types.Int8: spec.Int8, types.Int16: spec.Int16, types.Int32: spec.Int32, types.Int64: spec.Int64,
	types.Uint8: spec.Uint8, types.Uint16: spec.Uint16, types.Uint32: spec.Uint32, types.Uint64: spec.Uint64,
	types.Float32: spec.Float32, types.Float64: spec.Float64,
}

// refusal is why a type has no layout that another machine shares, and what would.
type refusal struct{ why, want string }

// refused holds the basic types without a layout.
var refused = map[types.BasicKind]refusal{
	types.Int:  {"differs in size between platforms", "int32 or int64"},
	types.Uint: {"differs in size between platforms", "uint32 or uint64"},
	types.Uintptr: {"holds an address, which means nothing to another lane's memory or machine",
		"uint64 for a number"},
	types.UnsafePointer: {"holds an address, which means nothing on another machine", "the value itself, or an index"},
	types.String:        {"points to its bytes, which a shuffle does not move", "an array of bytes, such as [16]uint8"},
}

// refusalOf is why a type that is not basic has no layout.
func refusalOf(t types.Type) (kind string, r refusal) {
	const points = "points to memory, which a shuffle does not move"
	switch t.(type) {
	case *types.Pointer:
		return "a pointer", refusal{points, "the value itself, or an index"}
	case *types.Slice:
		return "a slice", refusal{points, "an array of a fixed length"}
	case *types.Map:
		return "a map", refusal{points, "an array of a fixed length"}
	case *types.Chan:
		return "a channel", refusal{points, "the value itself"}
	case *types.Signature:
		return "a function", refusal{"is an address in one program", "a number that selects the function"}
	case *types.Interface:
		return "an interface", refusal{"points to a value of any type", "one type of a fixed size"}
	case *types.TypeParam:
		return "a type parameter", refusal{"has no size of its own", "a named instance, such as type Pair32 = Pair[float32]"}
	}
	return "a type", refusal{"has no layout", "numbers, bools, structs and arrays"}
}

// layout computes the layout of types of one package.
type layout struct {
	fset *token.FileSet
	root string // of the element, for messages
}

// maxLayout bounds a type in bytes, while it is laid out: 40 structs, each of two of the one
// before, have 2^40 parts.
const maxLayout = 16 * spec.MaxElement

// Layout is the layout of a type, such as that of an operator's parameters. at is where a message
// about the type as a whole points to. The element has the type's name, if it has one.
func Layout(fset *token.FileSet, t types.Type, at token.Pos) (*spec.Element, error) {
	l := layout{fset, types.TypeString(t, (*types.Package).Name)}
	e, err := l.of(t, at, "")
	if err != nil {
		return nil, err
	}
	if size := sizes.Sizeof(t); size != int64(e.Size()) {
		return nil, l.wrong(at, "", "has %d bytes in Go and %d in C; want no field of size zero", size, e.Size())
	}
	return e, nil
}

// sizes are those of gc on amd64.
var sizes = types.SizesFor("gc", "amd64")

// wrong is an error about a part of the element.
func (l layout) wrong(at token.Pos, path, what string, args ...any) error {
	return fmt.Errorf("%s: %s%s %s", place(l.fset, at), l.root, path, fmt.Sprintf(what, args...))
}

// place is a position, relative to the current folder if it lies below.
func place(fset *token.FileSet, at token.Pos) string {
	p := fset.Position(at)
	if dir, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(dir, p.Filename); err == nil && !strings.HasPrefix(rel, "..") {
			p.Filename = rel
		}
	}
	return p.String()
}

// of is the layout of a type at a path within the element.
func (l layout) of(t types.Type, at token.Pos, path string) (*spec.Element, error) {
	e, err := l.structure(t, at, path)
	if err != nil {
		return nil, err
	}
	if named, ok := types.Unalias(t).(*types.Named); ok {
		o := named.Obj()
		name := spec.TypeName{Name: o.Name() + arguments(named)}
		if o.Pkg() != nil {
			name.Package, name.Path = o.Pkg().Name(), o.Pkg().Path()
		}
		return e.Named(name), nil
	}
	return e, nil
}

// arguments are the type arguments of an instance, as Go writes them.
func arguments(t *types.Named) string {
	var texts []string
	for arg := range t.TypeArgs().Types() {
		texts = append(texts, types.TypeString(arg, (*types.Package).Name))
	}
	if texts == nil {
		return ""
	}
	return "[" + strings.Join(texts, ",") + "]"
}

// structure is the layout of a type without its name.
func (l layout) structure(t types.Type, at token.Pos, path string) (*spec.Element, error) {
	if named, ok := types.Unalias(t).(*types.Named); ok && named.TypeParams().Len() > named.TypeArgs().Len() {
		return nil, l.wrong(at, path, "is generic; want a named instance, such as type %s32 = %s[float32]",
			named.Obj().Name(), named.Obj().Name())
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return l.basic(u, at, path)
	case *types.Array:
		of, err := l.of(u.Elem(), at, path+"[0]")
		if err != nil {
			return nil, err
		}
		if u.Len() > spec.MaxElement {
			return nil, l.wrong(at, path, "has %d elements; want at most %d bytes", u.Len(), spec.MaxElement)
		}
		e, err := spec.ArrayElement(int(u.Len()), of)
		if err != nil {
			return nil, l.wrong(at, path, "is refused: %s", err)
		}
		return e, nil
	case *types.Struct:
		var fields []spec.Field
		size := 0
		for f := range u.Fields() {
			of, err := l.of(f.Type(), f.Pos(), path+"."+f.Name())
			if err != nil {
				return nil, err
			}
			if size += of.Size(); size > maxLayout {
				return nil, l.wrong(at, path, "has more than %d bytes; want at most %d", maxLayout, spec.MaxElement)
			}
			fields = append(fields, spec.Field{Name: f.Name(), Elem: of})
		}
		e, err := spec.StructElement(fields)
		if err != nil {
			return nil, l.wrong(at, path, "is refused: %s", err)
		}
		return e, nil
	}
	kind, r := refusalOf(t.Underlying())
	if p, ok := types.Unalias(t).(*types.TypeParam); ok {
		kind, r = refusalOf(p)
	}
	return nil, l.wrong(at, path, "is %s (%s), which %s; want %s", kind, types.TypeString(t, (*types.Package).Name), r.why,
		r.want)
}

func (l layout) basic(b *types.Basic, at token.Pos, path string) (*spec.Element, error) {
	switch b.Kind() {
	case types.Bool:
		return spec.BoolElement(), nil
	case types.Complex64:
		return spec.ComplexElement(spec.Float32), nil
	case types.Complex128:
		return spec.ComplexElement(spec.Float64), nil
	case types.Invalid:
		return nil, l.wrong(at, path, "has a type that does not compile")
	}
	if t, ok := scalars[b.Kind()]; ok {
		return spec.ScalarElement(t), nil
	}
	if r, ok := refused[b.Kind()]; ok {
		return nil, l.wrong(at, path, "is of type %s, which %s; want %s", b.Name(), r.why, r.want)
	}
	return nil, l.wrong(at, path, "is of type %s; want a number of a fixed size", b.Name())
}
