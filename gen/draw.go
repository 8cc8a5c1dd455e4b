package gen

import (
	"cmp"
	"fmt"
	"math/bits"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/draw"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// Figure is a network as a picture of lanes by steps. [Draw] makes it.
type Figure struct{ figure draw.Figure }

// SVG is the figure as a document that is readable on light and dark pages.
func (f Figure) SVG() []byte { return f.figure.SVG() }

// FigureMark starts every SVG of a figure.
const FigureMark = draw.Mark

// Titles are what the steps do, after the title of the input.
func (f Figure) Titles() (all []string) {
	for _, r := range f.figure.Rows {
		all = append(all, r.Title)
	}
	return all
}

// Text is the figure for a terminal.
func (f Figure) Text() string { return f.figure.Text() }

// DrawOptions is what a figure shows beside the network.
type DrawOptions struct {
	Members uint32 // the members of the call, bit by lane; of mask mode full, and of blocks, all

	// Values are the elements of the lanes or threads of a call. Apply and Identity define its ops, and Label is the text.
	// Without them a figure shows the lanes that contributed to an element.
	Values   []uint64
	Apply    func(op spec.Op, a, b uint64) uint64
	Identity uint64
	Label    func(uint64) string
}

// mostDrawn is the number of threads of the largest block that is drawn: a set of threads is a word.
const mostDrawn = 64

// Draw draws the network that a spec becomes in a language; of row-reduce in CUDA that by which the threads of a row
// combine what they have of their columns. It is an error if the spec is of other memory or if more than 64 threads
// share a row or are a block, or if values are given and elements are no single numbers.
func Draw(s spec.Spec, l Lang, o DrawOptions) (Figure, error) {
	if err := s.Ready(); err != nil {
		return Figure{}, err
	}
	if l < 0 || int(l) >= len(targets) {
		return Figure{}, fmt.Errorf("gen: unexpected language %d", l)
	}
	row := s.Pattern == spec.RowReduce && l == CUDA && !s.Ranged()
	wrong := func() (Figure, error) {
		return Figure{}, spec.FlagError{Flag: "pattern", Value: s.Pattern.String(), Want: fmt.Sprintf(
			"draw takes patterns of a warp, of a block of at most %d threads, and in CUDA row-reduce of one number of "+
				"columns, with 2 to %d threads a row", mostDrawn, mostDrawn)}
	}
	if !row && (s.Pattern.InMemory() || s.Lanes() > mostDrawn) {
		return wrong()
	}
	made, err := targets[l].lower(s)
	if err != nil {
		return Figure{}, err
	}
	f := draw.Figure{Title: "shflgen " + strings.Join(s.Args(), " ")}
	if !row {
		return o.draw(f, s, made.net, nil), nil
	}
	r := *made.net.Row
	if r.Across == nil || r.Lanes > mostDrawn {
		return wrong()
	}
	o.Members = r.Members(s)
	columns := make([]int, max(r.Lanes, s.Warp())) // of each thread
	for c := range s.Cols() {
		for t := c / r.Vector % r.Lanes; t < len(columns); t += r.Lanes {
			columns[t]++
		}
	}
	drawn := o.draw(f, r.Across.Spec, r.Across, columns)
	drawn.figure.Rows[0].Title = fmt.Sprintf("Thread t of a row combines its columns: %d * t + v + %d * k, for v < %d.",
		r.Vector, r.Vector*r.Threads, r.Vector)
	return drawn, nil
}

// draw adds the rows of a network. Where lanes begin with columns of a row, a figure shows their number.
func (o DrawOptions) draw(f draw.Figure, s spec.Spec, n *network.Network, columns []int) Figure {
	everyLane := uint32(uint64(1)<<s.Warp() - 1)
	if s.Mask == spec.Full || s.Shape().Block() {
		o.Members = everyLane
	}
	call, label := o.call(s)
	if columns != nil && label != nil {
		label = columnsHeld(s, columns)
	}
	words := o
	words.Values = nil
	sets, whose := words.call(s) // the lanes that made an element, in words
	if o.Values == nil {
		sets = nil
	}
	f.Width, f.Each = cmp.Or(s.Width, s.Warp()), each(s)
	if o.Members != everyLane && columns == nil {
		f.Title += fmt.Sprintf(", members %#08x", o.Members)
	}
	for i, r := range n.Figure(call) {
		f.Rows = append(f.Rows, o.row(r, i == 0 || s.Mask == spec.Active, f.Each, label))
	}
	if sets != nil {
		for i, r := range n.Figure(sets) {
			noteSets(f.Rows[i].Lanes, r, whose)
		}
	}
	return Figure{f}
}

// columnsHeld is the text of a set of lanes by the columns with which they began.
func columnsHeld(s spec.Spec, columns []int) label {
	return func(set uint64) (text, note string) {
		n := 0
		for i, of := range columns {
			n += of * int(set>>i&1)
		}
		_, note = lanesHeld(s, set)
		return fmt.Sprint(n), fmt.Sprintf("%s: %d columns", note, n)
	}
}

// label is what a lane holds, short and in words.
type label func(held uint64) (text, note string)

// call is the call that a figure shows: that of the options, else one in which the element of lane i is the set {i}
// and ops join sets. It is nil if sets do not describe what a lane holds.
func (o DrawOptions) call(s spec.Spec) (*network.Call, label) {
	if !s.Shape().OneElement() {
		return nil, nil
	}
	c := network.Call{Members: make([]bool, s.Lanes()), Elements: [][]uint64{make([]uint64, s.Lanes())}}
	for i := range c.Members {
		c.Members[i] = o.member(i)
	}
	if o.Values != nil {
		copy(c.Elements[0], o.Values)
		c.Apply = func(f *network.Fn, a, b uint64) uint64 { return o.Apply(f.Op, a, b) }
		c.Identity = o.Identity
		return &c, func(held uint64) (string, string) { return o.Label(held), "holds " + o.Label(held) }
	}
	if s.KeepsLanes() || s.HasLane() || s.Pattern.Sorts() || s.Pattern.Picks() {
		return nil, nil
	}
	for i := range c.Elements[0] {
		c.Elements[0][i] = 1 << i
	}
	c.Apply = func(_ *network.Fn, a, b uint64) uint64 { return a | b }
	return &c, func(held uint64) (string, string) { return lanesHeld(s, held) }
}

// lanesHeld is the text of a set of lanes: their number, or the one lane if the pattern only moves elements.
func lanesHeld(s spec.Spec, set uint64) (text, note string) {
	lanes := network.LanesWhere(s.Lanes(), func(i int) bool { return set>>i&1 == 1 })
	if len(s.Combines()) == 0 {
		text = fmt.Sprint(bits.TrailingZeros64(set))
		return text, "holds the element of " + each(s) + " " + text
	}
	if set == 0 {
		return "", "holds the identity"
	}
	return fmt.Sprint(bits.OnesCount64(set)), fmt.Sprintf("%s over %ss %s", s.OpText(), each(s), lanes)
}

// noteSets adds the lanes that made an element to the note of each lane.
func noteSets(lanes []draw.Lane, r network.FigureRow, text label) {
	for lane := range lanes {
		if held := r.Held[lane]; len(held) == 1 && lanes[lane].Note != "" {
			_, note := text(held[0])
			lanes[lane].Note += ", " + note
		}
	}
}

// member reports whether a lane or thread is a member. The mask is of one warp: all threads of a block are.
func (o DrawOptions) member(lane int) bool { return lane >= spec.WarpSize || o.Members>>lane&1 == 1 }

// each is the word for a column of a figure.
func each(s spec.Spec) string {
	if s.Shape().Block() {
		return "thread"
	}
	return "lane"
}

// row is a row of a figure; hides says that lanes that are no members are absent in it.
func (o DrawOptions) row(r network.FigureRow, hides bool, each string, label label) draw.Row {
	row := draw.Row{Title: r.Title, Joined: r.Joined}
	if r.Cost != (network.Cost{}) {
		row.Cost = r.Cost.String()
	}
	for _, read := range r.Reads {
		row.Reads = append(row.Reads, draw.Read(read))
	}
	for lane := range r.Live {
		l := draw.Lane{Keeps: r.Keeps[lane], Live: r.Live[lane], Absent: hides && !o.member(lane)}
		if held := r.Held[lane]; len(held) == 1 && label != nil && !l.Absent {
			text, note := label(held[0])
			l.Shown = l.Live || o.Values != nil
			l.Label, l.Note = text, fmt.Sprintf("%s %d: %s", each, lane, note)
		}
		row.Lanes = append(row.Lanes, l)
	}
	return row
}
