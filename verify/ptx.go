package verify

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/verify/compile"
	"github.com/shflgen/shflgen/verify/ptx"
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
// header, by way of the PTX that toPTX makes of it.
func CUDA(name string, src []byte, toPTX Compile) (Result, error) {
	start := time.Now()
	first, _, _ := bytes.Cut(src, []byte("\n"))
	s, err := shflgen.ParseHeader(string(bytes.TrimSuffix(first, []byte("\r"))))
	if err != nil {
		return Result{}, fmt.Errorf("%s:1: %w", name, err)
	}
	code, err := toPTX(s, name, src)
	if err != nil {
		return Result{}, fmt.Errorf("%s: %w", name, err)
	}
	r, err := PTX(s, name, code)
	r.Took = time.Since(start)
	return r, err
}

// PTX proves the one kernel of a .ptx file against s. The error is a refusal of
// the reader or a fault of the execution; a kernel that ran but is wrong gives a
// Result that is not Proved.
func PTX(s shflgen.Spec, name string, src []byte) (Result, error) {
	start := time.Now()
	r := Result{Func: s.FileName(), Spec: s, Masks: masksOf(s), Laws: lawsOf(s)}
	_, err := ptx.Prove(s, name, src)
	r.Took = time.Since(start)
	var counterexample *ptx.Counterexample
	var undecided *ptx.Undecided
	switch {
	case errors.As(err, &undecided):
		r.Verdict, r.Differs = NotProved, fmt.Sprintf("lane %d: %s", undecided.Lane, undecided.What)
		return r, nil
	case errors.As(err, &counterexample):
		if counterexample.Undefined || counterexample.Fault != "" {
			return r, err // no value of the lane to show beside the expected one
		}
		r.Verdict = Refuted
		r.Counterexample = &Counterexample{
			Spec: s, Mask: counterexample.Mask, Lane: counterexample.Lane, Register: counterexample.Register, Inputs: counterexample.In,
			Expected: counterexample.Expected, Got: counterexample.Got, Pred: counterexample.Pred, Index: counterexample.Index,
		}
		return r, nil
	}
	return r, err
}
