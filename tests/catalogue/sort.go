package catalogue

import "github.com/shflgen/shflgen/spec"

// sortedSizes are widths and registers of sorts: of 32 elements and less.
var sortedSizes = []struct{ width, n int }{
	{32, 0}, {1, 0}, {2, 0}, {3, 1}, {16, 2}, {8, 0}, {5, 2}, {17, 0}, {4, 4}, {12, 0}, {1, 8}, {31, 0}, {8, 4}, {7, 4},
}

// sorts are the specs of a sort on a type: three sizes, whole warps of three types and 64
// elements of one, in every mask mode.
func sorts(t spec.Type) []spec.Spec {
	if !spec.Sort.On(t) {
		return nil
	}
	s := spec.NewSpec(spec.Sort)
	s.Type = t
	var all []spec.Spec
	var sort spec.SortParams
	add := func(width, n int, descending bool) {
		s.Width, s.N, sort.Descending = width, n, descending
		s.Params = sort
		for _, s.Mask = range spec.Sort.MaskModes() {
			all = append(all, s)
		}
	}
	for i, size := range sortedSizes {
		often := i == 0 && (t == spec.Int32 || t == spec.Uint64 || t == spec.Float32)
		if (i+2*int(t))%5 == 0 || often {
			add(size.width, size.n, (i+int(t))%2 == 1)
		}
	}
	if t == spec.Int32 {
		add(32, 2, true)
	}
	sort.From, sort.Stable = true, t == spec.Uint8
	add([]int{32, 7, 16, 5}[int(t)%4], 0, int(t)%2 == 1)
	values := []spec.Type{spec.Uint32, spec.Float64, spec.Bfloat16x2, spec.Int8, spec.Float32, spec.Int16}
	sort.Value = spec.ScalarElement(values[int(t)%len(values)])
	sort.From = int(t)%3 == 0
	add([]int{5, 32, 12, 8, 1}[int(t)%5], 0, int(t)%2 == 0)
	if size := int(t) % 4; size < 3 {
		sort.From = int(t)%2 == 0
		add([]int{3, 8, 1}[size], []int{2, 1, 4}[size], int(t)%3 == 0)
	}
	return all
}

// pickedSizes are widths, registers and ranks: of one segment and of several, of fewer ranks
// than a lane has registers and of more, and of so many that rounds do not pay.
var pickedSizes = []struct{ width, n, k int }{
	{32, 0, 4}, {1, 0, 1}, {32, 0, 12}, {5, 0, 3}, {8, 2, 1}, {16, 0, 8}, {21, 0, 2}, {4, 8, 3}, {32, 2, 2}, {7, 1, 7},
	{3, 4, 9},
}

// picks are the specs of a pattern that picks ranks, on a type: two sizes, and the first one
// of two types, in every mask mode.
func picks(p spec.Pattern, t spec.Type) []spec.Spec {
	if !p.On(t) {
		return nil
	}
	s := spec.NewSpec(p)
	s.Type = t
	var all []spec.Spec
	for i, size := range pickedSizes {
		often := i == 0 && (t == spec.Int32 || t == spec.Float32)
		if (i+3*int(t)+int(p))%6 != 0 && !often {
			continue
		}
		s.Width, s.N = size.width, size.n
		sort := spec.SortParams{K: size.k, Descending: (i+int(t))%2 == 1}
		if p.MayTakeMemory() && s.Width > 1 && (i+int(t))%3 == 0 {
			sort.Memory = spec.SharedMemory
		}
		s.Params = sort
		for _, s.Mask = range p.MaskModes() {
			all = append(all, s)
		}
	}
	return all
}
