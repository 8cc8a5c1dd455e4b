package gen

import (
	"cmp"
	"fmt"
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

// mostDrawn is the greatest number of threads that are all drawn. Of more, a figure has the first and the last warp.
const mostDrawn = 64

// Draw draws the network that a spec becomes in a language; of row-reduce in CUDA that by which the threads of a row
// combine what they have of their columns, of the longest row if there is a range. It is an error if the spec is of
// other memory or if one thread has a row, or if values are given and elements are no single numbers.
func Draw(s spec.Spec, l Lang, o DrawOptions) (Figure, error) {
	if err := s.Ready(); err != nil {
		return Figure{}, err
	}
	if l < 0 || int(l) >= len(targets) {
		return Figure{}, fmt.Errorf("gen: unexpected language %d", l)
	}
	row := s.Pattern == spec.RowReduce && l == CUDA
	wrong := spec.FlagError{Flag: "pattern", Value: s.Pattern.String(),
		Want: "draw takes patterns of a warp or a block, and in CUDA row-reduce, if threads share a row"}
	if !row && s.Pattern.InMemory() {
		return Figure{}, wrong
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
	if r.Across == nil {
		return Figure{}, wrong
	}
	o.Members = r.Members(s)
	columns := make([]int, max(r.Lanes, s.Warp())) // of each thread
	for c := range s.Cols() {
		for t := c / r.Vector % r.Lanes; t < len(columns); t += r.Lanes {
			columns[t]++
		}
	}
	drawn := o.draw(f, r.Across.Spec, r.Across, columns)
	drawn.figure.Rows[0].Title = fmt.Sprintf(
		"Thread t of a row of %d combines its columns: %d * t + v + %d * k, for v < %d.",
		s.Cols(), r.Vector, r.Vector*r.Threads, r.Vector)
	return drawn, nil
}

// draw adds the rows of a network. Where lanes begin with columns of a row, a figure shows their number.
func (o DrawOptions) draw(f draw.Figure, s spec.Spec, n *network.Network, columns []int) Figure {
	everyLane := uint32(uint64(1)<<s.Warp() - 1)
	if s.Mask == spec.Full || s.Shape().Block() {
		o.Members = everyLane
	}
	call, label := o.call(s, columns)
	words := o
	words.Values = nil
	sets, whose := words.call(s, columns) // the lanes that made an element, in words
	if o.Values == nil {
		sets = nil
	}
	f.Width, f.Each = cmp.Or(s.Width, s.Warp()), each(s)
	if n := s.Lanes(); n > mostDrawn {
		f.Hidden = draw.Range{From: s.Warp(), To: (n - 1) / s.Warp() * s.Warp()}
	}
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

// label is what a lane holds, short and in words.
type label func(held uint64) (text, note string)

// call is the call that a figure shows: that of the options, else one in which the element of lane i is the set {i}
// and ops join sets. It is nil if sets do not describe what a lane holds.
func (o DrawOptions) call(s spec.Spec, columns []int) (*network.Call, label) {
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
	all := newSetTable()
	for i := range c.Elements[0] {
		c.Elements[0][i] = all.of(i)
	}
	c.Apply = func(_ *network.Fn, a, b uint64) uint64 { return all.union(a, b) }
	return &c, func(held uint64) (string, string) { return lanesHeld(s, all.sets[held], columns) }
}

// lanesHeld is the text of a set of lanes: their number, or that of the columns with which they began, or the one lane
// if the pattern only moves elements.
func lanesHeld(s spec.Spec, set threadSet, columns []int) (text, note string) {
	lanes, n, first := network.LanesWhere(s.Lanes(), set.has), 0, 0
	for i := s.Lanes() - 1; i >= 0; i-- {
		if set.has(i) {
			n, first = n+1, i
		}
	}
	switch {
	case len(s.Combines()) == 0:
		text = fmt.Sprint(first)
		return text, "holds the element of " + each(s) + " " + text
	case n == 0:
		note = "holds the identity"
	default:
		text, note = fmt.Sprint(n), fmt.Sprintf("%s over %ss %s", s.OpText(), each(s), lanes)
	}
	if columns == nil {
		return text, note
	}
	of := 0
	for i, has := range columns {
		if set.has(i) {
			of += has
		}
	}
	return fmt.Sprint(of), fmt.Sprintf("%s: %d columns", note, of)
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
