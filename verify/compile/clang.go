// Package compile turns emitted CUDA into PTX with a compiler that is not part
// of this project, so that what it made can be proved.
package compile

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/shflgen/shflgen"
)

//go:embed prelude.cuh
var prelude []byte

// Arches are the architectures that emitted code is compiled for.
var Arches = []string{"sm_70", "sm_80", "sm_90"}

// ErrHalf is returned for half types, which need headers of the CUDA toolkit
// that clang alone lacks.
var ErrHalf = errors.New("half types need cuda_fp16.h or cuda_bf16.h of the CUDA toolkit")

// Clang is a clang that compiles CUDA without the toolkit, from version 19 on.
type Clang struct {
	Path string
	Opt  string // -O0 to -O3; -O2 if empty
	// Lax lets warnings pass and tells of every error, for code that is wrong on
	// purpose.
	Lax bool
}

// FindClang finds clang-19, or the clang that $SHFLGEN_CLANG names.
func FindClang() (Clang, error) {
	name := os.Getenv("SHFLGEN_CLANG")
	if name == "" {
		name = "clang-19"
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return Clang{}, fmt.Errorf("%w; `make toolchain` installs it", err)
	}
	return Clang{Path: path}, nil
}

// PTX compiles CUDA source for an architecture such as sm_90, with every
// warning an error.
func (c Clang) PTX(src []byte, arch string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "shflgen")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	for name, text := range map[string][]byte{"prelude.cuh": prelude, "k.cu": src} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			return nil, err
		}
	}
	opt := c.Opt
	if opt == "" {
		opt = "-O2"
	}
	strict := []string{"-Wall", "-Wextra", "-Werror"}
	if c.Lax {
		strict = []string{"-w", "-ferror-limit=0"}
	}
	cmd := exec.Command(c.Path, append(strict, "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch="+arch,
		"-Xclang", "-target-feature", "-Xclang", "+ptx78", "-nocudainc", "-nocudalib", opt,
		"-include", "prelude.cuh", "-S", "k.cu", "-o", "k.ptx")...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s for %s: %w\n%s", filepath.Base(c.Path), arch, err, stderr.Bytes())
	}
	return os.ReadFile(filepath.Join(dir, "k.ptx"))
}

// One compiles one emitted file with its kernel, called k.
func (c Clang) One(s shflgen.Spec, src []byte, arch string) ([]byte, error) {
	if s.Type.Half() {
		return nil, ErrHalf
	}
	if err := fits(s, arch); err != nil {
		return nil, err
	}
	return c.PTX(append(bytes.Clone(src), Kernel(s, "k")...), arch)
}
