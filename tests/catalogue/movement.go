package catalogue

import (
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// movementRows is how many sizes of each movement the catalogue has, each of one type.
const movementRows = 28

// movements are the specs of a movement on a type: two of its rows in every mask mode.
func movements(p spec.Pattern, t spec.Type) []spec.Spec {
	var all []spec.Spec
	types := spec.Types()
	for i := range movementRows {
		if types[i%len(types)] != t {
			continue
		}
		s := movementRow(p, i)
		s.Type = t
		for _, s.Mask = range p.MaskModes() {
			all = append(all, s)
		}
	}
	return all
}

// movementRow is the i-th size of a movement.
func movementRow(p spec.Pattern, i int) spec.Spec {
	s := spec.NewSpec(p)
	s.N = cyclic(i*3+7, 1, 2, 3, 4, 5, 7, 8, 16, 33, 64)
	if p.PowerOfTwo() {
		s.Width = cyclic(i, 32, 2, 4, 8, 16, 1)
	} else {
		s.Width = cyclic(i, 32, 1, 4, 3, 32, 2, 5, 8, 31, 12, 16, 7, 6, 17)
	}
	move := spec.MoveParams{Inverse: p.TakesInverse() && i/2%2 == 1}
	if p.Distance() == spec.ParamXor {
		move.Xor = (i*5 + 1) % s.Width
	}
	if p.TakesPair() {
		move.First, move.Second = (i*7)%s.N, (i*3+s.N-1)%s.N
	}
	if p.MayTakeMemory() {
		move.Memory = []spec.MemoryMode{spec.AutoMemory, spec.SharedMemory, spec.AutoMemory, spec.SharedMemory,
			spec.NoMemory}[i%5]
	}
	if p.TakesPerm() {
		s.N = cyclic(i, 0, 1, 2, 0, 3)
		move.Perm = spec.PermOf(Sources(i, s.Width*s.Registers()))
	}
	s.Params = move
	return s
}

// Sources are n sources, of one of seven kinds: reversed, rotated, neighbours exchanged, all
// the same, interleaved, and any, as a permutation and as a gather.
func Sources(kind, n int) []int {
	sources := make([]int, n)
	for l := range sources {
		sources[l] = l
	}
	any := uint32(kind + 1)
	next := func(below int) int {
		any = any*1664525 + 1013904223 // Numerical Recipes, 7.1
		return int(any>>8) % below
	}
	switch kind % 7 {
	case 0:
		slices.Reverse(sources)
	case 1:
		for l := range sources {
			sources[l] = (l + n/3 + 1) % n
		}
	case 2:
		for l := range sources {
			sources[l] = min(l^1, n-1)
		}
	case 3:
		for l := n - 1; l > 0; l-- {
			other := next(l + 1)
			sources[l], sources[other] = sources[other], sources[l]
		}
	case 4:
		for l := range sources {
			sources[l] = l/2 + l%2*(n/2)
		}
	case 5:
		for l := range sources {
			sources[l] = next(n)
		}
	case 6:
		for l := range sources {
			sources[l] = n / 2
		}
	}
	return sources
}

// cyclic is entry i of a list that begins again at its end.
func cyclic(i int, list ...int) int { return list[i%len(list)] }
