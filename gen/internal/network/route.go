package network

// Mode is the kind of a shuffle: one of the hardware's, or Rotate.
type Mode uint8

// The modes.
const (
	Own    Mode = iota // the lane itself
	Idx                // lane Dist of the segment
	Up                 // the lane Dist before
	Down               // the lane Dist after
	Xor                // the lane whose number differs by xor with Dist
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

// InRange is the set of lanes with a source in range.
func (r Route) InRange() Lanes {
	return LanesWhere(r.Lanes, func(i int) bool { _, ok := r.Source(i); return ok })
}
