package cuda

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// structs spells an element that is no scalar in CUDA C++: as a struct of the layout that Go's
// type has, which C gives it as well.
type structs struct {
	ref   string // by which a flag names it
	flag  string
	decls []string
	made  map[*spec.Element]string // structs with a name, by element
}

// structsOf declares what the elements of a spec and the inputs of its map need; nil for scalars.
func structsOf(s spec.Spec) (*structs, error) {
	all := s.Composites()
	if len(all) == 0 {
		return nil, nil
	}
	b := &structs{ref: s.TypeText(), flag: s.DeclaredFlag(), made: map[*spec.Element]string{}}
	if e := s.Declared(); e != nil {
		b.ref = e.TypeName().Ref
	} else {
		b.ref, b.flag = s.Map.Ref, "map"
	}
	for _, e := range all {
		if e.IsNumber() {
			continue
		}
		if _, err := b.structure(e, ""); err != nil {
			return nil, err
		}
	}
	return b, nil
}

func scalarName(e *spec.Element) string {
	if e.Kind() == spec.BoolKind {
		return "bool"
	}
	return ctypes[e.Scalar()].name
}

// structure declares an element that is no number as a struct with a name, once, and gives the
// name.
func (b *structs) structure(e *spec.Element, indent string) (string, error) {
	if name, ok := b.made[e]; ok {
		return name, nil
	}
	name := e.CUDAName()
	for other, taken := range b.made {
		if taken == name {
			return "", spec.FlagError{Flag: b.flag, Value: b.ref,
				Want: fmt.Sprintf("the types %s of %s and %s of %s are both %s in CUDA C++; want another name for one",
					other, other.TypeName().Path, e, e.TypeName().Path, name)}
		}
	}
	b.made[e] = name
	members, err := b.members(e, indent)
	if err != nil {
		return "", err
	}
	n := e.TypeName()
	if n.Declared() {
		b.decls = append(b.decls, usersStruct(e, name, members))
		return name, nil
	}
	guard := guardOf(name, members.lines)
	lines := []string{"#ifndef " + guard, "#define " + guard,
		fmt.Sprintf("// %s of the Go package %s: %d bytes.", e, n.Path, e.Size()), "struct " + name + " {"}
	lines = append(append(lines, members.lines...), "};", "#endif")
	assert := func(checks ...string) {
		for _, c := range checks {
			lines = append(lines, fmt.Sprintf("static_assert(%s, \"layout of %s\");", c, e))
		}
	}
	assert(fmt.Sprintf("sizeof(%s) == %d", name, e.Size()), fmt.Sprintf("alignof(%s) == %d", name, e.Align()))
	lines = append(lines, "#ifndef __CUDACC_RTC__ // NVRTC has no offsetof")
	assert(members.checks(name)...)
	lines = append(lines, "#endif")
	b.decls = append(b.decls, strings.Join(lines, "\n"))
	return name, nil
}

// guardOf is the macro by which a second file of the same struct leaves its declaration out. It is made of the members:
// of another struct of that name the declaration stays, and a compiler refuses it.
func guardOf(name string, lines []string) string {
	sum := sha256.Sum256([]byte(strings.Join(lines, "\n")))
	return fmt.Sprintf("%s_%X_DEFINED", strings.ToUpper(name), sum[:4])
}

// members are those of a struct.
type members struct {
	lines   []string // declarations
	names   []string
	offsets []int
}

// checks are the conditions that each member is at its offset.
func (m members) checks(of string) []string {
	var all []string
	for i, name := range m.names {
		all = append(all, fmt.Sprintf("__builtin_offsetof(%s, %s) == %d", of, name, m.offsets[i]))
	}
	return all
}

// members declares the members of a struct.
func (b *structs) members(e *spec.Element, indent string) (members, error) {
	var m members
	for _, f := range e.Members() {
		text, err := b.member(f.Elem, f.Name, indent+"    ", f.Elem == e)
		if err != nil {
			return m, err
		}
		m.lines = append(m.lines, fmt.Sprintf("%s    %s; // %d", indent, text, f.Offset))
		m.names, m.offsets = append(m.names, f.Name), append(m.offsets, f.Offset)
	}
	return m, nil
}

// member declares what is called name, without its end. bare leaves out the element's own name.
func (b *structs) member(e *spec.Element, name, indent string, bare bool) (string, error) {
	switch e.Kind() {
	case spec.ScalarKind, spec.BoolKind:
		return scalarName(e) + " " + name, nil
	case spec.ArrayKind:
		return b.member(e.Of(), fmt.Sprintf("%s[%d]", name, e.Length()), indent, false)
	}
	if e.Kind() == spec.StructKind && e.Name() != "" && !bare {
		typ, err := b.structure(e, "")
		return typ + " " + name, err
	}
	m, err := b.members(e, indent)
	return "struct {\n" + strings.Join(m.lines, "\n") + "\n" + indent + "} " + name, err
}

// usersStruct asserts that the struct of a user, which the file does not declare, has the layout of an
// element and numbers of its types. Builds for proofs have no other header, and declare one.
func usersStruct(e *spec.Element, name string, m members) string {
	lines := []string{
		fmt.Sprintf("// %s is %s of the Go package %s: %d bytes. Declare it before this file.", name, e, e.TypeName().Path,
			e.Size()),
		"#ifdef SHFLGEN_DECLARES // a build without your header", "struct " + name + " {",
	}
	lines = append(append(lines, m.lines...), "};", "#endif")
	assert := func(format string, args ...any) {
		lines = append(lines, fmt.Sprintf("static_assert(%s, \"layout of %s\");", fmt.Sprintf(format, args...), name))
	}
	assert("sizeof(%s) == %d", name, e.Size())
	assert("alignof(%s) == %d", name, e.Align())
	lines = append(lines, "#ifndef __CUDACC_RTC__ // NVRTC has neither offsetof nor __is_same")
	for _, c := range m.checks(name) {
		assert("%s", c)
	}
	for _, f := range e.Members() {
		at, of, reference := name+"::"+f.Name, f.Elem, ""
		for ; of.Kind() == spec.ArrayKind; of = of.Of() {
			assert("sizeof(%s) == %d", at, of.Size())
			at, reference = at+"[0]", " &"
		}
		assert("__is_same(decltype(%s), %s%s)", at, scalarName(of), reference)
	}
	return strings.Join(append(lines, "#endif"), "\n")
}
