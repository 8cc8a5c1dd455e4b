package kernels

import (
	"bytes"
	"context"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/verify"
)

// Compile makes PTX of an emitted CUDA file, with one kernel that calls its function.
type Compile func(s spec.Spec, src []byte) ([]byte, error)

// Clang is the Compile of clang for an architecture such as sm_80.
func Clang(arch string) (Compile, error) {
	clang, err := compile.FindClang()
	if err != nil {
		return nil, err
	}
	return func(s spec.Spec, src []byte) ([]byte, error) { return clang.One(s, src, arch) }, nil
}

// NVCC is the Compile of the CUDA toolkit's nvcc for an architecture such as sm_80.
func NVCC(arch string) (Compile, error) {
	nvcc, err := compile.FindNVCC()
	if err != nil {
		return nil, err
	}
	return func(s spec.Spec, src []byte) ([]byte, error) { return nvcc.One(s, src, arch) }, nil
}

// ClangOrNVCC is the Compile of clang, and for the half types of nvcc, which has their headers: without nvcc these are
// [compile.ErrHalf].
func ClangOrNVCC(arch string) (Compile, error) {
	clang, err := Clang(arch)
	if err != nil {
		return nil, err
	}
	halves, err := NVCC(arch)
	if err != nil {
		halves = clang
	}
	return func(s spec.Spec, src []byte) ([]byte, error) {
		if s.Shape().Halves() {
			return halves(s, src)
		}
		return clang(s, src)
	}, nil
}

// Prove proves one build of an emitted CUDA file against its header. Unlike [verify.Prove]
// it does not look at the file's text.
func Prove(ctx context.Context, path string, src []byte, toPTX Compile) (verify.Report, error) {
	first, _, _ := bytes.Cut(src, []byte("\n"))
	s, err := spec.ParseHeader(string(first))
	if err != nil {
		return verify.Report{}, err
	}
	code, err := toPTX(s, src)
	if err != nil {
		return verify.Report{}, err
	}
	return verify.Prove(ctx, verify.Subject{Path: path + ".ptx", Src: code},
		verify.Options{Spec: &s, Dimensions: 3, Calls: verify.Again})
}
