package gen

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
)

// sample are specs of the catalogue, with every pattern in every mask mode that it has.
func sample(t *testing.T) []spec.Spec {
	t.Helper()
	var specs []spec.Spec
	for _, op := range []spec.Op{spec.ArgMin, spec.ArgMax} {
		for _, width := range []int{1, 7, 16, 32} {
			s := spec.NewSpec(spec.Reduce)
			s.Width, s.Op, s.Mask = width, op, spec.Active
			specs = append(specs, s)
		}
	}
	for width := 3; width < 16; width++ { // their pieces are short in all ways
		s := spec.NewSpec(spec.Reduce)
		s.Width, s.Type = width, spec.Float32
		specs = append(specs, s)
	}
	for s := range catalogue.RunTime() {
		if s.Type == spec.Int32 && (s.Width == 5 || s.Width == spec.WarpSize) {
			specs = append(specs, s)
		}
	}
	i := 0
	for s := range catalogue.All() {
		if i++; i%89 == 0 || s.Pattern.IsMovement() && i%5 == 0 || s.Pattern.Sorts() || s.Pattern.Counts() {
			specs = append(specs, s)
		}
	}
	for i, block := range []int{1, 2, 31, 32, 33, 64, 77, 100, 128, 200, 256, 300} {
		s := spec.NewSpec([]spec.Pattern{spec.BlockInclusiveScan, spec.BlockExclusiveScan}[i%2])
		s.Type = spec.Float32
		s.Params = spec.BlockParams{Threads: block}
		specs = append(specs, s)
		s.Mask, s.Type = spec.Full, spec.Int32
		specs = append(specs, s)
	}
	for i, block := range []int{33, 64, 70, 96, 128, 180, 250, 512, 513, 1000, 1024, 40, 544, 608, 1024, 64, 45, 128, 160,
		72, 512, 256} {
		s := spec.NewSpec(spec.BlockReduce)
		s.Type = spec.Float32
		s.Params = spec.BlockParams{Threads: block, For: spec.Goals()[i%3], All: i%4 == 3}
		specs = append(specs, s)
		s.Op = spec.Max
		specs = append(specs, s)
		s.Mask, s.Type, s.Op = spec.Full, spec.Int32, spec.Sum
		specs = append(specs, s)
	}
	for _, block := range []int{288, 544, 640, 777, 1024} { // several warps rake, pieces of any length
		s := spec.NewSpec(spec.BlockReduce)
		s.Type = spec.Float64
		s.Params = spec.BlockParams{Threads: block}
		specs = append(specs, s)
		s.Type, s.Op = spec.Int32, spec.Prod
		specs = append(specs, s)
		s.Type = spec.Int64
		specs = append(specs, s)
	}
	for i, block := range []int{64, 96, 128, 256, 512} { // the first warp rakes winners
		s := spec.NewSpec(spec.BlockReduce)
		s.Mask = spec.Full
		s.Params = spec.BlockParams{Threads: block}
		s.Type = []spec.Type{spec.Int32, spec.Float32, spec.Uint32}[i%3]
		s.Op = []spec.Op{spec.ArgMin, spec.ArgMax}[i%2]
		specs = append(specs, s)
	}
	covered := map[string]bool{}
	for _, s := range specs {
		covered[fmt.Sprint(s.Pattern, s.Mask, s.HasLane())] = true
	}
	for _, p := range spec.Patterns() {
		for _, m := range p.MaskModes() {
			// its network has no steps; that of its threads is a block's, or that of its words a transpose's
			if p.InMemory() || p.Global() {
				continue
			}
			if !covered[fmt.Sprint(p, m, false)] {
				t.Errorf("no sample of %s with mask mode %s", p, m)
			}
			if p == spec.Reduce && !covered[fmt.Sprint(p, m, true)] {
				t.Errorf("no sample of argmin or argmax with mask mode %s", m)
			}
		}
	}
	return specs
}

// mix is a commutative function without other laws, but for its identity 0.
func mix(_ *network.Fn, a, b uint64) uint64 {
	if a == 0 || b == 0 {
		return a | b
	}
	lo, hi := min(a, b), max(a, b)
	x := (lo*0x9e3779b97f4a7c15 ^ hi) * 0xbf58476d1ce4e5b9
	return x ^ x>>29 | 1
}

// callOf is a call of s with random elements, keys and members, and an op that has the
// laws of the spec's and no other: networks that differ in what no law allows differ in
// what they compute.
func callOf(s spec.Spec, rng *rand.Rand) network.Call {
	lanes, some := s.Lanes(), rng.IntN(5)
	const code = 0x9e3779b97f4a7c15
	c := network.Call{Apply: mix, Encode: func(x uint64) uint64 { return x + code },
		Decode: func(x uint64) uint64 { return x - code }}
	element := rng.Uint64
	switch l := s.Laws(); {
	case s.Pattern.Sorts():
		c.Identity = map[spec.Op]uint64{spec.Min: ^uint64(0), spec.Max: 0}[s.Best()]
		c.Apply = func(f *network.Fn, a, b uint64) uint64 {
			if f.Op == spec.Min {
				return min(a, b)
			}
			return max(a, b)
		}
		element = func() uint64 { return rng.Uint64N(6) } // ties
	case s.HasLane():
		c.Apply = func(_ *network.Fn, a, b uint64) uint64 { return max(a, b) }
		element = func() uint64 { return 1 + rng.Uint64N(6) } // ties
	case l.Associative && l.Idempotent:
		c.Apply = func(_ *network.Fn, a, b uint64) uint64 { return a | b }
		element = func() uint64 { return 1 << rng.Uint64N(64) }
	case s.Op == spec.Xor: // which undoes itself
		c.Apply = func(_ *network.Fn, a, b uint64) uint64 { return a ^ b }
	case l.Associative:
		c.Apply = func(f *network.Fn, a, b uint64) uint64 {
			if f.Undoes {
				return a - b
			}
			return a + b
		}
	}
	for range s.Registers() {
		register, values := make([]uint64, lanes), make([]uint64, lanes)
		for i := range register {
			register[i], values[i] = element(), rng.Uint64()
		}
		c.Elements = append(c.Elements, register)
		if s.Sort().Value != nil {
			c.Values = append(c.Values, values)
		}
	}
	for range s.Shape().Operands() {
		c.Distances = append(c.Distances, rng.Int64N(80)-40)
	}
	for range lanes {
		c.Members = append(c.Members, s.Mask == spec.Full || rng.IntN(4) < some)
		if s.Pattern.Keyed() {
			c.Keys = append(c.Keys, rng.Uint64N(3))
		}
	}
	return c
}

// contract is the outcome where the contract says what it is, of the outputs of a network.
func contract(n *network.Network, c network.Call, out network.Outcome) []string {
	s := n.Spec
	var lines []string
	for _, o := range n.Outs {
		for lane := range s.Lanes() {
			lowest := true
			for i := lane - lane%max(s.Width, 1); i < lane; i++ {
				lowest = lowest && !c.Members[i]
			}
			switch {
			case !o.Lanes.Has(lane), s.Mask == spec.Active && !c.Members[lane]:
				continue
			case s.Mask == spec.Active && s.Pattern == spec.DownReduce && !lowest:
				continue // unspecified
			}
			line := fmt.Sprintf("%s %d of lane %d: ", o.Role.Name(), o.Register, lane)
			switch {
			case o.Role == spec.ElementRole:
				line += fmt.Sprintf("%#x", out.Elements[o.Register][lane])
			case o.Role.Number():
				line += fmt.Sprint(out.Numbers[o.Role][o.Register][lane])
			case o.Role == spec.ValueRole:
				line += fmt.Sprintf("%#x", out.Values[o.Register][lane])
			case o.Role == spec.PredRole:
				line += fmt.Sprint(out.Pred[lane])
			}
			lines = append(lines, line)
		}
	}
	return lines
}
