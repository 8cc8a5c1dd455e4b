package userfn

import (
	"fmt"
	"go/ast"
	"go/types"
	"strconv"
	"strings"
	"unicode"
)

// scalar is how CUDA C++ spells a Go scalar.
type scalar struct {
	name   string
	tag    string // in names of helpers
	bits   int
	signed bool
	float  bool
	arith  string // the unsigned type in which integers wrap; empty of floats and bool
	suffix string // of literals
}

var scalars = map[types.BasicKind]scalar{
	types.Bool: {name: "bool", tag: "bool", bits: 1},

	types.UntypedBool: {name: "bool", tag: "bool", bits: 1}, // of a comparison

	types.Int8:    {name: "signed char", tag: "i8", bits: 8, signed: true, arith: "unsigned"},
	types.Int16:   {name: "short", tag: "i16", bits: 16, signed: true, arith: "unsigned"},
	types.Int32:   {name: "int", tag: "i32", bits: 32, signed: true, arith: "unsigned"},
	types.Int64:   {name: "long long", tag: "i64", bits: 64, signed: true, arith: "unsigned long long", suffix: "ll"},
	types.Uint8:   {name: "unsigned char", tag: "u8", bits: 8, arith: "unsigned", suffix: "u"},
	types.Uint16:  {name: "unsigned short", tag: "u16", bits: 16, arith: "unsigned", suffix: "u"},
	types.Uint32:  {name: "unsigned", tag: "u32", bits: 32, arith: "unsigned", suffix: "u"},
	types.Uint64:  {name: "unsigned long long", tag: "u64", bits: 64, arith: "unsigned long long", suffix: "ull"},
	types.Float32: {name: "float", tag: "f32", bits: 32, float: true, suffix: "f"},
	types.Float64: {name: "double", tag: "f64", bits: 64, float: true},

	// Their size differs between platforms, so that they hold numbers of a known range (ranges.go).
	types.Int:  {name: "int", tag: "i32", bits: 32, signed: true, arith: "unsigned"},
	types.Uint: {name: "unsigned", tag: "u32", bits: 32, arith: "unsigned", suffix: "u"},
}

// scalarOf is the row of a type.
func scalarOf(t types.Type) (scalar, bool) {
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return scalar{}, false
	}
	s, ok := scalars[b.Kind()]
	return s, ok
}

func basicKind(t types.Type) types.BasicKind {
	if b, ok := t.Underlying().(*types.Basic); ok {
		return b.Kind()
	}
	return types.Invalid
}

// platform reports whether the size of an integer type differs between platforms.
func platform(t types.Type) bool {
	switch basicKind(t) {
	case types.Int, types.Uint, types.Uintptr:
		return true
	}
	return false
}

func isComplex(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsComplex != 0
}

// part is the type of the parts of a complex number.
func part(t types.Type) types.Type {
	if basicKind(t) == types.Complex64 {
		return types.Typ[types.Float32]
	}
	return types.Typ[types.Float64]
}

func arrayOf(t types.Type) *types.Array {
	a, _ := t.Underlying().(*types.Array)
	return a
}

func structOf(t types.Type) *types.Struct {
	s, _ := t.Underlying().(*types.Struct)
	return s
}

// ctype is the name of a type as a variable, a parameter or a result has it.
func (f *fn) ctype(n ast.Node, t types.Type) string {
	t = types.Unalias(t)
	if s, ok := scalarOf(t); ok {
		return s.name
	}
	if isComplex(t) || arrayOf(t) != nil || structOf(t) != nil {
		return f.structure(n, t).Name
	}
	f.unsupportedType(n, t)
	return "void"
}

// whyNot are the reasons against types.
func (f *fn) unsupportedType(n ast.Node, t types.Type) {
	what, why := "type "+t.String(), "want numbers, bools, and structs and arrays of these"
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		why = "a pointer of the host means nothing on a GPU; want the value"
	case *types.Slice:
		why = "its size is not fixed; want an array"
	case *types.Map, *types.Chan, *types.Signature, *types.Interface:
		why = "its size is not fixed, and its values live on the host; want numbers, bools, and structs and arrays of these"
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			why = "its size is not fixed; want an array of bytes"
		case u.Kind() == types.Uintptr || u.Kind() == types.UnsafePointer:
			why = "a pointer of the host means nothing on a GPU"
		}
	}
	f.report(n, ByDesign, what, why)
}

// structure is the struct that holds a type's values.
func (u *unit) structKnown(t types.Type) (Struct, bool) {
	if s, ok := u.structs[typeKey(t)]; ok {
		return s, true
	}
	if u.Struct != nil {
		if s, ok := u.Struct(t); ok {
			u.structs[typeKey(t)], u.declared[typeKey(t)] = s, true
			return s, true
		}
	}
	return Struct{}, false
}

// typeKey tells types apart that C++ has to tell apart: a named type is itself, but an array
// is its elements.
func typeKey(t types.Type) string {
	if a := arrayOf(t); a != nil {
		return fmt.Sprintf("[%d]%s", a.Len(), typeKey(a.Elem()))
	}
	if s, ok := scalarOf(t); ok {
		return s.name
	}
	return types.TypeString(types.Unalias(t), nil)
}

// unnamed reports whether a field of a struct that the file declares for its elements has a type without a name
// there: a complex number, or a struct. Nothing else has that type in C++.
func (f *fn) unnamed(n ast.Node, owner, field types.Type) bool {
	f.structKnown(owner)
	for a := arrayOf(field); a != nil; a = arrayOf(field) {
		field = a.Elem()
	}
	_, named := types.Unalias(field).(*types.Named)
	if !f.declared[typeKey(owner)] || !isComplex(field) && (structOf(field) == nil || named) {
		return false
	}
	f.report(n, NotYet, "field of type "+field.String(),
		"want a struct that has a name, such as type Complex struct{ Re, Im float32 }")
	return true
}

func (f *fn) structure(n ast.Node, t types.Type) Struct {
	if s, ok := f.structKnown(t); ok {
		return s
	}
	var s Struct
	var lines []string
	switch {
	case isComplex(t):
		s = Struct{f.fresh(t.Underlying().String()), []string{"re", "im"}}
		c := f.ctype(n, part(t))
		lines = []string{c + " re;", c + " im;"}
	case arrayOf(t) != nil:
		a := arrayOf(t)
		s = Struct{f.fresh(f.arrayName(a)), []string{"at"}}
		lines = []string{f.member(n, t, "at")}
	default:
		name := "struct"
		if named, ok := types.Unalias(t).(*types.Named); ok {
			name = named.Obj().Name()
			if named.TypeArgs().Len() > 0 {
				f.report(n, NotYet, "generic type "+t.String(), "want a type without type arguments")
			}
		}
		s.Name = f.fresh(name)
		taken := map[string]bool{}
		for field := range structOf(t).Fields() {
			if field.Name() == "_" {
				s.Members = append(s.Members, "")
				continue
			}
			member := unique(taken, cname(field.Name()))
			s.Members = append(s.Members, member)
			lines = append(lines, f.member(n, field.Type(), member))
		}
	}
	f.structs[typeKey(t)] = s
	f.structTexts = append(f.structTexts, fmt.Sprintf("struct %s {\n    %s\n};\n", s.Name, strings.Join(lines, "\n    ")))
	return s
}

// arrayName is a word for an array.
func (f *fn) arrayName(a *types.Array) string {
	elem := "struct"
	if s, ok := scalarOf(a.Elem()); ok {
		elem = s.tag
	} else if inner := arrayOf(a.Elem()); inner != nil {
		elem = f.arrayName(inner)
	} else if named, ok := types.Unalias(a.Elem()).(*types.Named); ok {
		elem = snake(named.Obj().Name())
	}
	return elem + "x" + itoa(int(a.Len()))
}

// member declares a member of a struct: an array is one of C++.
func (f *fn) member(n ast.Node, t types.Type, name string) string {
	for a := arrayOf(t); a != nil; a = arrayOf(t) {
		name += fmt.Sprintf("[%d]", a.Len())
		if a.Len() == 0 {
			f.report(n, ByDesign, "type "+t.String(), "C++ has no array of no elements")
		}
		t = a.Elem()
	}
	if platform(t) {
		f.report(n, Wrong, t.String()+" in data", "its size differs between platforms; want int32 or int64")
	}
	return f.ctype(n, t) + " " + name + ";"
}

// snake turns MaxOf2D into max_of2_d's usual form: a break before each capital that starts a word.
func snake(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		lower := func(j int) bool { return j >= 0 && j < len(runes) && !unicode.IsUpper(runes[j]) && runes[j] != '_' }
		if unicode.IsUpper(r) && i > 0 && runes[i-1] != '_' && (lower(i-1) || lower(i+1)) {
			b.WriteByte('_')
		}
		switch r = unicode.ToLower(r); {
		case r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) || r == '_':
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "u%x", r)
		}
	}
	text := b.String()
	for strings.Contains(text, "__") { // C++ keeps such names for itself
		text = strings.ReplaceAll(text, "__", "_")
	}
	return text
}

func itoa(n int) string { return strconv.Itoa(n) }
