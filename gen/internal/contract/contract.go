// Package contract words what an emitted function promises: the comment that a
// reader of the file checks the code against. Every target prints the same.
package contract

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// Parameters lists the parameters of a spec, one line each: name and value.
func Parameters(s spec.Spec) []string {
	var lines []string
	add := func(name string, value any) {
		lines = append(lines, fmt.Sprintf("%-8s %v", name, value))
	}
	shape := s.Shape()
	add("pattern", s.Pattern)
	switch shape.Level {
	case spec.BlockLevel:
		add("block", s.Block().Threads)
		addResults(s, add)
	case spec.RowLevel:
		add("cols", s.ColsText())
		add("in", s.InType())
		if s.Row().F != spec.NoApplied {
			add("f", s.FText())
		}
	case spec.GridLevel, spec.ColumnLevel:
		add("in", s.InType())
	default:
		add("width", s.Width)
	}
	if shape.Keyed() {
		add("key", s.Keyed().Key)
	}
	if s.N > 0 {
		add("n", s.N)
		if s.Pattern.Reduces() && !s.Pattern.Block() {
			add("all", s.All())
		}
	}
	if d := s.Pattern.Distance(); d != spec.NoParam {
		add(d.Flag(), s.DistanceText())
	}
	if s.Pattern.TakesPair() {
		add("first", s.Move().First)
		add("second", s.Move().Second)
	}
	if s.Pattern.TakesPerm() {
		add("perm", s.Move().Perm)
	}
	if s.Pattern.Picks() {
		add("k", s.Sort().K)
	}
	addOrder(s, add)
	if s.Pattern.TakesInverse() {
		add("inverse", s.Move().Inverse)
	}
	if s.Global().Partial {
		add("partial", s.Global().Partial)
	}
	if s.Pattern.MayTakeMemory() {
		add("memory", s.Memory())
	}
	addChoices(s, add)
	addFrame(s, add)
	if !shape.Ranks() {
		add("type", s.TypeText())
	}
	if s.Pattern.Reduces() || s.Row().Fn != nil {
		add("op", s.OpText())
	}
	if s.Map != nil {
		add("map", s.Map.Ref)
	}
	add("mask", s.Mask)
	if s.Pattern.Reduces() {
		add("order", s.Order)
	}
	if s.Arch != spec.AnyArch {
		add("arch", s.Arch)
	}
	return lines
}

// addChoices adds what is chosen for a GPU.
func addChoices(s spec.Spec, add func(name string, value any)) {
	if s.Block().For != spec.ForBoth {
		add("for", s.Block().For)
	}
	if s.Cluster() != spec.AutoCluster {
		add("cluster", s.Cluster())
	}
	if s.Row().Aligned {
		add("aligned", s.Row().Aligned)
	}
}

// addResults adds what says which threads of a block get which results.
func addResults(s spec.Spec, add func(name string, value any)) {
	if s.Pattern.TakesAll() {
		add("all", s.All())
	}
	if s.Pattern.TakesTotal() {
		add("total", s.Block().Total)
	}
}

// GradInPlace says what may be the same in Go of such a row-apply.
const GradInPlace = "out may be in, with the same pitch; else in, grad and out do not overlap."

// Applied says how what row-apply writes is computed, in lines.
func Applied(s spec.Spec) []string {
	reduced := "every sum"
	if s.Row().Fn != nil {
		reduced = "the reduction"
	}
	order := "Computed in float32; " + reduced + " is in the order of docs/order.md."
	if of := s.Shape().Out[0].Type; of != s.Type {
		return []string{order, "Each operation is rounded once, and each result again to " + of.String() + ", ties to even."}
	}
	return []string{order + " Each operation is rounded once."}
}

// Gives is what each lane ends with, in sentences. membership is how the target
// says who is a member, such as "Bit i of the mask makes lane i a member".
func Gives(s spec.Spec, membership string) []string {
	shape := s.Shape()
	lines := []string{sentence(s.Gives()) + "."}
	if shape.Level == spec.WarpLevel && s.Width < s.Warp() {
		lines = append(lines, segments(s))
	}
	switch {
	case s.Mask == spec.Active:
		lines = append(lines, membership+".")
	case s.Mask == spec.Full && s.Pattern.Reduces():
		lines = append(lines, everyoneOf(s))
	case s.Mask == spec.Full:
	default:
		lines = append(lines, membership+"; "+without(s)+".")
	}
	lines = append(lines, operand(s)...)
	if s.Pattern.Sorts() {
		lines = append(lines, ranks(s))
	}
	if shape.HasPred() {
		lines = append(lines, "The pred of a lane is true if it read a source; else it keeps its value.")
	}
	if s.Type.Packed() {
		lines = append(lines, fmt.Sprintf("An element is a pair of %s, the first in its low bits.", s.Type.Elem()))
	}
	return lines
}

// without is what a lane gets from a segment, group or source without members.
func without(s spec.Spec) string {
	switch shape := s.Shape(); {
	case shape.HasIndex() && s.Map != nil:
		return "without members there is no result, and the index is -1"
	case shape.HasIndex():
		return "without members the index is -1"
	case shape.Ranks():
		return "a lane that is no member counts the members as well"
	case s.Map != nil && s.KeepsWithoutMembers():
		return "a lane to which none contributes has no result"
	case shape.Keyed():
		if s.KeepsWithoutMembers() {
			return "where none has its key, a lane keeps its element"
		}
		return "where none has its key, a lane receives the identity"
	case s.Pattern.Picks():
		return "past the members, a rank has what sorts last, " + sortsLast(s)
	case s.Sort().From:
		return "a lane that is no member keeps what it has, from itself"
	case s.Pattern.Sorts():
		return "a lane that is no member keeps what it has"
	case s.KeepsWithoutMembers() && s.N > 0:
		return "a register to which none contributes stays as it is"
	case s.KeepsWithoutMembers():
		return "a lane to which none contributes keeps its element"
	case s.Pattern.Reduces():
		return "without members the value is the identity"
	}
	if s.Pattern.Counts() {
		return "lane r keeps its value if there are no more than r members"
	}
	if s.Pattern.IsMovement() {
		return "a register keeps its element if its source is in no member"
	}
	return "a lane keeps its value if its source is no member"
}

// addOrder adds what a sort takes beside the elements.
func addOrder(s spec.Spec, add func(name string, value any)) {
	if s.Pattern.Sorts() {
		add("descending", s.Sort().Descending)
	}
	if s.Sort().Stable {
		add("stable", s.Sort().Stable)
	}
	if s.Sort().From {
		add("from", s.Sort().From)
	}
	if s.Sort().Value != nil {
		add("value", s.ValueText())
	}
}

// ranks says in what order a sort puts elements.
func ranks(s spec.Spec) string {
	line := "Rank 0 is the least."
	if s.Sort().Descending {
		line = "Rank 0 is the greatest."
	}
	switch {
	case s.KeepsLanes() && s.N > 1:
		line += " Of equal elements the lower lane's comes first, within a lane the lower register's."
	case s.KeepsLanes():
		line += " Of equal elements the lower lane's comes first."
	case s.Sort().Stable:
		line += " Equal elements have the same bits, so they stay in order."
	}
	if s.Type.Class() == spec.Float {
		line += " -0 is below +0, and a NaN comes after every number."
	}
	return line
}

// sortsLast is the element that comes after every other.
func sortsLast(s spec.Spec) string {
	s.Op = s.Best()
	if s.Type.Class() == spec.Float {
		return "a NaN"
	}
	text, _ := identity(s) // min and max have one on every integer
	return text
}

// LaneBit is the membership of a warp's lanes.
const LaneBit = "Bit i of the mask makes lane i a member"

// everyoneOf says who contributes to a function in mask mode full.
func everyoneOf(s spec.Spec) string {
	switch shape := s.Shape(); {
	case shape.Grid() && shape.Each:
		return "Every element contributes."
	case shape.Grid() && shape.HasIndex():
		return "Every element contributes; of none, the index is -1, and the element is not specified."
	case shape.Grid() && s.KeepsWithoutMembers():
		return "Every element contributes; of none, the result is zero."
	}
	return everyone[s.Shape().Level]
}

// everyone says who is a member in mask mode full.
var everyone = map[spec.Level]string{
	spec.WarpLevel:   "Every lane is a member.",
	spec.BlockLevel:  "Every thread is a member.",
	spec.RowLevel:    "Every element contributes.",
	spec.GridLevel:   "Every element contributes; of none, the result is the identity.",
	spec.ColumnLevel: "Every row contributes; without rows, each result is the identity.",
}

func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// segments says how the lanes are cut.
func segments(s spec.Spec) string {
	n, rest := s.Warp()/s.Width, s.Warp()%s.Width
	line := fmt.Sprintf("The warp is cut into %d segments of %d lanes.", n, s.Width)
	switch {
	case s.Width == 1:
		line = "Every lane is a segment of its own."
	case n == 1:
		line = fmt.Sprintf("The segment is the first %d lanes.", s.Width)
	}
	if rest > 0 {
		line += fmt.Sprintf(" Lanes %d..%d belong to none and keep their value.", s.Warp()-rest, s.Warp()-1)
		switch {
		case s.Map != nil:
			line = strings.TrimSuffix(line, "keep their value.") + "have no result."
			if s.HasLane() {
				line = strings.TrimSuffix(line, ".") + "; their index is -1."
			}
		case s.Shape().HasIndex():
			line = strings.TrimSuffix(line, ".") + "; their index is -1."
		case s.Shape().Ranks():
			line = strings.Replace(line, "keep their value.", "receive 0 and 0.", 1)
		case s.Pattern.Counts():
			line = strings.TrimSuffix(line, ".") + "; their count is 0."
		}
	}
	return line
}

// orders say in which order an op is applied.
var orders = map[spec.Order]string{
	spec.Near: "near: distance 1, 2, 4, …, the lower lane on the left",
	spec.Far:  "far: distance …, 4, 2, 1",
}

// byRank is the order over members that only a call counts.
const byRank = "near, by rank among the members%s: 1, 2, 4, … ranks apart, the lower lane on the left"

// rowOrder says in which order a row combines, as docs/order.md does.
func rowOrder(s spec.Spec) string {
	p := s.RowOrder().Accumulators()
	if s.Cols() <= p {
		cols := fmt.Sprint(s.Cols())
		if s.Ranged() {
			cols = "cols"
		}
		return fmt.Sprintf("near over the %s columns: distance 1, 2, 4, …, the lower on the left", cols)
	}
	return fmt.Sprintf("accumulator j of %d takes in columns j, j + %[1]d, … from left to right; then near over the "+
		"accumulators: distance 1, 2, 4, …, the lower on the left", p)
}

// gridOrder says in which order an array combines, as docs/order.md does.
func gridOrder(s spec.Spec) string {
	o := s.GridOrder()
	elements := "elements"
	if s.Pattern.Columns() {
		elements = "rows"
	}
	least := fmt.Sprint(o.Rounds)
	if o.Few > 0 {
		least += fmt.Sprintf(", min(%d, ceil(n / %d))", o.Most, o.Accumulators()*o.Few)
	}
	return fmt.Sprintf("more than %d %[5]s in chunks of %[2]d * max(%[3]s, ceil(n / %[4]d)). In a chunk, accumulator j "+
		"of %[2]d takes in %[5]s j, j + %[2]d, … from left to right; then near over the accumulators: distance 1, 2, 4, "+
		"…, the lower on the left; then near over the chunks",
		o.Alone*o.Accumulators(), o.Accumulators(), least, o.Accumulators()*o.Chunks, elements)
}

// scanOrder says in which order the scan of an array combines, as docs/order.md does.
func scanOrder(s spec.Spec) string {
	o := s.ScanOrder()
	return fmt.Sprintf("pieces of %d elements from left to right, rows of %d pieces by distance 1, 2, 4, …, strips "+
		"of %d rows from left to right, tiles of %d strips by distance 1, 2, 4, …; before a tile, near over the nodes "+
		"of each level, where 32 make one of the next; docs/order.md says more",
		o.Vector, spec.ScanFan, o.Rows, o.Strips)
}

// Algebra is the op with its identity, its laws and the order it is applied in.
// It is empty for patterns that combine nothing.
func Algebra(s spec.Spec) ([]string, error) {
	if !s.Pattern.Reduces() {
		return nil, nil
	}
	shape, order := s.Shape(), orders[s.Order]
	if shape.Row() {
		order = rowOrder(s)
	} else if shape.Grid() && shape.Each {
		order = scanOrder(s)
	} else if shape.Grid() {
		order = gridOrder(s)
	} else if shape.Keyed() {
		order = fmt.Sprintf(byRank, " of a key")
	} else if s.Mask == spec.Active {
		order = fmt.Sprintf(byRank, "")
	}
	switch {
	case s.Laws().Associative:
		order += "; any order gives the same bits"
	case s.Op == spec.User:
		order += "; fixed order"
	}
	order = "Order: " + order + "."
	if s.Op == spec.User {
		return append(function(s), order), nil
	}
	if shape.HasIndex() {
		return append(ranking(s), order), nil
	}
	id, err := identity(s)
	if err != nil {
		return nil, err
	}
	return []string{fmt.Sprintf("Op:    %s on %s, identity %s; %s.", s.Op, s.Type, id,
		strings.Join(s.Laws().Strings(), ", ")), order}, nil
}

// addFrame adds how the functions of the files are called.
func addFrame(s spec.Spec, add func(string, any)) {
	if s.Namespace != "" {
		add("namespace", s.Namespace)
	}
	if s.Forms != 0 {
		add("form", s.Forms)
	}
	if s.Linkage != spec.InternalLinkage {
		add("linkage", s.Linkage)
	}
}
