package spec

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// MaxElement is the size in bytes that an element may have.
const MaxElement = 256

// Kind is what an [Element] is made of.
type Kind uint8

// The kinds.
const (
	ScalarKind     Kind = iota // a number of one of [Types]
	BoolKind                   // one byte, 0 or 1
	ComplexKind                // two floats: the real part, then the imaginary one
	StructKind                 // fields
	ArrayKind                  // a fixed number of elements of one kind
	UnresolvedKind             // a name alone, as flags give it: no layout is known yet
)

// Element is the layout of an element type of a fixed size, as gc lays it out on amd64, which is
// how C does. It is immutable. Two elements of equal content are one pointer, so that == compares
// them, and specs that hold them.
type Element struct {
	name   TypeName
	kind   Kind
	scalar Type    // of ScalarKind, and of ComplexKind the type of a part
	fields []Field // of StructKind
	of     *Element
	length int // of ArrayKind
	size   int
	align  int
	leaves []Leaf
	key    string // equal for equal content
}

// TypeName is how a program calls a type. The zero value is that of a type without a name.
type TypeName struct {
	Name    string // in its package
	Package string // the package's name
	Path    string // the package's import path

	// Ref is the value of -type that led to the type, and Local says that the package
	// that is generated into declares it, so that emitted Go imports nothing. Both are of
	// the element of a spec alone, not of its fields.
	Ref   string
	Local bool

	// CUDA is the struct of a user that the type is in CUDA C++, as -cuda-type names it; "" for
	// one that the file declares.
	CUDA string
}

// Field is a field of a struct. A field that is called _ is padding.
type Field struct {
	Name   string
	Offset int // in bytes, from the start of the struct
	Elem   *Element
}

// Blank reports whether a field is padding.
func (f Field) Blank() bool { return f.Name == "_" }

// Leaf is a scalar within an element.
type Leaf struct {
	Path   string // as an expression behind the element: ".Sum.X", ".A[2]", ".Z.real"
	Offset int    // in bytes, from the start of the element
	Type   Type   // of a bool Uint8
	Bool   bool   // the byte is 0 or 1
}

// ScalarElement is the element of a number.
func ScalarElement(t Type) *Element {
	size := t.Bits() / 8
	return intern(Element{kind: ScalarKind, scalar: t, size: size, align: size})
}

// BoolElement is the element of a bool.
func BoolElement() *Element {
	return intern(Element{kind: BoolKind, scalar: Uint8, size: 1, align: 1})
}

// ComplexElement is the element of a complex number with parts of a type, Float32 or Float64.
func ComplexElement(part Type) *Element {
	size := part.Bits() / 8
	return intern(Element{kind: ComplexKind, scalar: part, size: 2 * size, align: size})
}

// StructElement is the element of a struct. It sets the offsets. The error is a struct that has no
// byte, or two fields of one name.
func StructElement(fields []Field) (*Element, error) {
	e := Element{kind: StructKind, align: 1}
	taken := map[string]bool{}
	for _, f := range fields {
		if !f.Blank() && taken[f.Name] {
			return nil, fmt.Errorf("two fields are called %s", f.Name)
		}
		taken[f.Name] = true
		f.Offset = roundUp(e.size, f.Elem.align)
		e.size = f.Offset + f.Elem.size
		e.align = max(e.align, f.Elem.align)
		e.fields = append(e.fields, f)
	}
	e.size = roundUp(e.size, e.align)
	if e.size == 0 {
		return nil, errors.New("the struct has no fields, so its size is zero")
	}
	return intern(e), nil
}

// ArrayElement is the element of an array. The error is an array without elements.
func ArrayElement(length int, of *Element) (*Element, error) {
	if length < 1 {
		return nil, fmt.Errorf("the array has length %d, so its size is zero", length)
	}
	return intern(Element{kind: ArrayKind, of: of, length: length, size: length * of.size, align: of.align}), nil
}

// UnresolvedElement is the element of a -type before its package is loaded: its layout is unknown. ref is a reference
// that [CheckTypeRef] accepts. A caller that loads packages replaces the element by the resolved one.
func UnresolvedElement(ref string) *Element {
	_, name := SplitRef(ref)
	return intern(Element{kind: UnresolvedKind, align: 1, name: TypeName{Name: name, Ref: ref}})
}

// Resolved reports whether the layout is known.
func (e *Element) Resolved() bool { return e.kind != UnresolvedKind }

// Named is e under a name.
func (e *Element) Named(n TypeName) *Element {
	named := *e
	named.name = n
	return intern(named)
}

// TypeName is how a program calls the type.
func (e *Element) TypeName() TypeName { return e.name }

// Name is the name of the type in its package, "" for a type without one.
func (e *Element) Name() string { return e.name.Name }

// Kind is what the element is made of.
func (e *Element) Kind() Kind { return e.kind }

// Scalar is the type of a scalar, of a complex number that of a part, of a bool Uint8.
func (e *Element) Scalar() Type { return e.scalar }

// Size is the number of bytes of an element, with padding.
func (e *Element) Size() int { return e.size }

// Align is the alignment of an element in bytes.
func (e *Element) Align() int { return e.align }

// Fields are the fields of a struct, in the order of memory.
func (e *Element) Fields() []Field { return append([]Field(nil), e.fields...) }

// Of is the element of an array.
func (e *Element) Of() *Element { return e.of }

// Length is the number of elements of an array.
func (e *Element) Length() int { return e.length }

// Leaves are the scalars of an element in the order of memory. Padding is no leaf.
func (e *Element) Leaves() []Leaf { return append([]Leaf(nil), e.leaves...) }

// LeafBytes is the number of bytes that leaves fill: Size without padding.
func (e *Element) LeafBytes() int {
	n := 0
	for _, l := range e.leaves {
		n += l.Type.Bits() / 8
	}
	return n
}

// String is the type as Go writes it: a name with its package, else what the type is made of.
func (e *Element) String() string {
	switch {
	case !e.Resolved():
		return e.name.Ref
	case e.name.Name != "" && e.name.Package != "":
		return e.name.Package + "." + e.name.Name
	case e.name.Name != "":
		return e.name.Name
	}
	return e.structure()
}

// structure is what the type is made of, as Go writes it.
func (e *Element) structure() string {
	switch e.kind {
	case ScalarKind:
		return e.scalar.String()
	case BoolKind:
		return "bool"
	case ComplexKind:
		return "complex" + strconv.Itoa(2*e.scalar.Bits())
	case ArrayKind:
		return fmt.Sprintf("[%d]%s", e.length, e.of)
	}
	var parts []string
	for _, f := range e.fields {
		parts = append(parts, f.Name+" "+f.Elem.String())
	}
	return "struct { " + strings.Join(parts, "; ") + " }"
}

// elements holds every element by its key.
var elements sync.Map

// intern gives the one pointer to an element of this content, with its leaves.
func intern(e Element) *Element {
	e.key = e.describe()
	if known, ok := elements.Load(e.key); ok {
		return known.(*Element)
	}
	e.leaves = e.findLeaves()
	known, _ := elements.LoadOrStore(e.key, &e)
	return known.(*Element)
}

// describe writes all of an element's content.
func (e *Element) describe() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%#v %d %d", e.name, e.kind, e.scalar)
	for _, f := range e.fields {
		fmt.Fprintf(&b, " %q@%d{%s}", f.Name, f.Offset, f.Elem.key)
	}
	if e.of != nil {
		fmt.Fprintf(&b, " [%d]{%s}", e.length, e.of.key)
	}
	return b.String()
}

// findLeaves lists the scalars.
func (e *Element) findLeaves() []Leaf {
	var all []Leaf
	add := func(path string, offset int, of *Element) {
		for _, l := range of.leaves {
			l.Path, l.Offset = path+l.Path, l.Offset+offset
			all = append(all, l)
		}
	}
	switch e.kind {
	case ScalarKind:
		return []Leaf{{Type: e.scalar}}
	case BoolKind:
		return []Leaf{{Type: Uint8, Bool: true}}
	case ComplexKind:
		return []Leaf{{Path: ".real", Type: e.scalar}, {Path: ".imag", Offset: e.size / 2, Type: e.scalar}}
	case ArrayKind:
		for i := range e.length {
			add("["+strconv.Itoa(i)+"]", i*e.of.size, e.of)
		}
	case StructKind:
		for _, f := range e.fields {
			if !f.Blank() {
				add("."+f.Name, f.Offset, f.Elem)
			}
		}
	}
	return all
}

// roundUp is the first multiple of a power of two that is n or more.
func roundUp(n, align int) int { return (n + align - 1) &^ (align - 1) }
