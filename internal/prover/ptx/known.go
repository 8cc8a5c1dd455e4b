package ptx

import (
	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/spec"
)

// KnownName is the function of an emitted file that holds a user's operator, and KnownMap the one
// that holds a user's map.
func KnownName(s spec.Spec) string { return s.FileName() + "_op" }

// KnownMap is the function of an emitted file that holds a user's map.
func KnownMap(s spec.Spec) string { return s.FileName() + "_map" }

// KnownApplied is the function of an emitted file that holds what a user applies to rows.
func KnownApplied(s spec.Spec) string { return s.FileName() + "_apply" }

// known are the functions of users that a spec names, as functions that calls of stay calls.
func known(s spec.Spec) []*exec.Known {
	var all []*exec.Known
	if s.Op == spec.User {
		elem := spec.Operand{Type: s.Type, Elem: s.Elem}
		all = append(all, &exec.Known{Name: KnownName(s), Fns: algebra.Functions(s), Result: elem,
			Params: []spec.Operand{elem, elem}})
	}
	if s.Map.User() {
		all = append(all, knownMap(KnownMap(s), s.Map))
	}
	if f := s.Row().Fn; f != nil {
		all = append(all, knownMap(KnownApplied(s), f))
	}
	return all
}

func knownMap(name string, m *spec.Map) *exec.Known {
	return &exec.Known{Name: name, Fns: algebra.MapFunctions(m), Params: m.Params, Result: m.Result}
}
