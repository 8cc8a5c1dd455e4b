package cuda

import (
	"github.com/shflgen/shflgen/gen/internal/network"
)

// source is the lane that a move reads, modulo the warp; of no matter where there is
// no source.
func (p *position) source(m network.Move) expr {
	r, ok := m.Route()
	if !ok {
		return p.tabled(m, false)
	}
	d := number(r.Dist)
	switch r.Mode {
	case network.Own:
		return p.lane()
	case network.Idx:
		if r.Width == warpSize {
			return d
		}
		return p.base().plus(d).and(lastLane)
	case network.Up:
		return p.lane().minus(d).and(lastLane)
	case network.Down:
		return p.lane().plus(d).and(lastLane)
	case network.Xor:
		return p.lane().xor(d)
	case network.Rotate:
		return p.rotated(r.Width, distance(r))
	}
	p.report("unexpected mode %d", r.Mode)
	return expr{}
}

// rotated is the lane d further in its segment of so many lanes.
func (p *position) rotated(width, d int) expr {
	further := p.lane().plus(number(d))
	switch {
	case width == warpSize:
		return further.and(lastLane)
	case powerOfTwo(width):
		return p.base().or(further.and(number(width - 1)).grouped())
	}
	back := p.lane().minus(number(width - d))
	return p.pos().less(number(width-d)).choose(further, back).and(lastLane)
}

// distance is that of a rotation, 0..width-1.
func distance(r network.Route) int { return ((r.Dist % r.Width) + r.Width) % r.Width }

// shuffle is the intrinsic that moves x, of no matter where there is no source. The
// hardware takes segments of a power of two; others are made by moves within the whole warp.
func (p *position) shuffle(m network.Move, threads, x expr) expr {
	r, ok := m.Route()
	if !ok {
		return p.fetch(threads, x, p.tabled(m, true))
	}
	hardware, d := powerOfTwo(r.Width) && r.Width < warpSize, literal(r.Dist)
	args := []expr{threads, x, d}
	if hardware {
		args = append(args, literal(r.Width))
	}
	switch r.Mode {
	case network.Up:
		return p.shfl("__shfl_up_sync", args...)
	case network.Down:
		return p.shfl("__shfl_down_sync", args...)
	case network.Xor:
		return p.shfl("__shfl_xor_sync", threads, x, d)
	case network.Idx:
		if hardware || r.Width == warpSize || p.block {
			return p.shfl("__shfl_sync", args...)
		}
	case network.Rotate:
		if hardware || r.Width == warpSize {
			args[2] = p.lane().plus(number(distance(r))).to("int")
			return p.shfl("__shfl_sync", args...)
		}
	default:
		p.report("unexpected mode %d of a shuffle", r.Mode)
	}
	return p.fetch(threads, x, p.source(m))
}

// shfl is a shuffle of an element.
func (p *position) shfl(intrinsic string, args ...expr) expr {
	if p.moves != nil {
		return p.moves(intrinsic, args)
	}
	return call(intrinsic, args...)
}

// fetch is the element x of a lane.
func (p *position) fetch(threads, x, lane expr) expr {
	return p.shfl("__shfl_sync", threads, x, lane.to("int"))
}

// fetch is a register of 32 bits of a lane.
func fetch(threads, x, lane expr) expr { return call("__shfl_sync", threads, x, lane.to("int")) }
