package cuda

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/network"
)

// plan is what a call derives from the mask, and the keys if there are any: the
// places from which the network fetches. It is a function of its own, so that
// several calls with one mask can share it.
type plan struct {
	slots map[*network.Node]int // of the places, in the order in which they are made
	steps []step
	size  int
	ranks int // from a lane to the place made last
	back  bool
}

// planOf splits the places off a network.
func planOf(n *network.Network) (*plan, error) {
	p, _, err := newPrinter(n, anyArch)
	if err != nil {
		return nil, err
	}
	pl := &plan{slots: map[*network.Node]int{}}
	if n.Spec.Mask == shflgen.Active {
		pl.steps = []step{{Title: "Who makes the call.", Lines: []string{"plan[0] = mask;"}}}
		pl.size++
	}
	if n.Spec.Pattern.Keyed() {
		pl.steps = append(pl.steps, step{Title: "The members of the segment that have the lane's key.", Lines: []string{p.group()}})
	}
	for _, s := range n.Steps {
		for _, node := range s.Nodes {
			if network.SortOf(node) != network.Place {
				continue
			}
			title, lines, err := p.place(node, pl)
			if err != nil {
				return nil, err
			}
			pl.slots[node] = pl.size
			pl.steps = append(pl.steps, step{Title: title, Lines: lines})
			pl.size++
		}
	}
	if lines := p.position.lines(); lines != nil {
		pl.steps = append([]step{{Title: "The lane, by its number in the warp.", Lines: lines}}, pl.steps...)
	}
	return pl, nil
}

// lowestBit is the place of the lowest bit that is set in a word, all ones if none
// is. Of the one bit that is left the highest is the lowest.
const lowestBit = `asm("bfind.u32 %%0, %%1;" : "=r"(%s) : "r"(%[2]s & (0u - %[2]s)));`

// place computes a place: its low five bits are always a member's lane, and bit 5
// is set where it is nowhere, which a shuffle does not look at.
func (p *printer) place(n *network.Node, pl *plan) (title string, lines []string, err error) {
	slot := fmt.Sprintf("plan[%d]", pl.size)
	switch e := n.Expr.(type) {
	case network.Neighbour:
		pl.ranks, pl.back = 1, e.Before
		title = "1 rank further: the next member; if there is none, the lane itself and 32."
		members, found := "after", "next"
		lines = []string{
			fmt.Sprintf("unsigned after = %s & (0xfffffffeu << %s);", p.segment(), p.lane()),
			"unsigned next;",
			fmt.Sprintf(lowestBit, found, members),
		}
		if e.Before {
			title = "1 rank back: the member before the lane; if there is none, the lane itself and 32."
			members, found = "before", "last"
			lines = []string{
				fmt.Sprintf("unsigned before = %s & ~(0xffffffffu << %s);", p.segment(), p.lane()),
				"unsigned last;",
				`asm("bfind.u32 %0, %1;" : "=r"(last) : "r"(before));`,
			}
		}
		lines = append(lines, fmt.Sprintf("%s = %s != 0u ? %s : %s + 32u;", slot, members, found, p.lane()))
	case network.Leap:
		from := fmt.Sprintf("plan[%d]", pl.slots[e.P])
		pl.ranks *= 2
		title = fmt.Sprintf("%d ranks %s: the place that the lane at %s has.", pl.ranks, map[bool]string{true: "back", false: "further"}[pl.back], from)
		lines = []string{fmt.Sprintf("%s = __shfl_sync(%s, %s, (int)%[3]s);", slot, p.threads, from)}
	case network.Lowest:
		title = "The lowest member of the segment."
		segment := p.segment()
		lines = []string{"unsigned lowest;"}
		if segment != "mask" && segment != "group" {
			lines = append(lines, fmt.Sprintf("unsigned segment = %s;", segment))
			segment = "segment"
		}
		lowest := "lowest"
		if p.emptyGroups() {
			title = "The lowest member of the group; if it has none, the lane itself and 32."
			lowest = fmt.Sprintf("group != 0u ? lowest : %s + 32u", p.lane())
		}
		lines = append(lines, fmt.Sprintf(lowestBit, "lowest", segment), fmt.Sprintf("%s = %s;", slot, lowest))
	default:
		return "", nil, fmt.Errorf("cuda: unexpected place %T", n.Expr)
	}
	return title, lines, nil
}

// segment is the members of the lane's segment, or of its group.
func (p *printer) segment() string {
	if p.spec.Pattern.Keyed() {
		return "group"
	}
	return p.cut("mask")
}

// cut is what a mask has of the lane's segment.
func (p *printer) cut(mask string) string {
	if p.width == p.count {
		return mask
	}
	if p.width > p.count/2 {
		return fmt.Sprintf("(%s & 0x%08xu)", mask, uint32(1)<<p.width-1)
	}
	return fmt.Sprintf("(%s & 0x%xu << %s)", mask, uint32(1)<<p.width-1, p.base())
}

// planned are the functions that make a plan and use it, and the steps of the one
// that does both.
func (p *printer) planned() ([]function, []step, error) {
	pl, err := planOf(p.net)
	if err != nil {
		return nil, nil, err
	}
	p.plan = pl
	name := p.spec.FileName()
	make := function{
		Contract: append(p.planContract(), p.whoCalls()),
		Unused:   true, Type: "void", Name: name + "_plan", Steps: pl.steps,
		Params: strings.Join(append(p.planParams(true), fmt.Sprintf("unsigned (&plan)[%d]", pl.size)), ", "),
	}
	by := function{
		Contract: []string{
			p.planUsers(),
			"It costs " + p.costOfUse() + ".",
		},
		Unused: true, Type: p.elem.name, Name: name + "_by", Params: fmt.Sprintf("const unsigned (&plan)[%d], %s v", pl.size, p.elem.name),
	}
	args := "plan, v"
	if p.spec.HasLane() {
		by.Params, args = by.Params+", int *idx", args+", idx"
	}
	if p.spec.Mask == shflgen.Active {
		p.threads = "plan[0]"
	}
	if by.Steps, err = p.stepsOf(by.Params); err != nil {
		return nil, nil, err
	}
	if p.net.Faster != nil {
		if _, err := by.faster(p.net.Faster, "plan[0]"); err != nil {
			return nil, nil, err
		}
	}
	both := step{Title: "A plan, for this call alone.", Lines: []string{
		fmt.Sprintf("unsigned plan[%d];", pl.size),
		fmt.Sprintf("%s_plan(%s);", name, strings.Join(append(p.planParams(false), "plan"), ", ")),
		fmt.Sprintf("return %s_by(%s);", name, args),
	}}
	return []function{make, by}, []step{both}, nil
}
