package spec

import (
	"math"
	"strconv"
	"strings"
)

// ShuffleParams are those of single shuffles and of rotate.
type ShuffleParams struct {
	// Distance is of shfl a lane, 0..Width-1; of shfl-up and shfl-down 0..Width-1 lanes; of rotate -(Width-1)..Width-1;
	// of shfl-xor a lane mask, 0..WarpSize-1. It may be AtRunTime, of shfl also PerLane.
	Distance int
}

// Shuffle are the parameters of a single shuffle or a rotate.
func (s Spec) Shuffle() ShuffleParams { return paramsOf[ShuffleParams](s) }

var shufflePatterns = map[Pattern]patternRow{
	Shfl: {
		name: "shfl", params: ShuffleParams{}, moves: true, distance: ParamSrc, wraps: true, pred: true,
		gives:  "every lane receives the TYPE of lane DISTANCE of ITS",
		active: "every member receives the TYPE of lane DISTANCE of ITS",
	},
	ShflUp: {
		name: "shfl-up", params: ShuffleParams{}, moves: true, distance: ParamDelta, pred: true,
		gives:  "lane i receives the TYPE of lane i - DISTANCE of ITS",
		active: "member i receives the TYPE of lane i - DISTANCE of ITS",
	},
	ShflDown: {
		name: "shfl-down", params: ShuffleParams{}, moves: true, distance: ParamDelta, pred: true,
		gives:  "lane i receives the TYPE of lane i + DISTANCE of ITS",
		active: "member i receives the TYPE of lane i + DISTANCE of ITS",
	},
	ShflXor: {
		name: "shfl-xor", params: ShuffleParams{}, moves: true, distance: ParamXor, pred: true,
		gives:  "lane i receives the TYPE of lane i ^ DISTANCE, unless that is past the end of ITS",
		active: "member i receives the TYPE of lane i ^ DISTANCE, unless that is past the end of ITS",
	},
	Rotate: {
		name: "rotate", params: ShuffleParams{}, moves: true, distance: ParamDelta, wraps: true,
		gives: "lane base + i receives the TYPE of lane base + (i + DISTANCE) mod " +
			"WIDTH, where base is the first lane of ITS",
		active: "member base + i receives the TYPE of lane base + (i + DISTANCE) mod " +
			"WIDTH, where base is the first lane of ITS",
	},
}

var shuffleFlags = []flagRow{
	distanceFlag(ParamSrc),
	distanceFlag(ParamDelta),
	distanceFlag(ParamXor),
}

// distanceFlag takes a whole number, var or each.
func distanceFlag(p Param) flagRow {
	takes := func(of Pattern) bool { return of.Distance() == p }
	return flagRow{
		name: p.Flag(), names: []string{atRunTimeText, perLaneText}, family: true,
		takers: takes, lacks: func(Pattern) string { return "does not take -" + p.Flag() }, states: takes,
		set: func(s *Spec, text string) string {
			switch n, err := strconv.Atoi(text); {
			case text == atRunTimeText:
				*s = s.WithDistance(AtRunTime)
			case text == perLaneText:
				*s = s.WithDistance(PerLane)
			case err != nil || n <= PerLane:
				return "want a whole number, var or each"
			default:
				*s = s.WithDistance(n)
			}
			return ""
		},
		value: func(s Spec) string {
			if takes(s.Pattern) {
				return s.DistanceText()
			}
			return distanceText(0)
		},
		words: func(s Spec) []string {
			return []string{p.Flag()[:1] + strings.Replace(s.DistanceText(), "-", "m", 1)}
		},
	}
}

// Flag is the flag that sets the distance, without its dash.
func (p Param) Flag() string {
	return [...]string{NoParam: "none", ParamSrc: "src", ParamDelta: "delta", ParamXor: "xor"}[p]
}

// Distance is the distance or the lane mask that s moves by; 0 for patterns without one.
func (s Spec) Distance() int {
	if p, ok := s.family().(MoveParams); ok {
		return p.Xor
	}
	return s.Shuffle().Distance
}

// WithDistance is s with another distance.
func (s Spec) WithDistance(d int) Spec {
	switch p := s.family().(type) {
	case MoveParams:
		p.Xor = d
		s.Params = p
	case ShuffleParams:
		s.Params = ShuffleParams{d}
	}
	return s
}

func (p ShuffleParams) validate(s Spec, wrong report) { s.validateDistance(wrong) }

// validateDistance rejects a distance that the pattern does not take.
func (s Spec) validateDistance(wrong report) {
	param, d := s.Pattern.Distance(), s.Distance()
	least, most := 0, s.Width-1
	switch {
	case param == NoParam:
		return
	case s.RunTime() && s.Pattern.IsMovement():
		wrong(param.Flag(), distanceText(d), "%s takes a number; single shuffles take var", s.Pattern)
		return
	case d == PerLane && param != ParamSrc:
		wrong(param.Flag(), perLaneText, "want var, which is one value for all lanes, or a number; only -src takes each")
		return
	case s.RunTime():
		return
	case s.Pattern == Rotate:
		least = 1 - s.Width
	case s.Pattern == ShflXor: // which tests that the partner is in the segment
		most = s.Warp() - 1
	}
	if (d < least || d > most) && s.Width >= 1 && s.Width <= s.Warp() { // the width's own line says what to mend first
		wrong(param.Flag(), d, "want %d..%d at width %d", least, most, s.Width)
	}
}

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
	if s.Global().Partial {
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
	return firstPort(sh.In, func(p Port) bool { return p.Role.Operand() })
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
