// Package compare runs emitted CUDA on a GPU and compares every bit with the emitted Go (the
// twin). It proves the twin equal to the reference and runs it in the same process.
package compare

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// widths are the widths to compare.
var widths = []int{1, 2, 4, 7, 8, 16, 32}

// blocks are the block sizes to compare: full and partial last warps, and numbers of warps
// that are no power of two.
var blocks = []int{1, 17, 31, 32, 33, 45, 48, 64, 96, 128, 129, 159, 180, 192, 256, 512, 768, 1000, 1023, 1024}

// widthsOf are the widths that p accepts.
func widthsOf(p spec.Pattern) []int {
	return slices.DeleteFunc(slices.Clone(widths), func(w int) bool { return p.PowerOfTwo() && w&(w-1) != 0 })
}

// Specs are the functions to compare: of one pattern if only is not empty, of one mask mode if
// mask is not empty.
func Specs(only, mask string) []spec.Spec {
	var all []spec.Spec
	for _, p := range spec.Patterns() {
		if only != "" && p.String() != only || p.InMemory() {
			continue
		}
		for _, t := range spec.Types() {
			for _, m := range p.MaskModes() {
				if mask != "" && m.String() != mask || !p.On(t) {
					continue
				}
				base := spec.NewSpec(p)
				base.Type, base.Mask = t, m
				all = append(all, specsOf(base)...)
			}
		}
		for _, e := range composites() {
			for _, m := range p.MaskModes() {
				if mask != "" && m.String() != mask || !p.On(spec.Composite) {
					continue
				}
				base := spec.NewSpec(p)
				base.Type, base.Elem, base.Mask = spec.Composite, e, m
				all = append(all, specsOf(base)...)
			}
		}
	}
	for _, s := range all {
		if err := s.Validate(); err != nil {
			panic(fmt.Sprintf("compare: %q: %s", s.Args(), err))
		}
	}
	return all
}

// specsOf are the functions of a pattern, a type and a mask mode.
func specsOf(base spec.Spec) (all []spec.Spec) {
	p := base.Pattern
	switch {
	case p.Global():
		all = append(all, base)
		all = append(all, base.With("partial", true))
	case p.Block():
		all = append(all, blockSpecs(base)...)
	case p.IsMovement():
		all = append(all, movementSpecs(base)...)
	case p.Picks():
		all = append(all, pickSpecs(base)...)
	case p.Sorts():
		all = append(all, sortSpecs(base)...)
	case p.Batch():
		all = append(all, batchSpecs(base)...)
	case p.Counts() && p.Keyed():
		all = append(all, rankSpecs(base)...)
	case p.Counts():
		all = append(all, countSpecs(base)...)
	case p.Keyed():
		all = append(all, groupSpecs(base)...)
	case p.Reduces():
		for _, w := range widthsOf(p) {
			base.Width = w
			all = append(all, withOps(base)...)
		}
	default:
		for _, w := range widthsOf(p) {
			base.Width = w
			all = append(all, withDistances(base)...)
		}
	}
	return all
}

// withOps are s with every op; with both orders where the op is not associative.
func withOps(s spec.Spec) []spec.Spec {
	var all []spec.Spec
	for _, s.Op = range spec.Ops() {
		activeLane := s.Mask == spec.Active && s.Op.HasLane() && s.Pattern != spec.Reduce
		if !s.Op.On(s.Type) || !s.Pattern.Takes(s.Op) || activeLane {
			continue
		}
		s.Order = spec.Near
		all = append(all, s)
		if !s.Laws().Associative && s.Mask != spec.Active && !s.Pattern.NearOnly() {
			s.Order = spec.Far
			all = append(all, s)
		}
	}
	return all
}

// groupSpecs are s with a sum and a maximum at each width, with keys of 32 and 64 bits, for a
// few types: the Go of groups holds a network for every lane and compiles slowly.
func groupSpecs(s spec.Spec) []spec.Spec {
	if !slices.Contains([]spec.Type{spec.Int8, spec.Int32, spec.Uint64, spec.Float16, spec.Float32, spec.Float64},
		s.Type) {
		return nil
	}
	var all []spec.Spec
	for i, w := range widthsOf(s.Pattern) {
		s.Width, s.Params = w, spec.KeyedParams{Key: spec.KeyTypes()[i%2]}
		for _, s.Op = range []spec.Op{spec.Sum, spec.Max} {
			if s.Laws().Associative || w <= spec.WarpSize/2 { // the Go of wider ones compiles for minutes
				all = append(all, s)
			}
		}
	}
	return all
}

// sortSpecs are s at every width and at 12 lanes, each in one direction with one element a
// lane, and in the other with several.
func sortSpecs(s spec.Spec) []spec.Spec {
	var all []spec.Spec
	for i, w := range append([]int{12}, widthsOf(s.Pattern)...) {
		s.Width, s.N = w, 0
		values := []spec.Type{spec.Float32, spec.Int8, spec.Uint64, spec.Float16, spec.Bfloat16x2}
		value := spec.ScalarElement(values[(i+int(s.Type))%len(values)])
		add := func(p spec.SortParams) {
			s.Params = p
			all = append(all, s)
		}
		add(spec.SortParams{Descending: i%2 == 1})
		add(spec.SortParams{Descending: i%2 == 1, From: true})
		add(spec.SortParams{Descending: i%2 == 1, From: i%2 == 0, Value: value})
		s.N = []int{1, 2, 4, 8}[(i+int(s.Type))%4]
		for s.N > 1 && s.N*w > mostSorted {
			s.N /= 2
		}
		add(spec.SortParams{Descending: i%2 == 0})
		add(spec.SortParams{Descending: i%2 == 0, From: i%2 == 1, Value: value})
		add(spec.SortParams{Descending: i%2 == 0, From: true})
	}
	return all
}

// rankSpecs are s at every width and at 12 lanes, with keys of both sizes.
func rankSpecs(s spec.Spec) []spec.Spec {
	var all []spec.Spec
	for _, s.Width = range append([]int{12}, widthsOf(s.Pattern)...) {
		for _, key := range spec.KeyTypes() {
			all = append(all, s.With("key", key))
		}
	}
	return all
}

// countSpecs are s at every width and at 12 lanes, with one register and with several, through
// shared memory and by shuffles.
func countSpecs(s spec.Spec) []spec.Spec {
	var all []spec.Spec
	for i, w := range append([]int{12}, widthsOf(s.Pattern)...) {
		s.Width = w
		for j, n := range []int{0, 1 + i%3} {
			s.N = n
			memory := spec.AutoMemory
			if s.Elem == nil && w > 1 {
				memory = []spec.MemoryMode{spec.AutoMemory, spec.SharedMemory, spec.NoMemory}[(i+j)%3]
			}
			all = append(all, s.With("memory", memory))
		}
	}
	return all
}

// pickSpecs are s at every width and at 21 lanes, each with the first ranks alone and one
// element a lane, and with others and several registers.
func pickSpecs(s spec.Spec) []spec.Spec {
	var all []spec.Spec
	for i, w := range append([]int{21}, widthsOf(s.Pattern)...) {
		sort := spec.SortParams{K: min(w, 1+i%3), Descending: i%2 == 1}
		if s.Pattern.MayTakeMemory() && w > 1 && i%3 > 0 {
			sort.Memory = spec.SharedMemory
		}
		s.Width, s.N, s.Params = w, 0, sort
		all = append(all, s)
		s.N = []int{1, 2, 4, 8}[(i+int(s.Type))%4]
		sort.K, sort.Descending = min(w*s.N, []int{3, 8, 1, 5, 12}[(i+int(s.Type))%5]), i%2 == 0
		s.Params = sort
		all = append(all, s)
	}
	return all
}

// mostSorted is how many elements of a segment are sorted: more are proved in minutes.
const mostSorted = 64

// movementSpecs gives s, of a type of each size and kind, at every width two numbers of
// registers, a distance and sources.
func movementSpecs(s spec.Spec) []spec.Spec {
	if s.Elem == nil && !slices.Contains([]spec.Type{spec.Int8, spec.Uint16, spec.Int32, spec.Uint64, spec.Float16,
		spec.Float32, spec.Float64}, s.Type) {
		return nil
	}
	var all []spec.Spec
	registers := []int{1, 2, 3, 4, 5, 8, 16, 32, 6, 7}
	for i, w := range widths {
		if !slices.Contains(widthsOf(s.Pattern), w) {
			continue
		}
		s.Width = w
		for j := range 2 {
			var move spec.MoveParams
			if s.Pattern.Distance() == spec.ParamXor {
				move.Xor = (i + w/2) % w
			}
			s.N = registers[(2*i+j+int(s.Type))%len(registers)]
			if s.Pattern.TakesPair() {
				move.First, move.Second = i%s.N, (s.N-1+j)%s.N
			}
			move.Inverse = s.Pattern.TakesInverse() && j == 1
			if s.Pattern.MayTakeMemory() && s.Elem == nil && i%3 == 1 { // also at widths that do not take it by default
				move.Memory = spec.SharedMemory
			}
			if s.Pattern.TakesPerm() {
				s.N = min(s.N, 4)
				sources := make([]int, w*s.N)
				for l := range sources {
					sources[l] = (l*(5+2*j) + i) % len(sources) // for many lengths a permutation, else a gather
				}
				move.Perm = spec.PermOf(sources)
			}
			s.Params = move
			all = append(all, s)
		}
	}
	return all
}

// withDistances are s with the least, a middle and the greatest distance, and with those that
// the caller gives.
func withDistances(s spec.Spec) []spec.Spec {
	var all []spec.Spec
	distances := []int{0, s.Width / 2, s.Width - 1}
	switch s.Pattern {
	case spec.ShflXor:
		distances = append(distances, min(s.Width, 31), 31)
	case spec.Rotate:
		distances = append(distances, 1-s.Width)
	}
	slices.Sort(distances)
	for _, d := range slices.Compact(distances) {
		all = append(all, s.WithDistance(d))
	}
	return append(all, givenDistances(s)...)
}

// givenDistances are s with the distances that the caller gives, at widths that are powers
// of two and others.
func givenDistances(s spec.Spec) []spec.Spec {
	all := []spec.Spec{s.WithDistance(spec.AtRunTime)}
	if s.Pattern.Distance() == spec.ParamSrc {
		all = append(all, s.WithDistance(spec.PerLane))
	}
	return all
}

// blockSpecs are s with every op at two block sizes, and for four types with a sum and a
// maximum at all sizes; each without and with -all.
func blockSpecs(s spec.Spec) []spec.Spec {
	allSizes := slices.Contains([]spec.Type{spec.Int32, spec.Float16, spec.Float32, spec.Float64}, s.Type)
	var all []spec.Spec
	for _, b := range blocks {
		for _, op := range withOps(s.With("block", b)) {
			if b == 45 || b == 256 || allSizes && (op.Op == spec.Sum || op.Op == spec.Max) {
				all = append(all, op)
				op.Params = spec.BlockParams{Threads: b, All: s.Pattern.TakesAll(), Total: s.Pattern.TakesTotal()}
				all = append(all, op)
				if s.Pattern.MayBatch() && !op.HasLane() {
					op.N = 1 + b%5 // of 256 and 1024 threads 2 and 5
					all = append(all, op)
				}
			}
		}
	}
	return all
}
