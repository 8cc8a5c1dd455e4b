package survey

import (
	"cmp"
	"slices"
	"sync"

	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// list are the candidates of a form in one launch, and what each of them wants of the first draw.
type list struct {
	specs []spec.Spec
	first []ref.Answer
}

// lists holds the list of each form but for its call, and number of threads.
var lists sync.Map

// listOf is the list of a form.
func listOf(f Form, threads int) list {
	f.Call, f.Of, f.Own, f.NamesMask, f.Guessed, f.Unread = "", "", false, false, false, ""
	key := struct {
		Form
		threads int
	}{f, threads}
	if all, ok := lists.Load(key); ok {
		return all.(list)
	}
	all := list{specs: candidates(f, threads)}
	if len(all.specs) > 0 {
		d := Draws(all.specs[0], f)[0]
		for _, s := range all.specs {
			answer, err := ref.Call(s, d.Mask, inputs(s, d.In))
			if err != nil {
				answer = ref.Answer{}
			}
			all.first = append(all.first, answer)
		}
	}
	kept, _ := lists.LoadOrStore(key, all)
	return kept.(list)
}

// candidates are the specs with functions that are called in such a form, of a warp, or of a block of some threads:
// every pattern, width, op and order. Those that say something of more lanes come first, and of these the wider ones.
func candidates(f Form, threads int) (all []spec.Spec) {
	for _, p := range spec.Patterns() {
		if p.Block() != (threads > 0) || p.InMemory() || p.Global() || p.TakesPerm() || p.TakesPair() ||
			p.HasPred() && f.Mask != spec.Full || f.Given && !p.Wraps() {
			continue
		}
		s := spec.NewSpec(p)
		s.Type, s.Mask = f.Type, f.Mask
		if p.Block() {
			s = s.With("block", threads)
		}
		if f.Given {
			s = s.WithDistance(spec.AtRunTime)
		}
		if p.Batch() || p.MayBatch() {
			s.N = f.N
		}
		list := []spec.Spec{s}
		for _, vary := range variations {
			var more []spec.Spec
			for _, s := range list {
				more = append(more, vary(s)...)
			}
			list = more
		}
		for _, s := range list {
			if f.takes(s) && s.Validate() == nil {
				all = append(all, s)
			}
		}
	}
	strength := map[spec.Spec]int{}
	for _, s := range all {
		strength[s] = Named(s)
	}
	slices.SortStableFunc(all, func(a, b spec.Spec) int {
		return cmp.Or(cmp.Compare(strength[b], strength[a]), cmp.Compare(b.Width, a.Width))
	})
	return all
}

// leastWidth is the least width of a candidate: segments of one lane move nothing.
const leastWidth = 2

// variations make, of a spec, those that differ from it in one flag.
var variations = []func(spec.Spec) []spec.Spec{
	func(s spec.Spec) []spec.Spec {
		if s.Width == 0 {
			return []spec.Spec{s}
		}
		return vary(s, numbers(leastWidth, spec.WarpSize), func(s *spec.Spec, w int) { s.Width = w })
	},
	func(s spec.Spec) []spec.Spec {
		if p := s.Pattern; !p.Reduces() {
			return []spec.Spec{s}
		}
		return slices.DeleteFunc(vary(s, spec.Ops(), func(s *spec.Spec, o spec.Op) { s.Op = o }), func(s spec.Spec) bool {
			return !s.Op.On(s.Type) || !s.Pattern.Takes(s.Op)
		})
	},
	func(s spec.Spec) []spec.Spec {
		if p := s.Pattern; s.Op != logicalOr && s.Op != logicalAnd || s.N > 0 || !p.Reduces() || !spec.Nonzero.On(s.Type) {
			return []spec.Spec{s}
		}
		return vary(s, []*spec.Map{nil, spec.KnownMap(spec.Nonzero)}, func(s *spec.Spec, m *spec.Map) { s.Map = m })
	},
	func(s spec.Spec) []spec.Spec {
		if p := s.Pattern; !p.Reduces() || s.Laws().Associative {
			return []spec.Spec{s}
		}
		return vary(s, spec.Orders(), func(s *spec.Spec, o spec.Order) { s.Order = o })
	},
	func(s spec.Spec) []spec.Spec {
		if !s.Pattern.TakesAll() {
			return []spec.Spec{s}
		}
		return vary(s, []bool{true, false}, func(s *spec.Spec, all bool) { *s = s.With("all", all) })
	},
	func(s spec.Spec) []spec.Spec {
		if !s.Pattern.Sorts() {
			return []spec.Spec{s}
		}
		return vary(s, []bool{false, true}, func(s *spec.Spec, d bool) { *s = s.With("descending", d) })
	},
	func(s spec.Spec) []spec.Spec {
		if !s.Pattern.Picks() {
			return []spec.Spec{s}
		}
		return vary(s, numbers(1, s.Width), func(s *spec.Spec, k int) { *s = s.With("k", k) })
	},
	func(s spec.Spec) []spec.Spec {
		width := s.Width
		if s.RunTime() {
			return []spec.Spec{s}
		}
		distances := numbers(1, width-1)
		switch s.Pattern.Distance() {
		case spec.NoParam:
			return []spec.Spec{s}
		case spec.ParamSrc:
			distances = numbers(0, width-1)
		case spec.ParamDelta:
			distances = append(distances, numbers(1-width, -1)...)
		}
		return vary(s, distances, func(s *spec.Spec, d int) { *s = s.WithDistance(d) })
	},
}

// The ops that are || and && on what the map nonzero makes. Without elements their identities are 0 and 1.
const (
	logicalOr  = spec.Or
	logicalAnd = spec.Prod
)

// vary is a spec with each of some values.
func vary[T any](s spec.Spec, values []T, set func(*spec.Spec, T)) (all []spec.Spec) {
	for _, v := range values {
		next := s
		set(&next, v)
		all = append(all, next)
	}
	return all
}

func numbers(from, to int) (all []int) {
	for n := from; n <= to; n++ {
		all = append(all, n)
	}
	return all
}

// takes reports whether a call of the form is one of the spec's functions. Whether a lane read a source is not asked:
// the call says it.
func (f Form) takes(s spec.Spec) bool {
	if s.Width == 0 && s.Block().Threads == 0 {
		return false
	}
	masked, element, index := f.Mask != spec.Full, false, false
	sh := s.Shape()
	for _, p := range slices.Concat(sh.In, sh.Out) {
		switch p.Role {
		case spec.MaskRole:
			masked = masked && sh.Masked()
		case spec.ElementRole, spec.InputARole:
			element = p.Type == f.Type && p.Array == (f.N > 0) && (!p.Array || p.Count == f.N)
			if !element {
				return false
			}
		case spec.IndexRole:
			index = true
		case spec.PredRole:
		default:
			if !f.Given || p.Role != f.Role {
				return false
			}
		}
	}
	return element && index == f.Index && sh.Masked() == masked && !sh.Memory
}

// inputs are those of a call by a spec: before the inputs of a map stands what elements hold.
func inputs(s spec.Spec, in []uint64) []uint64 {
	return append(make([]uint64, s.Shape().Inputs()-len(in)), in...)
}

// Named is how many elements the contract of a spec says something of.
func Named(s spec.Spec) (n int) {
	mask := make([]uint32, s.Shape().MaskWords())
	for w := range mask {
		mask[w] = ^uint32(0)
	}
	answer, err := ref.Call(s, mask, inputs(s, nil))
	if err != nil {
		return 0
	}
	for _, is := range answer.Named {
		if is {
			n++
		}
	}
	return n
}

// Base is a spec with functions that are called in this form, and whether there is one. It has no preds, if there is
// such a spec.
func Base(f Form, threads int) (spec.Spec, bool) {
	specs := listOf(f, threads).specs
	i := slices.IndexFunc(specs, func(s spec.Spec) bool { return !s.Shape().HasPred() && s.Map == nil })
	if i < 0 && len(specs) > 0 {
		i = 0
	}
	if i < 0 {
		return spec.Spec{}, false
	}
	return specs[i], true
}
