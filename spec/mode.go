package spec

// MaskMode says which lanes make the call and which of them contribute.
type MaskMode uint8

// The mask modes.
const (
	Member MaskMode = iota // all lanes make the call, only those in the mask contribute
	Full                   // no mask argument: every lane contributes
	Active                 // only the lanes in the mask make the call; the others may be elsewhere
)

var maskTable = [...]string{Member: "member", Full: "full", Active: "active"}

// MaskModes lists every mask mode.
func MaskModes() []MaskMode { return enum[MaskMode](len(maskTable)) }

// String is the name that -mask takes.
func (m MaskMode) String() string { return nameIn(maskTable[:], int(m), "no mask mode") }

// Order is the shape of the tree in which an op is applied. It shows in the
// result only where the op is not associative.
type Order uint8

// The orders.
const (
	// Near combines at distance 1, 2, 4, …, the lower lane on the left: a
	// balanced tree in lane order.
	Near Order = iota
	// Far combines at distance …, 4, 2, 1, from the largest power of two below
	// the width: the textbook loop. It needs a commutative op.
	Far

	// AnyOrder is some tree with each operand once. It is for floats, in functions under proof: an emitted one has an
	// order.
	AnyOrder
)

var orderTable = [...]string{Near: "near", Far: "far", AnyOrder: "any"}

// Orders lists every order that an emitted function may have.
func Orders() []Order { return enum[Order](int(AnyOrder)) }

// String is the name that -order takes.
func (o Order) String() string { return nameIn(orderTable[:], int(o), "no order") }

func nameIn(table []string, i int, missing string) string { return rowIn(table, i, missing) }

// rowIn is row i of a table, or what stands for one that it has not.
func rowIn[R any](table []R, i int, missing R) R {
	if i >= len(table) {
		return missing
	}
	return table[i]
}
