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

// Draw draws the network that a spec becomes in a language. In memory it draws, in CUDA, how threads combine what they
// have: of a row, the longest if there is a range, of an array or of columns. It is an error if no threads do, and if
// values are given and elements are no single numbers.
func Draw(s spec.Spec, l Lang, o DrawOptions) (Figure, error) {
	made, err := l.lower(s)
	if err != nil {
		return Figure{}, err
	}
	f := Figure{draw.Figure{Title: "shflgen " + strings.Join(s.Args(), " ")}}
	if !s.Pattern.InMemory() {
		o.draw(&f.figure, s, made.net.Figure, nil)
		return f, nil
	}
	var across spec.Spec
	var stages []stage
	if l == CUDA {
		across, stages = stagesOf(s, made.net)
	}
	if len(stages) == 0 {
		return Figure{}, spec.FlagError{Flag: "pattern", Value: s.Pattern.String(),
			Want: "draw takes patterns of a warp or a block, and in CUDA those of memory, if threads combine what they have"}
	}
	o.drawStages(&f.figure, across, stages)
	return f, nil
}

// draw adds the rows that a call gives. Where lanes begin with several elements, a figure shows their number.
func (o DrawOptions) draw(f *draw.Figure, s spec.Spec, rows func(*network.Call) []network.FigureRow, begin *beginning) {
	everyLane := uint32(uint64(1)<<s.Warp() - 1)
	if s.Mask == spec.Full || s.Shape().Block() {
		o.Members = everyLane
	}
	call, label := o.call(s, begin)
	words := o
	words.Values = nil
	sets, whose := words.call(s, begin) // the lanes that made an element, in words
	if o.Values == nil {
		sets = nil
	}
	f.Width, f.Each = cmp.Or(s.Width, s.Warp()), each(s)
	if n := s.Lanes(); n > mostDrawn {
		f.Hidden = draw.Range{From: s.Warp(), To: (n - 1) / s.Warp() * s.Warp()}
	}
	if o.Members != everyLane && begin == nil {
		f.Title += fmt.Sprintf(", members %#08x", o.Members)
	}
	first := len(f.Rows)
	for i, r := range rows(call) {
		f.Rows = append(f.Rows, o.row(r, i == 0 || s.Mask == spec.Active, f.Each, label))
	}
	if sets != nil {
		for i, r := range rows(sets) {
			noteSets(f.Rows[first+i].Lanes, r, whose)
		}
	}
}

// label is what a lane holds, short and in words.
type label func(held uint64) (text, note string)

// call is the call that a figure shows: that of the options, else one in which the element of lane i is the set {i}
// and ops join sets. It is nil if sets do not describe what a lane holds.
func (o DrawOptions) call(s spec.Spec, begin *beginning) (*network.Call, label) {
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
	return &c, func(held uint64) (string, string) { return lanesHeld(s, all.sets[held], begin) }
}

// beginning is what lanes begin with in memory, where that is more than an element: so many of a unit.
type beginning struct {
	each []int
	unit string
}

// lanesHeld is the text of a set of lanes: the number of lanes, or of the units with which they began, or the one lane
// if the pattern only moves elements.
func lanesHeld(s spec.Spec, set threadSet, begin *beginning) (text, note string) {
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
	if begin == nil {
		return text, note
	}
	of := 0
	for i, has := range begin.each {
		if set.has(i) {
			of += has
		}
	}
	return fmt.Sprint(of), fmt.Sprintf("%s: %d %s", note, of, begin.unit)
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
