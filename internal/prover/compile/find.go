//go:build !js

package compile

import (
	"fmt"
	"os"
	"os/exec"
)

// Missing is the error of a compiler that is not on this machine.
type Missing struct {
	Compiler string // clang or nvcc
	Err      error  // of the first place that was looked at
}

// Error names the compiler and where it was looked for.
func (m Missing) Error() string { return fmt.Sprintf("no %s: %v", m.Compiler, m.Err) }

// Unwrap is the error of the first place.
func (m Missing) Unwrap() error { return m.Err }

// find is the first program there is: the one that an environment variable names, or else of some
// names.
func find(compiler, named string, names ...string) (string, error) {
	if named != "" {
		names = []string{named}
	}
	var first error
	for _, name := range names {
		path, err := exec.LookPath(name)
		if err == nil {
			return path, nil
		}
		if first == nil {
			first = err
		}
	}
	return "", Missing{compiler, first}
}

// FindClang finds the clang that $SHFLGEN_CLANG names, or clang-19 of $PATH, or that of Homebrew, which
// puts no version of LLVM on $PATH.
func FindClang() (Clang, error) {
	path, err := find("clang", os.Getenv("SHFLGEN_CLANG"),
		"clang-19", "/opt/homebrew/opt/llvm@19/bin/clang", "/usr/local/opt/llvm@19/bin/clang")
	return Clang{Path: path}, err
}

// FindNVCC finds the nvcc that $SHFLGEN_NVCC names, or that of $PATH, or that of
// the toolkit's usual folder.
func FindNVCC() (NVCC, error) {
	path, err := find("nvcc", os.Getenv("SHFLGEN_NVCC"), "nvcc", "/usr/local/cuda/bin/nvcc")
	return NVCC{Path: path}, err
}
