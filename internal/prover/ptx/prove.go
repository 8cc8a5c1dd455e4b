package ptx

import (
	"context"
	"errors"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/spec"
)

// Prove shows that the one kernel in src, PTX that is named file, computes spec: for every mask, every input and every
// lane that the contract names. The error is a refusal of the reader (*parse.Refusal), a fault of the execution
// (*exec.Fault), a *check.Counterexample, or *check.Undecided.
func Prove(s spec.Spec, file string, src []byte) (check.Proof, error) {
	f, err := Read(file, src)
	if err != nil {
		return check.Proof{}, err
	}
	return f.Prove(s, "")
}

// faultCalls is how many calls look for one that shows a fault which depends on the shape of a block.
const faultCalls = 4

// Prove is [Prove] of the kernel of that name, or of the only one for "".
func (f *File) Prove(of spec.Spec, kernel string) (check.Proof, error) {
	s, err := f.Subject(of, kernel, nil)
	if err != nil {
		return check.Proof{}, err
	}
	p, err := check.Prove(context.Background(), s, check.Search{})
	var fault *exec.Fault
	if errors.As(err, &fault) && fault.Shape {
		if c, other := check.Sampled(context.Background(), s, faultCalls); c != nil && other == nil {
			return p, c
		}
	}
	if err != nil {
		return p, err
	}
	return p, p.Err()
}

// Replay runs the kernel of that name on one input, on plain numbers: nil if it does what the spec says there.
func (f *File) Replay(of spec.Spec, kernel string, mask []uint32, in []uint64) error {
	s, err := f.Subject(of, kernel, nil)
	if err != nil {
		return err
	}
	c, err := check.Replay(context.Background(), s, mask, in)
	if c != nil {
		return c
	}
	return err
}
