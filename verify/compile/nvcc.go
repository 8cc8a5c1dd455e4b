package compile

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/shflgen/shflgen"
)

// NVCC is the compiler of the CUDA toolkit. Version 13 knows no architecture
// before sm_75.
type NVCC struct{ Path string }

// FindNVCC finds the nvcc that $SHFLGEN_NVCC names, or that of $PATH, or that of
// the toolkit's usual folder.
func FindNVCC() (NVCC, error) {
	names := []string{"nvcc", "/usr/local/cuda/bin/nvcc"}
	if name := os.Getenv("SHFLGEN_NVCC"); name != "" {
		names = []string{name}
	}
	var first error
	for _, name := range names {
		path, err := exec.LookPath(name)
		if err == nil {
			return NVCC{path}, nil
		}
		if first == nil {
			first = err
		}
	}
	return NVCC{}, fmt.Errorf("%w; `make toolchain` installs it", first)
}

// PTX compiles CUDA source for an architecture such as sm_90.
func (n NVCC) PTX(src []byte, arch string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "shflgen")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "k.cu"), src, 0o666); err != nil {
		return nil, err
	}
	cmd := exec.Command(n.Path, "-ptx", "-arch="+strings.Replace(arch, "sm_", "compute_", 1),
		"-Werror", "all-warnings", "k.cu", "-o", "k.ptx")
	cmd.Dir = dir
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s for %s: %w\n%s", filepath.Base(n.Path), arch, err, out.Bytes())
	}
	return os.ReadFile(filepath.Join(dir, "k.ptx"))
}

// One compiles one emitted file with its kernel, called k.
func (n NVCC) One(s shflgen.Spec, src []byte, arch string) ([]byte, error) {
	if err := fits(s, arch); err != nil {
		return nil, err
	}
	return n.PTX(append(bytes.Clone(src), Kernel(s, "k")...), arch)
}
