// Package contract words what an emitted function promises: the comment that a
// reader of the file checks the code against. Every target prints the same.
package contract

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen"
)

// Parameters lists the parameters of a spec, one line each: name, value, and
// whether a flag set it or it is the default.
func Parameters(s shflgen.Spec) []string {
	args := s.Args()
	var lines []string
	add := func(name string, value any) {
		origin := "default"
		if slices.Contains(args, "-"+name) {
			origin = "flag"
		}
		lines = append(lines, fmt.Sprintf("%-8s %-14v %s", name, value, origin))
	}
	add("pattern", s.Pattern)
	if s.Pattern.Block() {
		add("block", s.Block)
		add("all", s.All)
	} else {
		add("width", s.Width)
	}
	if s.Pattern.Keyed() {
		add("key", s.Key)
	}
	if s.Pattern.Batch() {
		add("n", s.N)
		add("all", s.All)
	}
	switch s.Pattern.Distance() {
	case shflgen.NoParam:
	case shflgen.ParamSrc:
		add("src", s.Src)
	case shflgen.ParamDelta:
		add("delta", s.Delta)
	case shflgen.ParamXor:
		add("xor", s.Xor)
	}
	add("type", s.Type)
	if s.Pattern.Reduces() {
		add("op", s.Op)
	}
	add("mask", s.Mask)
	if s.Pattern.Reduces() {
		add("order", s.Order)
	}
	if s.Arch != shflgen.AnyArch {
		add("arch", s.Arch)
	}
	return lines
}

// Gives is what each lane ends with, in sentences. membership is how the target
// says who is a member, such as "Bit i of the mask makes lane i a member".
func Gives(s shflgen.Spec, membership string) []string {
	lines := []string{sentence(s.Pattern.Gives()) + "."}
	if s.HasLane() {
		lines[0] = winner(s)
	}
	if s.Pattern.Block() {
		who := "Thread 0"
		if s.All {
			who = "Every thread"
		}
		lines[0] = who + " gets op over the member threads."
	}
	if s.Pattern.Batch() {
		lines[0] = fmt.Sprintf("Lane base + k mod %[1]d gets, in register k / %[1]d, op over register k of the members of its segment.", s.Width)
		if s.All {
			lines[0] = "Every lane gets, in each register, op over that register of the members of its segment."
		}
	}
	if !s.Pattern.Block() {
		lines = append(lines, segments(s))
	}
	switch {
	case s.Mask == shflgen.Active:
		if !s.HasLane() {
			lines[0] = sentence(s.Pattern.GivesMembers()) + "."
		}
		lines = append(lines, membership+".")
	case s.Mask == shflgen.Full && s.Pattern.Reduces():
		lines = append(lines, everyLane[s.Pattern.Block()])
	case s.Mask == shflgen.Full:
	case s.HasLane():
		lines = append(lines, membership+"; without members the index is -1.")
	case s.Pattern.Keyed():
		lines = append(lines, membership+"; where none has its key, a lane gets the identity.")
	case s.Pattern.Reduces():
		lines = append(lines, membership+"; without members the value is the identity.")
	default:
		lines = append(lines, membership+"; a lane whose source is none keeps its value.")
	}
	if s.Pattern.HasPred() {
		lines = append(lines, "The pred of a lane is true if it read a source; else it keeps its value.")
	}
	if s.Type.Packed() {
		lines = append(lines, fmt.Sprintf("An element is a pair of %s, the first in its low bits.", s.Type.Elem()))
	}
	return lines
}

// LaneBit is the membership of a warp's lanes.
const LaneBit = "Bit i of the mask makes lane i a member"

// everyLane says who is a member in mask mode full, of a warp and of a block.
var everyLane = map[bool]string{false: "Every lane is a member.", true: "Every thread is a member."}

func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// segments says how the lanes are cut.
func segments(s shflgen.Spec) string {
	n, rest := shflgen.WarpSize/s.Width, shflgen.WarpSize%s.Width
	if n == 1 && rest == 0 {
		return "The segment is the whole warp."
	}
	line := fmt.Sprintf("The warp is cut into %d segments of %d lanes.", n, s.Width)
	if n == 1 {
		line = fmt.Sprintf("The segment is the first %d lanes.", s.Width)
	}
	if rest > 0 {
		line += fmt.Sprintf(" Lanes %d..%d belong to none and keep their value.", shflgen.WarpSize-rest, shflgen.WarpSize-1)
		if s.HasLane() {
			line = strings.TrimSuffix(line, ".") + "; their index is -1."
		}
	}
	return line
}

// Algebra is the op with its identity, its laws and the order it is applied in.
// It is empty for patterns that combine nothing.
func Algebra(s shflgen.Spec) []string {
	if !s.Pattern.Reduces() {
		return nil
	}
	order := map[shflgen.Order]string{
		shflgen.Near: "near: distance 1, 2, 4, …, the lower lane on the left",
		shflgen.Far:  "far: distance …, 4, 2, 1",
	}[s.Order]
	if s.Pattern.Keyed() {
		order = "near, by rank among the members of a key: 1, 2, 4, … ranks apart, the lower lane on the left"
	} else if s.Mask == shflgen.Active {
		order = "near, by rank among the members: 1, 2, 4, … ranks apart, the lower lane on the left"
	}
	if s.Laws().Associative {
		order += "; any order gives the same bits"
	}
	if s.HasLane() {
		return append(ranking(s), "Order: "+order+".")
	}
	return []string{
		fmt.Sprintf("Op:    %s, identity %s; %s.", s.Op, identity(s), strings.Join(s.Laws().Strings(), ", ")),
		"Order: " + order + ".",
	}
}

// identity is the identity of the spec's op, as a reader would write it.
func identity(s shflgen.Spec) string {
	float := s.Type.Class() == shflgen.Float
	switch s.Op {
	case shflgen.Sum:
		if float {
			return "-0.0"
		}
		return "0"
	case shflgen.Prod:
		return "1"
	case shflgen.And:
		return "all ones"
	case shflgen.Or, shflgen.Xor:
		return "0"
	case shflgen.Min, shflgen.Max:
		if float {
			return "NaN (a NaN is missing data)"
		}
		return fmt.Sprintf("the %s %s", map[shflgen.Op]string{shflgen.Min: "largest", shflgen.Max: "smallest"}[s.Op], s.Type)
	case shflgen.Minimum:
		return "+Inf (a NaN wins)"
	case shflgen.Maximum:
		return "-Inf (a NaN wins)"
	}
	return "unknown"
}
