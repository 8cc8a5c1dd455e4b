package ptx

import (
	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
)

// KnownName is the function of an emitted file that holds a user's operator.
func KnownName(s shflgen.Spec) string { return s.FileName() + "_op" }

// known is the operator of a spec as a function that calls of stay calls; nil for another op.
func known(s shflgen.Spec) *exec.Known {
	if s.Op != shflgen.User {
		return nil
	}
	return &exec.Known{
		Name:   KnownName(s),
		Leaves: []exec.KnownLeaf{{Bytes: s.Type.Bits() / 8, Signed: s.Type.Class() == shflgen.Signed}},
		Fns:    []*bv.Fn{algebra.Function(s)},
	}
}
