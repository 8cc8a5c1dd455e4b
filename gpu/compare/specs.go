// Package compare runs emitted CUDA on a GPU and holds every bit against its
// emitted Go, which is proved equal to the reference and run in the same go.
package compare

import (
	"slices"

	"github.com/shflgen/shflgen"
)

// widths are the segments that are tried.
var widths = []int{1, 2, 4, 7, 8, 16, 32}

// blocks are the block sizes that are tried: whole and short last warps, and
// numbers of warps that are no power of two.
var blocks = []int{1, 17, 31, 32, 33, 45, 48, 129, 159, 180, 192, 256, 1000, 1023, 1024}

// Specs are all that is compared, of one pattern if only names it, and of one mask
// mode if mask does.
func Specs(only, mask string) []shflgen.Spec {
	var all []shflgen.Spec
	for _, p := range shflgen.Patterns() {
		if only != "" && p.String() != only {
			continue
		}
		for _, t := range shflgen.Types() {
			for _, m := range p.MaskModes() {
				if mask != "" && m.String() != mask {
					continue
				}
				base := shflgen.NewSpec(p)
				base.Type, base.Mask = t, m
				switch {
				case p.Block():
					all = append(all, blockSpecs(base)...)
				case p.Batch():
					all = append(all, batchSpecs(base)...)
				case p.Keyed():
					all = append(all, keyedSpecs(base)...)
				case p.Reduces():
					for _, w := range widths {
						base.Width = w
						all = append(all, withOps(base)...)
					}
				default:
					for _, w := range widths {
						base.Width = w
						all = append(all, withDistances(base)...)
					}
				}
			}
		}
	}
	return slices.DeleteFunc(all, func(s shflgen.Spec) bool { return s.Validate() != nil })
}

// withOps gives s every op, and both orders where the order shows.
func withOps(s shflgen.Spec) []shflgen.Spec {
	var all []shflgen.Spec
	for _, s.Op = range shflgen.Ops() {
		if !s.Op.On(s.Type) {
			continue
		}
		s.Order = shflgen.Near
		all = append(all, s)
		if !s.Laws().Associative {
			s.Order = shflgen.Far
			all = append(all, s)
		}
	}
	return all
}

// keyedSpecs gives s, of some types, a sum and a maximum by keys of either size: their
// Go takes a network a lane.
func keyedSpecs(s shflgen.Spec) []shflgen.Spec {
	if !slices.Contains([]shflgen.Type{shflgen.Int8, shflgen.Int32, shflgen.Uint64, shflgen.Float16, shflgen.Float32, shflgen.Float64}, s.Type) {
		return nil
	}
	var all []shflgen.Spec
	for i, w := range widths {
		s.Width, s.Key = w, shflgen.KeyTypes()[i%2]
		for _, s.Op = range []shflgen.Op{shflgen.Sum, shflgen.Max} {
			if s.Laws().Associative || w <= shflgen.WarpSize/2 { // wider ones take a Go compiler minutes
				all = append(all, s)
			}
		}
	}
	return all
}

// withDistances gives s the least, a middle and the greatest distance.
func withDistances(s shflgen.Spec) []shflgen.Spec {
	var all []shflgen.Spec
	try := []int{0, s.Width / 2, s.Width - 1}
	switch s.Pattern {
	case shflgen.ShflXor:
		try = append(try, s.Width, 31)
	case shflgen.Rotate:
		try = append(try, 1-s.Width)
	}
	slices.Sort(try)
	for _, d := range slices.Compact(try) {
		switch s.Pattern.Distance() {
		case shflgen.ParamSrc:
			s.Src = d
		case shflgen.ParamDelta:
			s.Delta = d
		case shflgen.ParamXor:
			s.Xor = d
		}
		all = append(all, s)
	}
	return all
}

// blockSpecs gives s every op at two sizes, and a sum and a maximum of four
// types at all sizes, with the result in one thread and in all.
func blockSpecs(s shflgen.Spec) []shflgen.Spec {
	whole := slices.Contains([]shflgen.Type{shflgen.Int32, shflgen.Float16, shflgen.Float32, shflgen.Float64}, s.Type)
	var all []shflgen.Spec
	for _, s.Block = range blocks {
		for _, op := range withOps(s) {
			if s.Block == 45 || s.Block == 256 || whole && (op.Op == shflgen.Sum || op.Op == shflgen.Max) {
				all = append(all, op)
				op.All = true
				all = append(all, op)
			}
		}
	}
	return all
}
