package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// promiseOf is the contract of a network's function, which makes a plan first if it is
// planned.
func promiseOf(n *network.Network, planned bool) ([]string, error) {
	s, shape := n.Spec, n.Spec.Shape()
	membership := contract.LaneBit
	if shape.Level == spec.BlockLevel {
		membership = "A thread with member true is one"
	}
	lines := contract.Gives(s, membership)
	if s.Map != nil && !s.EveryResult() {
		lines = append(lines, "Where there is no result, the value is unspecified.")
	}
	if shape.HasIndex() && s.Mask == spec.Member && s.Map == nil {
		lines = append(lines, fmt.Sprintf("The element that a %s without members receives is unspecified.",
			contract.Group(s)))
	}
	switch {
	case shape.Level == spec.BlockLevel:
		lines = append(lines, blockPromise(n)...)
	case shape.Array():
		lines = append(lines, registersPromise(s)...)
	case !s.EveryLane() && shape.Width > 1:
		who := map[bool]string{true: "members", false: "lanes"}[s.Mask == spec.Active]
		lines = append(lines, fmt.Sprintf("The results of the other %s of a segment are unspecified.", who))
	}
	if shape.Level == spec.WarpLevel {
		lines = append(lines, whoCalls(s))
	}
	if bytes := lentBytes(n); bytes > 0 {
		lines = append(lines, memoryPromise(s, bytes)...)
	}
	algebra, err := contract.Algebra(s)
	if err != nil {
		return nil, fmt.Errorf("cuda: %w", err)
	}
	if algebra != nil {
		lines = append(append(lines, ""), algebra...)
	}
	if planned {
		lines = append(lines, fmt.Sprintf("Cost:  %s for the plan; to use it, %s.", costOfPlan(n), costOfUse(n)))
	}
	if f := n.Faster; f != nil {
		lines = append(lines, fmt.Sprintf("From sm_%d on: %s.", f.Arch, f.Why))
	}
	if n.Choice != "" {
		lines = append(lines, n.Choice)
	}
	return lines, nil
}

// everyBarrier says that a call by all threads is safe, and the next one too.
const everyBarrier = "No thread returns early, every barrier is reached by all, and the next call may follow at once."

// blockPromise says what a block function needs and how it is safe.
func blockPromise(n *network.Network) []string {
	s := n.Spec
	lines := []string{
		fmt.Sprintf("All %d threads of the block must make the call; the block may have 1, 2 or 3 dimensions.",
			s.Block().Threads),
	}
	if !s.EveryLane() && s.Block().Threads > 1 {
		lines = append(lines, "The results of the other threads are unspecified.")
	}
	if s.Shape().MaskWords() > 1 {
		lines = append(lines, everyBarrier)
	}
	return lines
}

// registersPromise says what is left in an array of registers.
func registersPromise(s spec.Spec) []string {
	unspecified := func(from int) string {
		return fmt.Sprintf("The registers from v[%d] on are unspecified.", from)
	}
	switch {
	case s.EveryLane():
		return nil
	case s.Pattern.Picks():
		return []string{unspecified(s.Results())}
	case s.Width == 1:
		return nil
	}
	var lines []string
	used := (s.N + s.Width - 1) / s.Width
	if s.N%s.Width != 0 {
		lines = append(lines, fmt.Sprintf("In the other lanes of a segment, v[%d] is unspecified.", used-1))
	}
	switch {
	case used < s.N && !s.KeepsRegisters():
		lines = append(lines, unspecified(used))
	case used < s.N:
		lines = append(lines, fmt.Sprintf("The registers from v[%d] on stay as they are.", used))
	}
	return lines
}

// onlyMembersCall says who makes a call of mask mode active.
const onlyMembersCall = "All members make the call, with one mask, and nobody else: other lanes may be anywhere."

// allCall says so of the other modes.
const allCall = "All 32 lanes of the warp must make the call."

// whoCalls says who makes a call.
func whoCalls(s spec.Spec) string {
	if s.Mask == spec.Active {
		return onlyMembersCall
	}
	return allCall
}

// planUsers says who makes a call by a plan.
func planUsers(s spec.Spec) string {
	if s.Mask == spec.Active {
		return "As below, for the members that the plan was made for, who make the call, and nobody else."
	}
	if s.Pattern.Counts() {
		return "As below, for the mask that the plan was made for. " + allCall
	}
	return "As below, for the mask and keys that the plan was made for. " + allCall
}

// planPromise says what a plan holds, and which functions can share one: those with the same successors, whatever
// they read from them.
func planPromise(n *network.Network) []string {
	s := n.Spec
	if s.Pattern.Counts() {
		return []string{
			"A plan: the lane that each lane reads, and the count of members.",
			fmt.Sprintf("It depends on the mask alone: every %s of this width may use it, of any type and -n.",
				s.Pattern.PlanSharers()),
			"The plan of another pattern or width differs, even at this size.",
			"It costs " + costOfPlan(n) + ".",
		}
	}
	if s.Shape().Keyed() {
		depends := "the mask and the keys"
		if s.Mask == spec.Full {
			depends = "the keys"
		}
		return []string{
			"A plan: where the members 1, 2, 4, … ranks further in the lane's group are, and the lowest.",
			fmt.Sprintf("It depends on %s alone: every %s of this width and mask mode may use it,", depends,
				s.Pattern.PlanSharers()),
			"of any type and op. The plan of another pattern or width differs, even at this size.",
			"It costs " + costOfPlan(n) + ".",
		}
	}
	way, lowest := "further", ""
	if n.Count(func(e network.Expr) bool { next, ok := e.(network.Successor); return ok && next.Before }) > 0 {
		way = "back"
	}
	if n.Count(network.Is[network.Lowest]) > 0 {
		lowest = ", and the lowest"
	}
	return []string{
		fmt.Sprintf("A plan: who makes the call, and where the members 1, 2, 4, … ranks %s are%s.", way, lowest),
		fmt.Sprintf("It depends on the mask alone: every %s of this width and mask may use it,", s.Pattern.PlanSharers()),
		"of any type and op. The plan of another pattern or width differs, even at this size.",
		"It costs " + costOfPlan(n) + ".",
	}
}

// costOfPlan is what it takes to make a plan.
func costOfPlan(n *network.Network) string {
	cost := shuffles(n.Count(network.Is[network.Jump]))
	if s := n.Spec; s.Pattern.Counts() {
		return fmt.Sprintf("%d votes", n.Cost().Votes)
	}
	if n.Spec.Shape().Keyed() {
		return "one match and " + cost
	}
	return cost
}

// costOfUse is what a call by a plan takes.
func costOfUse(n *network.Network) string {
	cost := shuffles(n.Count(network.Is[network.Fetch]))
	switch words := n.Spec.Words(); {
	case words == 2:
		cost += ", of two words each"
	case words > 2:
		cost += fmt.Sprintf(", of %d words each", words)
	}
	return cost
}

func shuffles(n int) string {
	switch n {
	case 0:
		return "no shuffle"
	case 1:
		return "one shuffle"
	}
	return fmt.Sprintf("%d shuffles", n)
}
