package spec

import (
	"math"
	"strconv"
)

// Distances that are operands of a call, not constants.
const (
	AtRunTime = math.MinInt32 + iota // one value for all lanes: "var"
	PerLane                          // each lane has its own: "each"
)

// How flags write them.
const (
	atRunTimeText = "var"
	perLaneText   = "each"
)

// distanceText is a distance as flags write it.
func distanceText(d int) string {
	switch d {
	case AtRunTime:
		return atRunTimeText
	case PerLane:
		return perLaneText
	}
	return strconv.Itoa(d)
}

// DistanceText is the distance of s as flags write it.
func (s Spec) DistanceText() string { return distanceText(s.Distance()) }

// DistanceWords are the distance of s in a sentence: a number, or what the caller gives.
func (s Spec) DistanceWords() string {
	switch {
	case !s.RunTime():
		return strconv.Itoa(s.Distance())
	case s.Pattern.Distance() == ParamXor:
		return "lane mask"
	}
	return s.Pattern.Distance().Flag()
}

// RunTime reports whether the caller gives the distance of s.
func (s Spec) RunTime() bool {
	d := s.Distance()
	return d == AtRunTime || d == PerLane
}

// operandRoles are the roles of distances that the caller gives.
var operandRoles = [...]Role{ParamSrc: SrcRole, ParamDelta: DeltaRole, ParamXor: LaneMaskRole}

// operand is the port of the distance, if the caller gives it, or of the number of elements that are left.
func (s Spec) operand() (Port, bool) {
	if s.Partial {
		return Port{Role: LeftRole, Bits: Uint32.Bits(), Type: Uint32, Count: 1, Uniform: true}, true
	}
	if !s.RunTime() {
		return Port{}, false
	}
	return Port{
		Role: operandRoles[s.Pattern.Distance()], Bits: Int32.Bits(), Type: Int32, Count: 1,
		Uniform: s.Distance() == AtRunTime,
	}, true
}

// Operand reports whether values of r are whole numbers that say which elements take part: distances, how many
// are left, the number of columns, or a label.
func (r Role) Operand() bool {
	return r == SrcRole || r == DeltaRole || r == LaneMaskRole || r == LeftRole || r == ColsRole || r == LabelRole
}

// Operand is the input that is such a number, and whether there is one.
func (sh Shape) Operand() (Port, bool) {
	for _, p := range sh.In {
		if p.Role.Operand() {
			return p, true
		}
	}
	return Port{}, false
}

// Operands is how many of these numbers a call takes: 0, 1 or one a lane.
func (sh Shape) Operands() int {
	switch p, ok := sh.Operand(); {
	case !ok:
		return 0
	case p.Uniform:
		return 1
	}
	return sh.Lanes
}

// Split cuts the values that a call takes, as [Shape.Inputs] lists them. A distance is
// the bits of a whole number of 64 bits. [Cut] gives the inputs of a map as well.
func (sh Shape) Split(in []uint64) (elements, keys, operands []uint64) {
	cut := Cut(sh, in)
	return cut.Elements, cut.Keys, cut.Operands
}
