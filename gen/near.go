package gen

import (
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// near reports whether a lowering builds a spec that differs in at most one flag, and not in its pattern. Names that
// are no lowerings are choices within one, and near.
func (t target) near(name string, s spec.Spec) bool {
	i := slices.IndexFunc(t.lowerings, func(l lowering) bool { return l.name == name })
	return i < 0 || slices.ContainsFunc(oneFlagApart(s), func(o spec.Spec) bool {
		return o.Validate() == nil && t.lowerings[i].rejects(o) == ""
	})
}

// oneFlagApart are a spec and those with another value of one flag, valid or not.
func oneFlagApart(s spec.Spec) []spec.Spec {
	all := []spec.Spec{s}
	add := func(change func(o *spec.Spec)) {
		o := s
		change(&o)
		all = append(all, o)
	}
	for _, mode := range spec.MaskModes() {
		add(func(o *spec.Spec) { o.Mask = mode })
	}
	for _, order := range spec.Orders() {
		add(func(o *spec.Spec) { o.Order = order })
	}
	if s.Op != spec.User {
		for _, op := range spec.Ops() {
			add(func(o *spec.Spec) { o.Op = op })
		}
	}
	if s.Elem == nil {
		for _, typ := range spec.Types() {
			add(func(o *spec.Spec) { o.Type = typ })
		}
	}
	if s.Pattern.MayTakeMemory() {
		for _, memory := range spec.MemoryModes() {
			add(func(o *spec.Spec) { *o = o.With("memory", memory) })
		}
	}
	for _, n := range []int{0, 1, 2, 3, 4, 8, 16, 32, 64} {
		add(func(o *spec.Spec) { o.N = n })
	}
	if s.Block().Threads > 0 {
		for _, threads := range []int{32, 64, 96, 128, 256, 512, 1024} {
			add(func(o *spec.Spec) { *o = o.With("block", threads) })
		}
		return all
	}
	for width := 1; width <= s.Warp(); width++ {
		add(func(o *spec.Spec) { o.Width = width })
	}
	return all
}
