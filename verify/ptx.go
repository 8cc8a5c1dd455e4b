package verify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/verify/compile"
	"github.com/shflgen/shflgen/verify/ptx"
	"github.com/shflgen/shflgen/verify/ptx/exec"
	"github.com/shflgen/shflgen/verify/ref"
)

// Compile turns an emitted CUDA file into PTX with one kernel that calls its
// function (package ptx says with which parameters).
type Compile func(s shflgen.Spec, name string, src []byte) ([]byte, error)

// Clang is the Compile of clang for an architecture such as sm_80.
func Clang(arch string) (Compile, error) {
	clang, err := compile.FindClang()
	if err != nil {
		return nil, err
	}
	return func(s shflgen.Spec, _ string, src []byte) ([]byte, error) {
		return clang.One(s, src, arch)
	}, nil
}

// NVCC is the Compile of the CUDA toolkit's nvcc for an architecture such as
// sm_80.
func NVCC(arch string) (Compile, error) {
	nvcc, err := compile.FindNVCC()
	if err != nil {
		return nil, err
	}
	return func(s shflgen.Spec, _ string, src []byte) ([]byte, error) {
		return nvcc.One(s, src, arch)
	}, nil
}

// CUDA proves the function in an emitted .cu file against the spec in its
// header, by way of the PTX that toPTX makes of it. [Prove] proves the whole file.
func CUDA(name string, src []byte, toPTX Compile) (Result, error) {
	start := time.Now()
	s, err := headerOf(name, src)
	if err != nil {
		return Result{}, err
	}
	code, err := toPTX(s, name, src)
	if err != nil {
		return Result{}, fmt.Errorf("%s: %w", name, err)
	}
	r, err := PTX(s, name, code)
	r.Took = time.Since(start)
	return r, err
}

// headerOf is the spec in the first line of a file.
func headerOf(name string, src []byte) (shflgen.Spec, error) {
	first, _, _ := bytes.Cut(src, []byte("\n"))
	s, err := shflgen.ParseHeader(string(bytes.TrimSuffix(first, []byte("\r"))))
	if err != nil {
		return s, fmt.Errorf("%s:1: not a file of shflgen: %w; for a file of your own, want -spec 'FLAGS'", name, err)
	}
	return s, nil
}

// PTX proves the one kernel of a .ptx file against s. The error is a refusal of
// the reader or a fault of the execution; a kernel that ran but is wrong gives a
// Result that is not Proved.
func PTX(s shflgen.Spec, name string, src []byte) (Result, error) {
	start := time.Now()
	r := reportOn(name, s.FileName(), s)
	proof, err := ptx.Prove(s, name, src)
	if proof.Loose != "" {
		r.Notes = append(r.Notes, fmt.Sprintf(loose, proof.Loose))
	}
	r.Took = time.Since(start)
	err = r.settle(err)
	if c := r.Counterexample; c != nil && (c.Undefined || c.Fault != "") {
		var e *ptx.Counterexample
		errors.As(err, &e)
		return r, err // no value of the lane to show beside the expected one
	}
	if r.Verdict == Refuted {
		err = nil
	}
	return r, err
}

// settle makes the verdict of how a proof of PTX ended. What it gives back is no
// verdict: a refusal, a fault, or an error of the machine.
func (r *Report) settle(err error) error {
	var counterexample *ptx.Counterexample
	var undecided *ptx.Undecided
	switch {
	case err == nil:
		r.Verdict = Proved
	case errors.As(err, &undecided):
		r.Verdict, r.Differs = NotProved, fmt.Sprintf("lane %d: %s, but no input was found that shows it", undecided.Lane, undecided.What)
		if undecided.How != "" {
			r.Differs += "; " + undecided.How
		}
		return nil
	case errors.As(err, &counterexample):
		r.Verdict, r.Counterexample = Refuted, ofPTX(r.Spec, counterexample)
	}
	return err
}

// How many calls are replayed: before a proof, as the terms of what is wrong may be
// endless where a call shows it; and in search of one that shows a fault.
const (
	before  = 6
	replays = 48
)

// loose is the condition of a proof of float instructions without a rounding modifier.
const loose = "%s without .rn: if a caller makes v by a product, or adds to the result, the compiler may contract that into an fma; __fadd_rn and __fmul_rn forbid it"

// proveCode is the proof of the one kernel of some PTX, with every end a verdict. A
// function of a user's own may read thread numbers.
func proveCode(ctx context.Context, r *Report, code []byte, planned, own bool) error {
	if own && !r.Spec.Pattern.Block() {
		reads := false
		if code, reads = inOneWarp(code); reads {
			r.Notes = append(slices.Clone(r.Notes), oneWarp)
		}
	}
	file, err := ptx.Read(r.File, code)
	if err != nil {
		r.Verdict, r.Differs = Refused, err.Error()
		return nil
	}
	var fault *exec.Fault
	if err = replayed(ctx, file, r.Spec, before); err == nil {
		var proof ptx.Proof
		proof, err = file.ProveContext(ctx, r.Spec, "")
		if proof.Loose != "" {
			r.Notes = append(slices.Clone(r.Notes), fmt.Sprintf(loose, proof.Loose))
		}
		if errors.As(err, &fault) {
			if c := replayed(ctx, file, r.Spec, replays); c != nil {
				err = c
			}
		}
	}
	if err = r.settle(err); err == nil {
		return nil
	}
	if r.Verdict == Refuted {
		r.Counterexample.Planned = planned
		return nil
	}
	r.Verdict, r.Differs = NotProved, err.Error()
	if fault == nil {
		r.Verdict = Refused
	}
	return nil
}

// replayed looks for a call on numbers that is wrong or ends with a fault, among some;
// nil if there is none.
func replayed(ctx context.Context, file *ptx.File, s shflgen.Spec, calls int) error {
	rng := rand.New(rand.NewPCG(3, 4))
	for try := range calls {
		if ctx.Err() != nil {
			return nil
		}
		mask := sampleMask(rng, s, try)
		if mask == nil {
			mask = make([]uint32, s.MaskWords())
		}
		if err := file.Replay(s, "", mask, ref.Sample(rng, s, try)); err != nil {
			var c *ptx.Counterexample
			if errors.As(err, &c) {
				return c
			}
		}
	}
	return nil
}
