package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/network"
)

// position is where a thread finds its place: the expressions of its number and
// of its place in its segment. A name that was asked for gets defined.
type position struct {
	width int // lanes in a segment
	count int // lanes, or threads, in all
	block bool

	usesLane, usesPos, usesBase bool
}

func powerOfTwo(n int) bool { return n&(n-1) == 0 }

func (p *position) lane() string { p.usesLane = true; return "lane" }

// pos is the lane's place in its segment.
func (p *position) pos() string {
	if p.width == shflgen.WarpSize || p.block {
		return p.lane()
	}
	p.usesPos = true
	return "pos"
}

// base is the first lane of the segment.
func (p *position) base() string {
	if p.width == shflgen.WarpSize {
		return "0u"
	}
	p.usesBase = true
	return "base"
}

// lines define the names that were used.
func (p *position) lines() []string {
	var lines []string
	if p.usesPos || p.usesBase {
		p.usesLane = true
	}
	if p.usesLane {
		lines = append(lines, "unsigned lane;", `asm("mov.u32 %0, %%laneid;" : "=r"(lane));`)
	}
	if p.usesPos || p.usesBase {
		pos := fmt.Sprintf("lane %% %du", p.width)
		if powerOfTwo(p.width) {
			pos = fmt.Sprintf("lane & %du", p.width-1)
		}
		if p.usesPos || !powerOfTwo(p.width) {
			lines = append(lines, fmt.Sprintf("unsigned pos = %s;", pos))
		}
	}
	if p.usesBase {
		base := "lane - pos"
		if powerOfTwo(p.width) {
			base = fmt.Sprintf("lane & ~%du", p.width-1)
		}
		lines = append(lines, fmt.Sprintf("unsigned base = %s;", base))
	}
	return lines
}

// inLanes is a condition that agrees with set in every lane of where: the
// comparison that says it of every segment if there is one, else one that is
// enough for where, else a bit of a constant. It is empty if it always holds.
func (p *position) inLanes(set, where network.Lanes) string {
	segments := network.LanesWhere(where.Len(), func(i int) bool {
		return where.Has(i) || i/p.width*p.width+p.width <= p.count
	})
	if agree(set, where, func(int) bool { return true }) {
		return ""
	}
	for _, care := range []network.Lanes{segments, where} {
		if c, ok := p.comparison(set, care); ok {
			return c
		}
	}
	bits := uint32(0)
	for i := range set.Len() {
		if set.Has(i) {
			bits |= 1 << i
		}
	}
	return fmt.Sprintf("((0x%08xu >> %s & 1u) != 0u)", bits, p.lane())
}

// comparison is a comparison that agrees with set in the lanes of care.
func (p *position) comparison(set, care network.Lanes) (string, bool) {
	for k := 1; k < p.width; k++ {
		switch {
		case agree(set, care, func(i int) bool { return i%p.width >= k }):
			return fmt.Sprintf("(%s >= %du)", p.pos(), k), true
		case agree(set, care, func(i int) bool { return i%p.width < k }):
			return fmt.Sprintf("(%s < %du)", p.pos(), k), true
		}
	}
	for k := 1; k < shflgen.WarpSize; k++ {
		if powerOfTwo(k) && agree(set, care, func(i int) bool { return i&k != 0 }) {
			return fmt.Sprintf("((%s & %du) != 0u)", p.lane(), k), true
		}
		if powerOfTwo(k) && agree(set, care, func(i int) bool { return i%p.width&k != 0 }) {
			return fmt.Sprintf("((%s & %du) != 0u)", p.pos(), k), true
		}
		if agree(set, care, func(i int) bool { return i < k }) {
			return fmt.Sprintf("(%s < %du)", p.lane(), k), true
		}
	}
	return "", false
}

// agree reports whether holds says of every lane of care if it is in set.
func agree(set, care network.Lanes, holds func(i int) bool) bool {
	for i := range care.Len() {
		if care.Has(i) && set.Has(i) != holds(i) {
			return false
		}
	}
	return true
}

// source is the lane that a move reads, modulo the warp; of no matter where there is
// no source.
func (p *position) source(m network.Move) (string, error) {
	r, ok := m.Route()
	if !ok {
		return p.index(m), nil
	}
	switch r.Mode {
	case network.Own:
		return p.lane(), nil
	case network.Idx:
		if r.Width == shflgen.WarpSize {
			return fmt.Sprintf("%du", r.Dist), nil
		}
		return fmt.Sprintf("(%s + %du & 31u)", p.base(), r.Dist), nil
	case network.Up:
		return fmt.Sprintf("(%s - %du & 31u)", p.lane(), r.Dist), nil
	case network.Down:
		return fmt.Sprintf("(%s + %du & 31u)", p.lane(), r.Dist), nil
	case network.Xor:
		return fmt.Sprintf("(%s ^ %du)", p.lane(), r.Dist), nil
	case network.Rotate:
		d := turn(r)
		switch {
		case r.Width == shflgen.WarpSize:
			return fmt.Sprintf("(%s + %du & 31u)", p.lane(), d), nil
		case powerOfTwo(r.Width):
			return fmt.Sprintf("(%s | (%s + %du & %du))", p.base(), p.lane(), d, r.Width-1), nil
		}
		return fmt.Sprintf("((%s < %du ? %s + %du : %s - %du) & 31u)", p.pos(), r.Width-d, p.lane(), d, p.lane(), r.Width-d), nil
	}
	return "", fmt.Errorf("cuda: unexpected mode %d", r.Mode)
}

// turn is the distance of a rotation, 0..width-1.
func turn(r network.Route) int { return ((r.Dist % r.Width) + r.Width) % r.Width }

// shuffle is the intrinsic that moves x, of no matter where there is no source. The hardware takes segments of a power of two; others are made
// by moves within the whole warp.
func (p *position) shuffle(m network.Move, threads, x string) (string, error) {
	r, ok := m.Route()
	if !ok {
		return fmt.Sprintf("__shfl_sync(%s, %s, (int)%s)", threads, x, p.index(m)), nil
	}
	hardware := powerOfTwo(r.Width) && r.Width < shflgen.WarpSize
	segment := ""
	if hardware {
		segment = fmt.Sprintf(", %d", r.Width)
	}
	switch r.Mode {
	case network.Up:
		return fmt.Sprintf("__shfl_up_sync(%s, %s, %d%s)", threads, x, r.Dist, segment), nil
	case network.Down:
		return fmt.Sprintf("__shfl_down_sync(%s, %s, %d%s)", threads, x, r.Dist, segment), nil
	case network.Xor:
		return fmt.Sprintf("__shfl_xor_sync(%s, %s, %d)", threads, x, r.Dist), nil
	case network.Idx:
		if hardware || r.Width == shflgen.WarpSize || p.block {
			return fmt.Sprintf("__shfl_sync(%s, %s, %d%s)", threads, x, r.Dist, segment), nil
		}
	case network.Rotate:
		if hardware || r.Width == shflgen.WarpSize {
			return fmt.Sprintf("__shfl_sync(%s, %s, (int)(%s + %du)%s)", threads, x, p.lane(), turn(r), segment), nil
		}
	default:
		return "", fmt.Errorf("cuda: unexpected mode %d of a shuffle", r.Mode)
	}
	source, err := p.source(m)
	return fmt.Sprintf("__shfl_sync(%s, %s, (int)%s)", threads, x, source), err
}
