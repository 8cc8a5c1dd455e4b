package ptx

import (
	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
)

// KnownName is the function of an emitted file that holds a user's operator.
func KnownName(s shflgen.Spec) string { return s.FileName() + "_op" }

// known is the operator of a spec as a function that calls of stay calls; nil for another op.
func known(s shflgen.Spec) *exec.Known {
	if s.Op != shflgen.User {
		return nil
	}
	k := &exec.Known{Name: KnownName(s), Fns: algebra.Functions(s), Scalar: s.Elem == nil || s.Elem.IsNumber()}
	for _, l := range s.Shape().Slot() {
		k.Leaves = append(k.Leaves, exec.KnownLeaf{Offset: l.Offset, Bytes: l.Type.Bits() / 8, Signed: l.Type.Class() == shflgen.Signed})
	}
	return k
}
