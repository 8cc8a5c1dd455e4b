package spec

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// IsNumber reports whether an element is a number or a bool, which C++ has a type for.
func (e *Element) IsNumber() bool { return e.kind == ScalarKind || e.kind == BoolKind }

// CUDAName is the name of the struct that an element which is no number is in CUDA C++: geom_vec3 of
// geom.Vec3.
func (e *Element) CUDAName() string {
	if e.name.Declared() {
		name, _ := e.name.cudaNames()
		return name
	}
	words := SnakeCase(e.name.Name)
	if e.name.Package != "" {
		words = SnakeCase(e.name.Package) + "_" + words
	}
	return cIdentifier(words)
}

// Members are the members that an element has as a struct of C++, by their names there: its fields,
// padding too; the parts of a complex number; of an array one, as C++ returns no arrays.
func (e *Element) Members() []Field {
	fields := []Field{{Name: "at", Elem: e}}
	switch e.kind {
	case StructKind:
		fields = e.Fields()
	case ComplexKind:
		part := ScalarElement(e.scalar)
		fields = []Field{{Name: "real", Elem: part}, {Name: "imag", Offset: part.size, Elem: part}}
	}
	names := make([]string, len(fields))
	_, own := e.name.cudaNames()
	for i, f := range fields {
		if own != nil {
			names[i] = own[i]
			continue
		}
		names[i] = cIdentifier(f.Name)
		if f.Blank() {
			names[i] = fmt.Sprintf("blank%d", i)
		}
		for slices.Contains(names[:i], names[i]) || names[i] != f.Name &&
			slices.ContainsFunc(fields, func(f Field) bool { return f.Name == names[i] }) {
			names[i] += "_"
		}
	}
	for i := range fields {
		fields[i].Name = names[i]
	}
	return fields
}

// CUDAPaths are the leaves of an element as expressions of C++ behind it, in the order of
// [Element.Leaves].
func (e *Element) CUDAPaths() []string {
	if e.IsNumber() {
		return []string{""}
	}
	var paths []string
	for i, f := range e.Members() {
		if e.kind != StructKind || !e.fields[i].Blank() {
			paths = append(paths, cPaths(f.Elem, "."+f.Name)...)
		}
	}
	return paths
}

// cPaths are the leaves of an element that is a member.
func cPaths(e *Element, path string) []string {
	if e.kind != ArrayKind {
		paths := e.CUDAPaths()
		for i := range paths {
			paths[i] = path + paths[i]
		}
		return paths
	}
	var paths []string
	for i := range e.length {
		paths = append(paths, cPaths(e.of, fmt.Sprintf("%s[%d]", path, i))...)
	}
	return paths
}

// cIdentifier is a name that C++ takes: the code of a letter that not every compiler takes, one _
// in a row, and another _ behind a word that means something else.
func cIdentifier(name string) string {
	var b strings.Builder
	for _, r := range name {
		switch {
		case r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z':
			b.WriteRune(r)
		case r < 0x80: // the brackets and commas of an instance
			b.WriteByte('_')
		default:
			fmt.Fprintf(&b, "u%04x", r)
		}
	}
	text := strings.Trim(b.String(), "_")
	for strings.Contains(text, "__") {
		text = strings.ReplaceAll(text, "__", "_")
	}
	if text == "" || '0' <= text[0] && text[0] <= '9' {
		text = "f" + text
	}
	if cKeywords[text] || reserved()[text] || cMacro.MatchString(text) {
		text += "_"
	}
	return text
}

// cMacro matches macros of C, POSIX and CUDA headers in capitals.
var cMacro = regexp.MustCompile(`^(NULL|EOF|BUFSIZ|RAND_MAX|EXIT_[A-Z]+|INFINITY|NAN|` +
	`HUGE(_VALL?F?)?|DOMAIN|SING|OVERFLOW|UNDERFLOW|` +
	`[PT]LOSS|TRUE|FALSE|MIN|MAX|E[A-Z]*[A-Z0-9]{2}|SIG[A-Z]+|CLOCKS?_[A-Z_]+|I|(M|FLT|DBL|` +
	`LDBL|FP|SEEK|SCHAR|UCHAR|CHAR|SHRT|USHRT|` +
	`INT|UINT|LONG|ULONG|LLONG|ULLONG|SIZE|PTRDIFF|CUDA|CUDART|MB)_[A-Z0-9_]+|U?INT(PTR|` +
	`MAX|8|16|32|64)_[A-Z]+|linux|unix|i386)$`)
