//go:build !js

package compile

import (
	"context"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// NVCC is the compiler of the CUDA toolkit. Version 13 knows no architecture
// before sm_75.
type NVCC struct {
	Path string
	// Flags come after those that are always given.
	Flags []string
}

// PTX compiles CUDA source for an architecture such as sm_90.
func (n NVCC) PTX(src []byte, arch string) ([]byte, error) {
	return n.Compile(context.Background(), map[string][]byte{"k.cu": src}, "k.cu", Build{Arch: arch, Flags: n.Flags})
}

// Name is the compiler's name.
func (n NVCC) Name() string { return "nvcc" }

// Version is the version that nvcc prints.
func (n NVCC) Version(ctx context.Context) (string, error) { return printedVersion(ctx, n.Path) }

// Knows reports whether nvcc compiles for an architecture.
func (n NVCC) Knows(ctx context.Context, arch string) bool {
	out, err := asked(ctx, n.Path, "--list-gpu-code")
	return err == nil && slices.Contains(strings.Fields(string(out)), strings.TrimRight(arch, "af"))
}

// Args are the arguments but those of warnings and files. By default nvcc optimises.
func (n NVCC) Args(b Build) []string {
	args := b.standard()
	if b.Level == "O0" {
		args = append(args, "-Xcicc", "-O0")
	}
	return append(args, b.UserArgs()...)
}

// Compile makes PTX of the file main among files.
func (n NVCC) Compile(ctx context.Context, files map[string][]byte, main string, b Build) ([]byte, error) {
	args := []string{"-ptx", "-arch=" + strings.Replace(b.Arch, "sm_", "compute_", 1)}
	if b.Lax {
		args = append(args, "-w")
	} else {
		args = append(args, "-Werror", "all-warnings")
	}
	if b.Beside != "" {
		args = append(args, "-Xcompiler", "-iquote,"+b.Beside)
	}
	args = append(append(args, b.lines(n.Name())...), n.Args(b)...)
	return compiled(ctx, files, n.Path, b, append(args, main, "-o", output))
}

// One compiles one emitted file with its kernel.
func (n NVCC) One(s spec.Spec, src []byte, arch string) ([]byte, error) {
	if err := Fits(s, arch); err != nil {
		return nil, err
	}
	u := NewUnit(Caller{Spec: s, Alone: true})
	return n.Compile(context.Background(), u.Files(src), u.File, Build{Arch: arch, Flags: n.Flags})
}
