package spec

import (
	"strings"

	"github.com/shflgen/shflgen/internal/spelling"
)

// parseElement is the element that a flag names: of a scalar type, or an unresolved one.
func parseElement(text string) (e *Element, want string) {
	for _, t := range Types() {
		if t.String() == text {
			return ScalarElement(t), ""
		}
	}
	near := spelling.Nearest(text, namesOf(Types()))
	ref := text
	if isExportedName(text) && near == "" {
		ref = "." + text
	}
	if want = CheckTypeRef(ref); want == "" {
		return UnresolvedElement(ref), ""
	}
	if !strings.ContainsAny(text, "./[") {
		want = "want one of " + oneOf(Types()) + ", or a type of a package, such as ./geom.Vec3"
	}
	return nil, spelling.Question(text, namesOf(Types())) + want
}

// isScalar reports whether an element is a scalar without a name, as flags name it.
func (e *Element) isScalar() bool { return e.kind == ScalarKind && e.name == TypeName{} }

// ValueText is the type of the value as -value takes it; "" for none.
func (s Spec) ValueText() string {
	switch e := s.Sort().Value; {
	case e == nil:
		return ""
	case e.isScalar():
		return e.scalar.String()
	default:
		return e.name.Ref
	}
}

// ValueWord is the type of the value in a sentence and as a part of names; "" for none.
func (s Spec) ValueWord() string {
	if e := s.Sort().Value; e != nil && !e.isScalar() {
		return e.name.Name
	}
	return s.ValueText()
}

// valuePart is the word of the value in names.
func (s Spec) valuePart() []string {
	return []string{"value" + strings.ToUpper(s.ValueWord()[:1]) + s.ValueWord()[1:]}
}

// Declared is the type of a user's package that a call of s takes, as elements or as values; nil
// if all are scalars.
func (s Spec) Declared() *Element {
	if s.DeclaredFlag() == "value" {
		return s.Sort().Value
	}
	return s.Elem
}

// DeclaredFlag is the flag that names [Spec.Declared], without its dash.
func (s Spec) DeclaredFlag() string {
	if e := s.Sort().Value; e != nil && !e.isScalar() {
		return "value"
	}
	return "type"
}

// WithDeclared is s with another layout of [Spec.Declared].
func (s Spec) WithDeclared(e *Element) Spec {
	if s.DeclaredFlag() == "value" {
		sorts := s.Sort()
		sorts.Value = e
		s.Params = sorts
	} else {
		s.Elem = e
	}
	return s
}

// valuePort is the port of the value, if there is one.
func (s Spec) valuePort() (p Port, ok bool) {
	e := s.Sort().Value
	if e == nil {
		return Port{}, false
	}
	p = Port{Role: ValueRole, Bits: 8 * e.size, Type: Composite, Elem: e, Count: s.Registers(), Array: s.N > 0}
	if e.isScalar() {
		p.Type, p.Elem = e.scalar, nil
	}
	return p, true
}

// KeyOnly is s without its value, where the call gives the lane that each element was in: by which
// a value follows its key.
func (s Spec) KeyOnly() Spec {
	s.Name = s.FuncName()
	sorts := s.Sort()
	sorts.Value, sorts.From = nil, true
	s.Params = sorts
	return s
}

// KeepsLanes reports whether the elements of s are compared together with their lanes.
func (s Spec) KeepsLanes() bool { return s.Sort().From || s.Sort().Value != nil }

// Slot are the scalars that a lane brings in one register: those of the element, then those of the value. For a row
// with a residual they are the results: an element and the sum.
func (sh Shape) Slot() []Leaf {
	return followed(followed(sh.Element().Leaves(), sh.In, ValueRole), sh.Out, SumRole)
}

// followed appends the leaves of the port of a role, if there is one.
func followed(all []Leaf, ports []Port, r Role) []Leaf {
	if p, ok := portOf(ports, r); ok {
		for _, l := range p.Leaves() {
			l.Path = r.Name() + l.Path
			all = append(all, l)
		}
	}
	return all
}

// Apart separates what lanes bring, slot by slot, into the leaves of the elements and those of the
// values, or of a residual.
func Apart[V any](sh Shape, slots []V) (elements, values []V) {
	n, first := sh.Leaves(), len(sh.Element().Leaves())
	for ; len(slots) > 0; slots = slots[n:] {
		elements, values = append(elements, slots[:first]...), append(values, slots[first:n]...)
	}
	return elements, values
}

// Together is the reverse of [Apart].
func Together[V any](sh Shape, elements, values []V) []V {
	first := len(sh.Element().Leaves())
	rest := sh.Leaves() - first
	var slots []V
	for i := range len(elements) / first {
		slots = append(append(slots, elements[i*first:(i+1)*first]...), values[i*rest:(i+1)*rest]...)
	}
	return slots
}
