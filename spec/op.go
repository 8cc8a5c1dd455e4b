package spec

// Op is the binary operator of a reduction or a scan.
//
// Every op except argmin and argmax has an identity e with op(e, x) = op(x, e) = x for every x, bit for
// bit, the payload of a NaN aside. It is the value of a reduction without
// members:
//
//	sum      0 for integers, -0.0 for floats (+0.0 + -0.0 is +0.0)
//	prod     1
//	and      all bits set; or, xor: 0
//	min max  the type's largest, smallest integer; NaN for floats
//	absmax   0 for integers, NaN for floats
//	minimum  +Inf; maximum: -Inf
//
// argmin and argmax have no identity: without members the index is -1 and the value unspecified.
//
// On floats, min and max are NaN-ignoring: IEEE 754-2019 minimumNumber and maximumNumber.
// minimum and maximum are NaN-propagating, as Go's min and max. All four order -0 below +0.
//
// absmax is the element of the largest magnitude, of equal magnitudes the positive one.
// On floats it is IEEE 754-2019 maximumMagnitudeNumber: a NaN is missing data, and +0 is
// above -0. The magnitude of the least signed integer is above that of every other one.
//
// argmin and argmax return an element and its lane: the least or the greatest member, and the
// lowest lane of equal ones. They order elements as min and max do. A NaN loses to every number;
// if all members are NaN, the lowest lane wins.
type Op uint8

// The operators.
const (
	Sum Op = iota
	Prod
	And
	Or
	Xor
	Min
	Max
	Minimum
	Maximum
	ArgMin
	ArgMax
	AbsMax

	User // no op of the table: [Spec.User] holds the function
)

// Laws are the equations that a rewrite may use. An undeclared law is never used.
type Laws struct {
	Associative bool // op(op(a,b),c) = op(a,op(b,c))
	Commutative bool // op(a,b) = op(b,a)
	Idempotent  bool // op(a,a) = a
}

type opRow struct {
	name        string
	noun        string // what it makes of elements, as sentences name it
	ints        bool   // defined on integers
	floats      bool   // defined on floats
	idempotent  bool
	floatsAssoc bool // associative on floats too: no rounding
	lane        bool // also returns the winner's lane

	by Encoding // by which it orders elements
}

var opTable = [...]opRow{
	Sum:     {name: "sum", noun: "sum", ints: true, floats: true},
	Prod:    {name: "prod", noun: "product", ints: true, floats: true},
	And:     {name: "and", noun: "bitwise and", ints: true, idempotent: true},
	Or:      {name: "or", noun: "bitwise or", ints: true, idempotent: true},
	Xor:     {name: "xor", noun: "bitwise xor", ints: true},
	Min:     {name: "min", noun: "minimum", ints: true, floats: true, idempotent: true, floatsAssoc: true},
	Max:     {name: "max", noun: "maximum", ints: true, floats: true, idempotent: true, floatsAssoc: true},
	Minimum: {name: "minimum", noun: "minimum", floats: true, idempotent: true, floatsAssoc: true},
	Maximum: {name: "maximum", noun: "maximum", floats: true, idempotent: true, floatsAssoc: true},
	ArgMin: {name: "argmin", noun: "least element", ints: true, floats: true, idempotent: true, floatsAssoc: true,
		lane: true},
	ArgMax: {name: "argmax", noun: "greatest element", ints: true, floats: true, idempotent: true, floatsAssoc: true,
		lane: true},
	AbsMax: {name: "absmax", noun: "element of the largest magnitude", ints: true, floats: true, idempotent: true,
		floatsAssoc: true, by: Magnitude},
	User: {name: "a function", noun: "reduction"},
}

// Ops lists every operator of the table in its order: those that -op names.
func Ops() []Op { return enum[Op](int(User)) }

// String is the name that -op takes.
func (o Op) String() string { return o.row().name }

// On reports whether o is defined on elements of type t.
func (o Op) On(t Type) bool {
	switch t.Class() {
	case Opaque:
		return false
	case Float:
		return o.row().floats && !(o.HasLane() && t.Packed()) // a packed pair has two winners
	}
	return o.row().ints
}

// HasLane reports whether o also returns the winner's lane: argmin and argmax.
func (o Op) HasLane() bool { return o.row().lane }

// Laws are the laws of o on elements of type t. A NaN's payload is not part of a value:
// op(NaN, NaN) is any NaN. [User] has none: [Spec.Laws] has those of the function.
func (o Op) Laws(t Type) Laws {
	if !o.On(t) {
		return Laws{}
	}
	r := o.row()
	if o >= User {
		return Laws{}
	}
	return Laws{
		Associative: t.Class() != Float || r.floatsAssoc,
		Commutative: true,
		Idempotent:  r.idempotent,
	}
}

// Strings names the laws that hold, in a fixed order.
func (l Laws) Strings() []string {
	var s []string
	if l.Associative {
		s = append(s, "associative")
	}
	if l.Commutative {
		s = append(s, "commutative")
	}
	if l.Idempotent {
		s = append(s, "idempotent")
	}
	return s
}

func (o Op) row() opRow { return rowIn(opTable[:], int(o), opRow{name: "no op"}) }
