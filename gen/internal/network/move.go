package network

import (
	"fmt"
	"iter"
)

// Move is a fixed movement: a table that says, for each lane, from which lane it reads.
// Every movement is one: those that hardware has a mode for come from [Route.Move],
// others from [Table] or [WithinSegments].
type Move struct {
	sources []int // of each lane, or none

	// written is the route that the move was made from, with Lanes 0 if it was none. It distinguishes two modes with
	// one table, such as xor and rotate of two lanes.
	written Route
}

// none is the source of a lane that reads nothing.
const none = -1

// Table is the move by which lane i reads lane sources[i]; a lane without a lane as its source reads nothing.
func Table(sources []int) Move {
	m := Move{sources: make([]int, len(sources))}
	for i, from := range sources {
		if from < 0 || from >= len(sources) {
			from = none
		}
		m.sources[i] = from
	}
	return m
}

// WithinSegments is the move by which the lane at a position of a segment reads the lane
// at position source(position) of its segment; it reads nothing where that is no position.
func WithinSegments(width, lanes int, source func(position int) int) Move {
	sources := make([]int, lanes)
	segments := Route{Mode: Own, Width: width, Lanes: lanes}
	for i := range sources {
		sources[i] = none
		if from := source(i - segments.Base(i)); segments.InSegment(i) && 0 <= from && from < width {
			sources[i] = segments.Base(i) + from
		}
	}
	return Table(sources)
}

// Itself is the move by which each lane reads itself.
func Itself(lanes int) Move { return Route{Mode: Own, Width: 1, Lanes: lanes}.Move() }

// Move is the table of r.
func (r Route) Move() Move {
	sources := make([]int, r.Lanes)
	for i := range sources {
		from, ok := r.Source(i)
		if !ok {
			from = none
		}
		sources[i] = from
	}
	return Move{sources, r}
}

// Lanes is the number of lanes.
func (m Move) Lanes() int { return len(m.sources) }

// Source is the lane that lane i reads, and whether there is one. If there is none the
// source is i itself.
func (m Move) Source(i int) (source int, ok bool) {
	if m.sources[i] == none {
		return i, false
	}
	return m.sources[i], true
}

// Reads are the lanes that have a source, with it.
func (m Move) Reads() iter.Seq2[int, int] {
	return func(yield func(lane, source int) bool) {
		for lane, source := range m.sources {
			if source != none && !yield(lane, source) {
				return
			}
		}
	}
}

// InRange is the set of lanes that have a source.
func (m Move) InRange() Lanes {
	return LanesWhere(m.Lanes(), func(i int) bool { return m.sources[i] != none })
}

// Route is a route that reads what m reads, wherever m has a source: the one that m was
// made from, else the first that agrees with the table. False if no route does.
func (m Move) Route() (Route, bool) {
	if m.written.Lanes > 0 {
		return m.written, true
	}
	wave := m.Lanes()
	for _, mode := range []Mode{Xor, Up, Down, Idx, Rotate} {
		for width := wave; width > 0; width-- {
			for dist := range wave {
				r := Route{Mode: mode, Dist: dist, Width: width, Lanes: m.Lanes()}
				if m.agrees(r) {
					return r, true
				}
			}
		}
	}
	return Route{}, false
}

// agrees reports whether r reads what m reads, wherever m has a source.
func (m Move) agrees(r Route) bool {
	for i, from := range m.Reads() {
		if source, ok := r.Source(i); !ok || source != from {
			return false
		}
	}
	return true
}

// String is the mode and its distance, or the table.
func (m Move) String() string {
	r, ok := m.Route()
	if !ok {
		return fmt.Sprintf("table %v", m.sources)
	}
	if r.Mode == Own {
		return "itself"
	}
	text := fmt.Sprintf("%s %d", modeNames[r.Mode], r.Dist)
	if r.Width < m.Lanes() {
		text += fmt.Sprintf(" in segments of %d", r.Width)
	}
	return text
}

var modeNames = [...]string{Own: "itself", Idx: "idx", Up: "up", Down: "down", Xor: "xor", Rotate: "rotate"}

// Mode is the kind of a shuffle: one of the hardware's, or Rotate.
type Mode uint8

// The modes.
const (
	Own    Mode = iota // the lane itself
	Idx                // lane Dist of the segment
	Up                 // the lane Dist before
	Down               // the lane Dist after
	Xor                // the lane with the own number xor Dist
	Rotate             // the lane Dist after, modulo the segment
)

// Route says from where each lane reads: a mode, a distance, and the segments
// it works in.
type Route struct {
	Mode  Mode
	Dist  int
	Width int // lanes in a segment
	Lanes int // lanes in all

	// Short keeps a last segment that is cut off by Lanes, as a block's last
	// warp is. Otherwise its lanes belong to no segment and read nothing.
	Short bool
}

// Base is the first lane of lane i's segment.
func (r Route) Base(i int) int { return i - i%r.Width }

// Last is the last lane of lane i's segment.
func (r Route) Last(i int) int { return min(r.Base(i)+r.Width, r.Lanes) - 1 }

// InSegment reports whether lane i belongs to a segment.
func (r Route) InSegment(i int) bool { return r.Short || r.Base(i)+r.Width <= r.Lanes }

// Segments is the set of lanes that belong to a segment.
func (r Route) Segments() Lanes { return LanesWhere(r.Lanes, r.InSegment) }

// Source is the lane that lane i reads, and whether that is in range. Out of
// range the source is i itself.
func (r Route) Source(i int) (source int, ok bool) {
	if !r.InSegment(i) {
		return i, false
	}
	base, last := r.Base(i), r.Last(i)
	source = i
	switch r.Mode {
	case Own:
	case Idx:
		source = base + r.Dist%r.Width
	case Up:
		source = i - r.Dist
	case Down:
		source = i + r.Dist
	case Xor:
		source = i ^ r.Dist
	case Rotate:
		source = base + ((i-base+r.Dist)%r.Width+r.Width)%r.Width
	default:
		panic("network: unexpected mode") // the set of modes is closed
	}
	ok = source <= last
	if r.Mode == Up {
		ok = source >= base
	}
	if !ok {
		source = i
	}
	return source, ok
}
