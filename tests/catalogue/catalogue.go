// Package catalogue lists the specs that the project's own checks run over.
package catalogue

import (
	"iter"
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// All is every spec that the project's own checks run over:
//
//   - each warp reduction and scan at each width, type, op, mask mode and order;
//   - each move at every distance for int32, and at three distances for the other types;
//   - block-reduce as an int32 and a float32 sum at 60 sizes, block scans likewise, each at half of them;
//   - block-reduce of several registers: see [blockRegisters];
//   - batch-reduce: see [batches];
//   - movements of registers: see [movements];
//   - compact and rank: see [compacts] and [ranks];
//   - argmin and argmax as reduce at each width and type, as other patterns at a few, of a
//     block at each size;
//   - absmax: see [magnitudes].
//
// Of mask mode active and of run-time distances it holds a selection.
func All() iter.Seq[spec.Spec] {
	return each(func(add func(...spec.Spec)) {
		for _, p := range spec.Patterns() {
			for _, t := range spec.Types() {
				add(specsOf(p, t)...)
			}
		}
		add(slices.Concat(laneSpecs(), blockWinners(), blockRegisters(), runTime(), magnitudes())...)
	})
}

// each hands out the specs that fill adds.
func each(fill func(add func(...spec.Spec))) iter.Seq[spec.Spec] { return slices.Values(listed(fill)) }

// listed are the specs that fill adds.
func listed(fill func(add func(...spec.Spec))) (all []spec.Spec) {
	fill(func(more ...spec.Spec) { all = append(all, more...) })
	return all
}

// magnitudes are the warp reductions and scans by absmax: of every type at four widths, in one of
// the mask modes member and full.
func magnitudes() (all []spec.Spec) {
	for _, p := range spec.Patterns() {
		if !p.Takes(spec.AbsMax) || p.Block() || p.Batch() || p.Keyed() || p.InMemory() {
			continue
		}
		for _, t := range spec.Types() {
			for _, s := range sizesOf(p, t) {
				s.Op = spec.AbsMax
				if s.Mask = spec.Member; len(all)%2 == 1 && slices.Contains(p.MaskModes(), spec.Full) {
					s.Mask = spec.Full
				}
				if s.Op.On(t) && slices.Contains([]int{1, 3, 8, spec.WarpSize}, s.Width) {
					all = append(all, s)
				}
			}
		}
	}
	return all
}

// laneSpecs is the part of the catalogue with argmin and argmax.
func laneSpecs() []spec.Spec {
	return listed(func(add func(...spec.Spec)) {
		n := 0
		for _, p := range spec.Patterns() {
			if !p.Takes(spec.ArgMin) || p.InMemory() || p.Block() {
				continue
			}
			for _, t := range spec.Types() {
				for _, s := range sizesOf(p, t) {
					for _, s.Op = range []spec.Op{spec.ArgMin, spec.ArgMax} {
						for _, s.Mask = range []spec.MaskMode{spec.Member, spec.Full} {
							n++
							whole := p == spec.Reduce && s.Mask == spec.Member
							if s.Op.On(t) && (whole || n%7 == 0) {
								add(s)
							}
						}
					}
				}
			}
		}
	})
}

// blockWinners are argmin and argmax of each block size, of one type each.
func blockWinners() (all []spec.Spec) {
	types := slices.DeleteFunc(spec.Types(), func(t spec.Type) bool { return !spec.ArgMin.On(t) })
	for i, b := range blockSizes() {
		s := spec.NewSpec(spec.BlockReduce)
		s.Type = types[i%len(types)]
		s.Params = spec.BlockParams{Threads: b, All: i%3 == 0}
		s.Op = []spec.Op{spec.ArgMin, spec.ArgMax}[i/2%2]
		s.Mask = []spec.MaskMode{spec.Member, spec.Full}[i/len(types)%2]
		all = append(all, s)
	}
	return all
}

// blockRegisters are reductions of 2, 3, 4 and 8 registers by blocks of whole warps: of pieces of each length, by one
// warp and by several, of one type and op each.
func blockRegisters() (all []spec.Spec) {
	types, ops := spec.Types(), []spec.Op{spec.Sum, spec.Max, spec.Min}
	for i, b := range []int{64, 96, 128, 256, 512, 1024} {
		for k, n := range []int{2, 3, 4, 8} {
			if b*n > 4096 {
				continue
			}
			s := spec.NewSpec(spec.BlockReduce)
			s.N, s.Type, s.Op = n, types[(5*i+k)%len(types)], ops[(i+k)%len(ops)]
			s.Params = spec.BlockParams{Threads: b, For: spec.Goals()[i%3], All: b == 96 && n == 4}
			s.Mask = []spec.MaskMode{spec.Full, spec.Member}[(i+k)%2]
			all = append(all, s)
		}
	}
	return all
}

// specsOf is the part of the catalogue of one pattern and type.
func specsOf(p spec.Pattern, t spec.Type) (all []spec.Spec) {
	switch {
	case p.InMemory(), p.Global(): // see [Rows] and [Grids]; structs are made of packages, see tests/composite
		return nil
	case p.IsMovement():
		return movements(p, t)
	case p.Batch():
		return batches(t)
	case p.Picks():
		return picks(p, t)
	case p.Sorts():
		return sorts(t)
	case p == spec.Compact:
		return compacts(t)
	case p == spec.Rank && t == spec.Int32: // it takes no other
		return ranks()
	case p == spec.Rank:
		return nil
	case p.Keyed():
		return keyedOf(t)
	}
	for _, size := range sizesOf(p, t) {
		for _, m := range p.MaskModes() {
			s := size
			s.Mask = m
			if !p.Reduces() {
				if m != spec.Active || movesInActive(s) {
					all = append(all, s)
				}
				continue
			}
			for _, o := range spec.Ops() {
				if !o.On(t) || p.Block() && o != spec.Sum || o.HasLane() || o == spec.AbsMax {
					continue
				}
				for _, order := range spec.Orders() {
					s.Op, s.Order = o, order
					if p.NearOnly() && order == spec.Far {
						continue
					}
					if m == spec.Active && !inActive(s) {
						continue
					}
					all = append(all, s)
				}
			}
		}
	}
	return all
}

// inActive reports whether the catalogue has a spec of mask mode active. A proof of these follows
// every set of members, so the catalogue has only narrow segments of all types, more widths of two
// types, and width 32 of four reductions and scans.
func inActive(s spec.Spec) bool {
	common := s.Type == spec.Int32 || s.Type == spec.Float32
	switch s.Width {
	case 1, 3, 8:
		return s.Order == spec.Near
	case 2, 5, 16:
		return s.Order == spec.Near && common
	case 17, 32:
		return s.Order == spec.Near && (s.Op == spec.Sum && (common || s.Type == spec.Float16) || s.Op == spec.Max &&
			s.Type == spec.Float64)
	}
	return false
}

// movesInActive reports whether the catalogue has a move of mask mode active: of five types
// at a few widths, at one distance in five.
func movesInActive(s spec.Spec) bool {
	switch s.Type {
	case spec.Int32, spec.Float64, spec.Int8, spec.Bfloat16x2, spec.Uint64:
	default:
		return false
	}
	switch s.Width {
	case 1, 3, 8, 12, 32:
		return s.Distance()%5 == 1 || s.Distance() == 0
	}
	return false
}

// sizesOf are the specs of a pattern and type at each size and distance.
func sizesOf(p spec.Pattern, t spec.Type) []spec.Spec {
	s := spec.NewSpec(p)
	s.Type = t
	var all []spec.Spec
	if p.Block() {
		if t != spec.Int32 && t != spec.Float32 {
			return nil
		}
		for i, b := range blockSizes() {
			if p.Scans() && (i%2 == 0) != (p == spec.BlockInclusiveScan) {
				continue // the other scan has it
			}
			block := spec.BlockParams{Threads: b, All: i%3 == 0 && p.TakesAll(), Total: i%4 > 1 && p.TakesTotal()}
			if p.HasGoal() {
				block.For = spec.Goals()[max(i%5, 2)-2]
			}
			s.Params = block
			if s.N = 0; p.MayBatch() && i%6 == 5 { // of registers
				s.N = []int{2, 4, 3, 8}[i/6%4]
			}
			all = append(all, s)
			if p.MayBatch() && b == spec.WarpSize { // one instruction for each register
				s.N = 3
				all = append(all, s)
			}
		}
		return all
	}
	for w := 1; w <= spec.WarpSize; w++ {
		if p.PowerOfTwo() && w&(w-1) != 0 {
			continue
		}
		s.Width = w
		if p.Distance() == spec.NoParam {
			all = append(all, s)
			continue
		}
		all = append(all, distancesOf(s)...)
	}
	return all
}

// distancesOf are the specs that differ from s in the distance: all of them for
// int32, else the least, one between and the greatest.
func distancesOf(s spec.Spec) []spec.Spec {
	least, greatest := 0, s.Width-1
	switch s.Pattern {
	case spec.ShflXor:
		greatest = spec.WarpSize - 1
	case spec.Rotate:
		least = 1 - s.Width
	}
	var all []spec.Spec
	for d := least; d <= greatest; d++ {
		if s.Type != spec.Int32 && d != least && d != greatest && d != (least+greatest+1)/2 {
			continue
		}
		all = append(all, s.WithDistance(d))
	}
	return all
}

// blockSizes are 60 sizes: edge sizes and a spread.
func blockSizes() []int {
	sizes := []int{1, 17, 31, 32, 33, 45, 48, 64, 96, 128, 129, 159, 180, 192, 256, 512, 1000, 1023, 1024}
	seen := map[int]bool{}
	for _, b := range sizes {
		seen[b] = true
	}
	for b := 2; len(sizes) < 60; b += 25 {
		if !seen[b] {
			sizes = append(sizes, b)
		}
	}
	return sizes
}
