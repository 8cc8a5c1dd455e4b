package spec

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// MapKind is a map of the table, or that of a user.
type MapKind uint8

// The maps. Each operation rounds once, as the ops do. Abs clears the sign of a float; the magnitude of the least
// signed integer is itself. Mean and scale are values of the row that an element is in.
const (
	Square        MapKind = iota // a * a
	Abs                          // |a|
	Nonzero                      // a != 0, as 0 or 1
	Product                      // a * b
	ScaledProduct                // a * (b * scale)
	NormedProduct                // a * ((b - mean) * scale)

	UserMap // no map of the table: a function of a package
)

// MaxMapInputs is the number of inputs that a map may take.
const MaxMapInputs = 3

// MaxInputs is the number of arrays that a function may take: a map of the table has values of a row beside its inputs.
const MaxInputs = 4

type mapRow struct {
	name   string // as -map takes it
	inputs int
	says   string // the element, in words
	ofRow  []Role // values of a row that it takes beside the inputs
}

var mapTable = [...]mapRow{
	Square:        {"square", 1, "the square of a", nil},
	Abs:           {"abs", 1, "the magnitude of a", nil},
	Nonzero:       {"nonzero", 1, "1 where a is not 0, else 0", nil},
	Product:       {"product", 2, "the product of a and b", nil},
	ScaledProduct: {"scaled-product", 2, "the product of a and b * scale", []Role{ScaleRole}},
	NormedProduct: {"normed-product", 2, "the product of a and (b - mean) * scale", []Role{MeanRole, ScaleRole}},
	UserMap:       {"a function", 0, "", nil},
}

// MapKinds lists the maps of the table that p takes.
func MapKinds(p Pattern) []MapKind {
	return slices.DeleteFunc(enum[MapKind](int(UserMap)), func(k MapKind) bool {
		return mapTable[k].ofRow != nil && !p.Columns() || k == Nonzero && p.InMemory()
	})
}

// String is the name that -map takes.
func (k MapKind) String() string { return rowIn(mapTable[:], int(k), mapRow{name: "no map"}).name }

// Words are the element that k makes, in words.
func (k MapKind) Words() string { return mapTable[k].says }

// On reports whether k is defined on inputs of type t.
func (k MapKind) On(t Type) bool {
	switch {
	case k == Abs:
		return t.Class() != Opaque && t.Class() != Unsigned
	case k == Nonzero:
		return t.Class() != Opaque && t.Class() != Float
	}
	return t.Class() != Opaque && (mapTable[k].ofRow == nil || t == Float32)
}

// Operand is the type of a value that a function takes or gives: a scalar, or [Composite] with its
// layout.
type Operand struct {
	Type Type
	Elem *Element
}

// String is the type as Go writes it.
func (o Operand) String() string {
	if o.Elem != nil {
		return o.Elem.String()
	}
	return o.Type.String()
}

// Leaves are the scalars that a value is made of.
func (o Operand) Leaves() []Leaf { return o.port(ElementRole, 1).Leaves() }

// port is a port of values of the type, n to a lane.
func (o Operand) port(r Role, n int) Port {
	bits := o.Type.Bits()
	if o.Elem != nil {
		bits = 8 * o.Elem.size
	}
	return Port{Role: r, Bits: bits, Type: o.Type, Elem: o.Elem, Count: n}
}

// Map is what makes the element of a lane from the inputs of the lane: a map of the table, or a
// pure Go function of a user's package. It is immutable. Two maps of equal content are one
// pointer, so that == compares them, and specs that hold them.
type Map struct {
	Kind   MapKind
	GoFunc // of the table it has no more than a name

	// Params are the types of the inputs of a function that was loaded, Result is that of the
	// element.
	Params []Operand
	Result Operand

	// Exact says which leaves of the inputs are floats that the function uses as bits, so that the payload of a NaN
	// matters. ExactResult says that it counts in the element.
	Exact       []bool
	ExactResult bool

	// Apply is the function on numbers: the bits of the leaves of all inputs. Nil where
	// nobody runs it.
	Apply func(args []uint64) []uint64
}

// knownMaps holds every map by its content.
var knownMaps sync.Map

// Intern gives the one pointer to a map of this content.
func (m Map) Intern() *Map {
	key := fmt.Sprintf("%d %#v %v %v %t %v %t", m.Kind, m.GoFunc, m.Params, m.Result, m.Apply != nil, m.Exact,
		m.ExactResult)
	for _, o := range append([]Operand{m.Result}, m.Params...) {
		key += fmt.Sprintf(" %p", o.Elem)
	}
	known, _ := knownMaps.LoadOrStore(key, &m)
	return known.(*Map)
}

// KnownMap is a map of the table.
func KnownMap(k MapKind) *Map {
	return Map{Kind: k, GoFunc: GoFunc{Ref: k.String(), Name: k.String()}}.Intern()
}

// UnresolvedMap is the map of a value of -map before its package is loaded.
func UnresolvedMap(ref string) *Map { return Map{Kind: UserMap, GoFunc: unresolved(ref)}.Intern() }

// User reports whether the map is a function of a user's package.
func (m *Map) User() bool { return m != nil && m.Kind == UserMap }

// BeforeWidening reports whether the map of elements that are narrower in memory gives the same there,
// by one operation on their bits: of the magnitude, a float has its sign as a half has it.
func (m *Map) BeforeWidening() bool { return m != nil && m.Kind == Abs }

// MapsStored reports whether the map of s is made of elements as they are in memory, before they are widened: of halves
// alone, as the magnitude of the least integer is none of its type.
func (s Spec) MapsStored() bool {
	return s.In() != AsType && !s.In().Integer() && s.Map.BeforeWidening()
}

// Resolved reports whether all of the map is known: the package of a function was loaded.
func (m *Map) Resolved() bool { return m == nil || m.Kind != UserMap || m.Path != "" }

// CallsUsers reports whether emitted code calls functions of a user's package: the operator, the map,
// or what is applied to a row.
func (s Spec) CallsUsers() bool { return s.User != nil || s.Map.User() || s.Row().Fn != nil }

// EveryResult reports whether every lane that the contract names has a result, whatever the mask: no
// segment is cut off, and what has no member gets the op's identity.
func (s Spec) EveryResult() bool {
	return (s.Pattern.Block() || s.Warp()%max(s.Width, 1) == 0) && s.Mask != Active &&
		(s.Mask == Full && s.Pattern != ExclusiveScan && s.Pattern != BlockExclusiveScan || !s.KeepsWithoutMembers()) &&
		!(s.HasLane() && s.Mask == Member)
}

// Composites are the types of users' packages that a call of s takes: as elements, as values and as
// inputs of a map.
func (s Spec) Composites() []*Element {
	var all []*Element
	if s.Elem != nil {
		all = append(all, s.Elem)
	}
	if e := s.Declared(); e != s.Elem {
		all = append(all, e)
	}
	for _, o := range s.MapInputs() {
		if o.Elem != nil {
			all = append(all, o.Elem)
		}
	}
	return all
}

// MapInputs are the types of the inputs of the map of s, as the caller has them: in memory, of a row.
// Without a map there are none.
func (s Spec) MapInputs() []Operand {
	switch {
	case s.Map == nil:
		return nil
	case s.Map.User():
		if s.In() == AsType {
			return s.Map.Params
		}
		return slices.Repeat([]Operand{{Type: s.InType()}}, len(s.Map.Params))
	}
	all := make([]Operand, mapTable[s.Map.Kind].inputs)
	for i := range all {
		all[i] = Operand{Type: s.InType(), Elem: s.Elem}
	}
	return all
}

// MapWords are the element of a lane by the map of s, in words.
func (s Spec) MapWords() string {
	if !s.Map.User() {
		return mapTable[s.Map.Kind].says
	}
	var names []string
	for i := range s.Map.Params {
		names = append(names, inputRoles[i].Name())
	}
	return fmt.Sprintf("%s(%s)", s.Map, strings.Join(names, ", "))
}

// mapText is the map as -map takes it; "" for none.
func (s Spec) mapText() string {
	if s.Map == nil {
		return ""
	}
	return s.Map.Ref
}

// validateMap rejects a map where nothing is combined, and one that does not give the element.
func (s Spec) validateMap(wrong report) {
	m := s.Map
	switch {
	case m == nil:
		return
	case !s.Pattern.Reduces() && !s.Pattern.Applies(): // the flag's row says it
	case m.Kind == Nonzero && s.Pattern.InMemory():
		wrong("map", m.Ref, "nonzero is for patterns of a warp or a block; for %s write a Go function that returns 1 or 0, "+
			"such as ./stats.Nonzero", s.Pattern)
	case !m.User() && !slices.Contains(MapKinds(s.Pattern), m.Kind):
		wrong("map", m.Ref, "want one of %s, or a function of a package, such as ./stats.Lift", oneOf(MapKinds(s.Pattern)))
	case s.HasLane() && s.Pattern.InMemory():
		wrong("map", m.Ref, "%s gives the %s of an element as it is in memory; leave -map out", s.Op,
			s.inMemory("column", "number"))
	case s.HasLane() && s.Width == 1 && !s.Pattern.Block():
		wrong("map", m.Ref, "segments of one lane have nothing to compare; want -width 2 or more, or no map")
	case s.HasLane() && m.User() && s.Type.Class() == Float:
		wrong("map", m.Ref, "%s compares the bits of floats, and a NaN that a function "+
			"gives has any; want a map of the table: %s", s.Op, oneOf(MapKinds(s.Pattern)))
	case s.HasLane() && s.Type.Half() && m.Kind != Abs:
		wrong("map", m.Ref, "%s of %s takes -map abs alone; want -type float32", s.Op, s.Type)
	case s.Op == AbsMax && (s.Type.Class() == Float || s.Pattern.InMemory()):
		wrong("map", m.Ref, "%s looks at magnitudes itself, and takes maps of integers in a warp or a block alone; want "+
			"-op max with -map abs, or no map", s.Op)
	case s.Pattern == ExclusiveScan && s.User != nil && s.User.Resolved() && s.KeepsWithoutMembers() && s.Mask == Active:
		wrong("map", m.Ref, "in mask mode active the lowest member of an exclusive-scan by a function without an identity "+
			"keeps the element that it brought; want inclusive-scan, identity=NAME, or no map")
	case m.User() && CheckOpRef(m.Ref) != "":
		wrong("map", m.Ref, "%s", CheckOpRef(m.Ref))
	case m.User() && m.Resolved() && (len(m.Params) < 1 || len(m.Params) > MaxMapInputs):
		wrong("map", m.Ref, "%s takes %d inputs; want 1..%d", m, len(m.Params), MaxMapInputs)
	case m.User() && m.Resolved() && (m.Result != Operand{s.Type, s.Elem}):
		wrong("map", m.Ref, "%s gives %s, and elements are %s; want a function that gives elements", m, m.Result,
			Operand{s.Type, s.Elem})
	case !m.User() && s.Type == Composite && (s.Elem == nil || !s.Elem.Resolved() || !s.Elem.IsNumber()):
		if s.User == nil || s.User.Resolved() {
			wrong("map", m.Ref, "not defined on %s; want a function of a package, such as ./stats.Lift", s.TypeText())
		}
	case !m.User() && s.Elem != nil:
		wrong("map", m.Ref, "not defined on the named type %s; want a function of a package, such as ./stats.Lift",
			s.TypeText())
	case !m.User() && mapTable[m.Kind].ofRow != nil && s.Type != Float32:
		wrong("map", m.Ref, "%s is defined on float32; want -type float32", m.Kind)
	case m.Kind == Nonzero && s.Type.Class() == Float:
		wrong("map", m.Ref, "not defined on %s; want integers", s.Type)
	case !m.User() && !m.Kind.On(s.Type):
		wrong("map", m.Ref, "%s is its own magnitude; leave -map out", s.Type)
	}
	if s.Pattern.InMemory() && m.User() && m.Resolved() {
		s.validateRowMap(wrong)
	}
	if m.User() {
		s.validateNamePart("map", m.Ref, m.Name, wrong)
	}
}

// inputRoles are the roles of the inputs of a map, in their order.
var inputRoles = [MaxMapInputs]Role{InputARole, InputBRole, InputCRole}

// OfRow reports whether r is one value of each row, where the elements of a call are a column.
func (r Role) OfRow() bool { return r == MeanRole || r == ScaleRole }

// Input reports whether values of r are inputs of a map, or of the function of row-apply, beside the row.
func (r Role) Input() bool { return InputARole <= r && r <= EpsRole }

// mapPorts are the inputs of a call that are mapped to elements: see [Spec.Made].
func (s Spec) mapPorts() []Port {
	var all []Port
	inputs := s.MapInputs()
	if s.Map == nil {
		inputs = []Operand{{Type: s.InType()}}
	}
	for i, o := range inputs {
		p := o.port(inputRoles[i], s.Brings())
		p.Array = s.N > 0
		all = append(all, p)
	}
	if s.Map != nil {
		for _, r := range mapTable[s.Map.Kind].ofRow {
			all = append(all, Operand{Type: s.Type}.port(r, 1))
		}
	}
	return all
}

// Mapped are the ports of the inputs of a map; none without one.
func (sh Shape) Mapped() []Port { return portsOf(sh.In, Role.Input) }

// OfRows are the inputs that have one value of each row of a matrix.
func (sh Shape) OfRows() []Port { return portsOf(sh.In, Role.OfRow) }

// MappedValues is the number of values that a map takes, or the function of row-apply, of all lanes.
func (sh Shape) MappedValues() int {
	n := 0
	for _, p := range sh.Mapped() {
		n += sh.PortValues(p)
	}
	return n
}
