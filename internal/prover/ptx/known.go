package ptx

import (
	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
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
	elem := spec.Operand{Type: s.Type, Elem: s.Elem}
	if s.Op == spec.User {
		all = append(all, knownOf(KnownName(s), algebra.Functions(s), []spec.Operand{elem, elem}, elem))
	}
	if s.Map.User() {
		all = append(all, knownOf(KnownMap(s), algebra.MapFunctions(s.Map), s.Map.Params, s.Map.Result))
	}
	if f := s.Row().Fn; f != nil {
		all = append(all, knownOf(KnownApplied(s), algebra.MapFunctions(f), f.Params, f.Result))
	}
	return all
}

func knownOf(name string, fns []*bv.Fn, params []spec.Operand, result spec.Operand) *exec.Known {
	k := &exec.Known{Name: name, Fns: fns, Result: knownLeaves(result), Scalar: result.Elem == nil ||
		result.Elem.IsNumber()}
	for _, p := range params {
		k.Params = append(k.Params, knownLeaves(p))
	}
	return k
}

func knownLeaves(o spec.Operand) []exec.KnownLeaf {
	var all []exec.KnownLeaf
	for _, l := range o.Leaves() {
		all = append(all, exec.KnownLeaf{Offset: l.Offset, Bytes: l.Type.Bits() / 8, Signed: l.Type.Class() == spec.Signed})
	}
	return all
}
