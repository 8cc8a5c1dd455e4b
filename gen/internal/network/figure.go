package network

import (
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// FigureRow is a step of a network as a drawing shows it: what each lane reads, and what it
// holds afterwards.
type FigureRow struct {
	Title string
	Cost  Cost
	Reads []Read // of other lanes, each once
	Keeps []bool // by lane: the step reads what the lane itself held

	// Joined reports that a lane reads more lanes than arrows can show, such as all members by
	// one instruction. Reads then lacks them.
	Joined bool

	// Live reports, by lane, whether an output depends on what the lane holds after the step.
	Live []bool

	// Held is, by lane, what the lane holds after the step, by register of a packed one; nil
	// where that is undefined, or where there is no call.
	Held [][]uint64
}

// Read is what lane To reads: what lane From held after the row of number After. Row 0 is what
// the caller gives. Needed reports whether an output depends on it.
type Read struct {
	From, To, After int
	Needed          bool
}

// mostArrows is how many other lanes a lane may read in one expression, for these to be arrows.
const mostArrows = 4

// Figure is a row for what the caller gives, then one for each step of n. With a call, rows say
// what each lane holds.
func (n *Network) Figure(c *Call) []FigureRow {
	if n.Words != nil { // its registers are packed: a call of n is no call of these
		return n.Words.Across.Figure(nil)
	}
	f := figure{net: n, call: c, demand: Demand(n), row: map[*Node]int{}}
	if c != nil {
		f.values = execute(n, *c).values
	}
	lanes := n.Spec.Lanes()
	given := FigureRow{Keeps: make([]bool, lanes), Live: slices.Repeat([]bool{true}, lanes), Held: make([][]uint64, lanes)}
	if c != nil && len(c.Elements) > 0 {
		for lane, v := range c.Elements[0] {
			given.Held[lane] = []uint64{v}
		}
	}
	rows := []FigureRow{given}
	for _, s := range n.Steps {
		if s.Aside {
			for _, node := range s.Nodes {
				f.row[node] = len(rows) - 1
			}
			continue
		}
		rows = append(rows, f.step(s, len(rows), rows[len(rows)-1]))
	}
	return rows
}

// figure is a network that is being drawn.
type figure struct {
	net    *Network
	call   *Call // nil: any
	demand map[*Node]Lanes
	row    map[*Node]int // in which each node is computed
	values map[*Node][]value
}

// step is the row of a step, of number i. A step that computes no element leaves what the row
// before it held.
func (f *figure) step(s Step, i int, before FigureRow) FigureRow {
	lanes := f.net.Spec.Lanes()
	row := FigureRow{Title: s.Title, Cost: f.net.stepCost(s), Keeps: make([]bool, lanes), Live: before.Live,
		Held: before.Held}
	var held *Node
	for _, node := range s.Nodes {
		if f.row[node] = i; ofKind[Input](node) {
			f.row[node] = 0
		}
		f.reads(&row, node, i)
		if SortOf(node) == Element {
			held = node
		}
	}
	if held == nil {
		return row
	}
	row.Live, row.Held = f.demand[held].in, make([][]uint64, lanes)
	for lane, v := range f.values[held] {
		row.Held[lane] = v
	}
	return row
}

// reads adds to row i what the lanes read for a node.
func (f *figure) reads(row *FigureRow, node *Node, i int) {
	expr := node.Expr.row()
	for lane := range f.net.Spec.Lanes() {
		if f.call != nil && f.net.Spec.Mask == spec.Active && !f.call.Members[lane] {
			continue // the lane makes no call
		}
		needed := f.demand[node].Has(lane)
		var reads []Read
		err := expr.eachRead(f.net.Spec, lane, func(operand *Node, from int) {
			switch {
			case SortOf(operand) == Memory || SortOf(operand) == Condition:
			case from != lane:
				after := min(f.row[operand], i-1)
				if k := slices.IndexFunc(reads, func(r Read) bool { return r.From == from }); k >= 0 {
					reads[k].After = max(reads[k].After, after) // one arrow, from what the lane holds last
					return
				}
				reads = append(reads, Read{from, lane, after, needed})
			case needed && SortOf(operand) == Element && f.row[operand] < i:
				row.Keeps[lane] = true
			}
		})
		switch {
		case err != nil: // there is no source
		case len(reads) > mostArrows:
			if from, told := f.pointed(expr, lane); !told {
				row.Joined = true
			} else if from != lane && needed {
				row.Reads = append(row.Reads, Read{from, lane, i - 1, true})
			}
		default:
			for _, r := range reads {
				if !slices.Contains(row.Reads, r) {
					row.Reads = append(row.Reads, r)
				}
			}
		}
	}
}

// pointed is the lane that an expression reads by a pointer, in a lane of the call; the lane itself
// where the pointer points to none. It is false without a pointer or a call.
func (f *figure) pointed(expr row, lane int) (from int, told bool) {
	for _, o := range expr.operands {
		if SortOf(o.node) != Pointer || f.values == nil {
			continue
		}
		if p := f.values[o.node][lane]; p != nil && p[0]&noLane == 0 && int(p[0]) < f.net.Spec.Lanes() {
			return int(p[0]), true
		}
		return lane, true
	}
	return 0, false
}
