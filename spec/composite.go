package spec

import (
	"go/token"
	"strings"
)

// isExportedName reports whether text is the name of an exported type.
func isExportedName(text string) bool { return token.IsExported(text) && token.IsIdentifier(text) }

// CheckTypeRef says what is wrong with a reference to a type of a package, "" for a valid one. It
// does not look for the package.
func CheckTypeRef(ref string) string {
	pkg, _ := SplitRef(ref)
	folder := pkg == "./" || strings.HasSuffix(pkg, "../")
	return checkRef(ref, "type", "geom.Vec3", folder,
		"want a name without type arguments: give the instance a name, such as type Pair32 = Pair[float32]")
}

// checkRef says what is wrong with a reference to what a package declares. folder says that the package may end in a
// slash, and instance is said of a reference with type arguments.
func checkRef(ref, what, like string, folder bool, instance string) string {
	pkg, name := SplitRef(ref)
	switch {
	case strings.ContainsAny(ref, " \t\r\n\"'`\\;"):
		return "want a package and a " + what + " without spaces and quotes, with / between folders, such as ./" + like
	case strings.ContainsAny(ref, "[]"):
		return instance
	case !strings.Contains(ref, ".") || strings.HasSuffix(pkg, "/") && !folder || strings.Contains(pkg, "..."):
		return "want a package and a " + what + ", such as ./" + like + " or example.com/m/" + like
	case what == "function" && strings.ContainsAny(ref, "()*"):
		return "want a function of a package, not a method, such as ./" + like
	case !token.IsIdentifier(name) || name == "_":
		return "want the name of a " + what + " behind the last dot, such as ./" + like
	}
	return ""
}

// setElement sets the type of the elements.
func (s *Spec) setElement(e *Element) {
	s.Type, s.Elem = Composite, e
	if e.isScalar() {
		s.Type, s.Elem = e.scalar, nil
	}
}

// TypeText is the element type as -type takes it.
func (s Spec) TypeText() string {
	if s.Elem != nil {
		return s.Elem.name.Ref
	}
	return s.Type.String()
}

// TypeWord is the element type in a sentence and as a part of names: int32, Vec3.
func (s Spec) TypeWord() string {
	if s.Elem != nil {
		return s.Elem.name.Name
	}
	return s.Type.String()
}

// typePart is the word of the element type in names.
func (s Spec) typePart() []string {
	if s.Pattern.row().keysOnly {
		return nil
	}
	return []string{s.TypeWord()}
}

// Ready is [Spec.Validate] of a spec that is generated or proved: the layout of its elements has to
// be known.
func (s Spec) Ready() error {
	if err := s.Validate(); err != nil {
		return err
	}
	return s.resolved()
}

// ReadyOwn is [Spec.Ready] of what a function computes that is written already: no file gets its name.
func (s Spec) ReadyOwn() error {
	if err := s.validateOwn(); err != nil {
		return err
	}
	return s.resolved()
}

// resolved is an error where a package was not loaded that the spec names.
func (s Spec) resolved() error {
	if !s.Map.Resolved() {
		return FlagError{Flag: "map", Value: s.Map.Ref,
			Want: "its package was not loaded, so its inputs are not known; want a resolved map"}
	}
	if !s.Row().Fn.Resolved() {
		return FlagError{Flag: "f", Value: s.Row().Fn.Ref, Want: "its package was not loaded; want a resolved function"}
	}
	if e := s.Declared(); e != nil && !e.Resolved() {
		return FlagError{Flag: s.DeclaredFlag(), Value: e.name.Ref,
			Want: "its package was not loaded, so its layout is not known; want a resolved type"}
	}
	return nil
}

// KeepsPayloads reports whether the payload of a NaN is a part of what is compared: in elements
// that are only moved.
func (s Spec) KeepsPayloads() bool {
	p := s.Pattern
	return s.Elem != nil && !p.Reduces() || p.IsMovement() || p.HasPred() || p.Wraps() || p == Compact
}

// Bits is the number of bits of one element, with padding.
func (s Spec) Bits() int {
	if s.Elem != nil {
		return 8 * s.Elem.size
	}
	return s.Type.Bits()
}

// Words is the number of registers of 32 bits that a shuffle moves for one element. Leaves of 8 and
// 16 bits share registers, whatever lies between them.
func (s Spec) Words() int {
	switch {
	case s.LaneBeside():
		return s.Type.Bits()/RegisterBits + 1
	case s.KeepsLanes():
		return 2 * s.LaneKeyRoom() / RegisterBits
	case s.Elem != nil:
		return s.Elem.words()
	}
	return ScalarElement(s.Type).words()
}

// Combined is what an operator takes two of and gives one of. A pattern may store it as another type:
// row-apply combines float32, and writes rows of half types.
func (s Spec) Combined() Port { return Port{Type: s.Type, Elem: s.Elem} }

// ValueWords is [Spec.Words] of the value.
func (s Spec) ValueWords() int { return s.Sort().Value.words() }

// words is the number of registers that a shuffle moves for one element.
func (e *Element) words() int {
	var bits []int
	for _, l := range e.leaves {
		bits = append(bits, l.Type.Bits())
	}
	whole, narrow := 0, 0
	for _, n := range bits {
		if n < RegisterBits {
			narrow += n
		} else {
			whole += n / RegisterBits
		}
	}
	return whole + (narrow+RegisterBits-1)/RegisterBits
}

// validateElement rejects an element that does not go with the type, or without a name that
// functions and files can have.
func (s Spec) validateElement(wrong report) {
	e := s.Elem
	switch {
	case s.Type == Composite && e == nil:
		wrong("type", s.Type, "want one of %s, or a type of a package, such as ./geom.Vec3", oneOf(Types()))
		return
	case s.Type != Composite && e != nil:
		wrong("type", s.Type, "want %s with the layout of %s", Composite, e)
		return
	case e == nil:
		return
	}
	s.validateDeclared(wrong, e, "type")
}

// validateDeclared rejects a type of a user's package that a flag names.
func (s Spec) validateDeclared(wrong report, e *Element, flag string) {
	if want := CheckTypeRef(e.name.Ref); want != "" {
		wrong(flag, e.name.Ref, "%s", want)
		return
	}
	switch {
	case !e.Resolved():
	case e.size > MaxElement:
		wrong(flag, e.name.Ref, "%s has %d bytes; want at most %d", e, e.size, MaxElement)
	case len(e.leaves) == 0:
		wrong(flag, e.name.Ref, "%s holds padding alone; want a field with a name", e)
	}
	s.validateNamePart(flag, e.name.Ref, e.name.Name, wrong)
}
