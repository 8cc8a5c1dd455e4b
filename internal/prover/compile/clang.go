//go:build !js

// Package compile compiles CUDA to PTX by clang or nvcc, with a kernel that calls the function
// under proof.
package compile

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

//go:embed prelude.cuh
var prelude []byte

//go:embed toolkit.cuh
var toolkit []byte

//go:embed constants.cuh
var constants []byte

// toolkitHeaders are headers of the toolkit that clang has here. They come after those of -I.
var toolkitHeaders = strings.Fields("cuda.h cuda_runtime.h cuda_runtime_api.h device_functions.h " +
	"device_launch_parameters.h driver_types.h vector_functions.h vector_types.h")

// toolkitFolder is where they are.
const toolkitFolder = "toolkit"

// Arches are the architectures that emitted code is compiled for.
var Arches = []string{"sm_70", "sm_80", "sm_90"}

// ErrHalf is returned for half types: they need headers of the CUDA toolkit, which clang does not
// have.
var ErrHalf = errors.New("half types need cuda_fp16.h or cuda_bf16.h of the CUDA toolkit")

// Clang is a clang that compiles CUDA without the toolkit, from version 19 on.
type Clang struct {
	Path string
	Opt  string // -O0 to -O3; -O2 if empty
	// Flags come after those that are always given.
	Flags []string
	// Lax allows warnings and reports every error, for code with planted faults.
	Lax bool
}

// PTX compiles CUDA source for an architecture such as sm_90, with every
// warning an error.
func (c Clang) PTX(src []byte, arch string) ([]byte, error) {
	return c.Compile(context.Background(), map[string][]byte{"k.cu": src}, "k.cu", c.build(arch))
}

// build is what the fields ask for.
func (c Clang) build(arch string) Build {
	opt := c.Opt
	if opt == "" {
		opt = "-O2"
	}
	return Build{Arch: arch, Flags: append([]string{opt}, c.Flags...), Lax: c.Lax}
}

// Name is the compiler's name.
func (c Clang) Name() string { return "clang" }

// version finds the version in what clang and nvcc print.
var version = regexp.MustCompile(`(?:clang version |, V)(\S+)`)

// Version is the version that clang prints.
func (c Clang) Version(ctx context.Context) (string, error) { return printedVersion(ctx, c.Path) }

func printedVersion(ctx context.Context, path string) (string, error) {
	out, err := asked(ctx, path, "--version")
	if err != nil {
		return "", err
	}
	if m := version.FindSubmatch(out); m != nil {
		return string(m[1]), nil
	}
	return "", fmt.Errorf("%s --version prints no version", path)
}

// Knows reports whether clang compiles for an architecture.
func (c Clang) Knows(ctx context.Context, arch string) bool {
	out, err := asked(ctx, c.Path, "--target=nvptx64", "--print-supported-cpus")
	return err == nil && slices.Contains(strings.Fields(string(out)), arch)
}

// traps are the kinds of undefined behaviour that an unoptimised build turns into a
// trap, which no lane may reach.
const traps = "unreachable,return,bool,enum,integer-divide-by-zero,shift-exponent,array-bounds,local-bounds,builtin"

// overflows are the kinds that wrap in an unoptimised build, unless it is a checked one. Optimisers
// conclude from them what a number is not.
const overflows = ",signed-integer-overflow,shift-base,float-cast-overflow"

// Args are the arguments but those of warnings and files.
func (c Clang) Args(b Build) []string {
	args := b.standard()
	if b.Level != "" {
		args = append(args, "-"+b.Level)
	}
	if kinds := traps; b.Level == "O0" {
		if b.Checked {
			kinds += overflows
		} else {
			args = append(args, "-fwrapv")
		}
		args = append(args, "-Xclang", "-fsanitize="+kinds, "-Xclang", "-fsanitize-trap="+kinds)
	}
	return append(args, b.UserArgs()...)
}

// isa is the version of the PTX ISA that clang states: of sm_90 and later the first that
// has st.async, which emitted inline PTX uses.
func isa(arch string) string {
	if n, err := strconv.Atoi(strings.TrimRight(strings.TrimPrefix(arch, "sm_"), "af")); err == nil && n >= 90 {
		return "+ptx81"
	}
	return "+ptx78"
}

// Compile makes PTX of the file main among files.
func (c Clang) Compile(ctx context.Context, files map[string][]byte, main string, b Build) ([]byte, error) {
	return c.compile(ctx, files, main, b, "-S", "-o", output)
}

// Check reports what clang rejects in the file main among files, and makes no PTX.
func (c Clang) Check(ctx context.Context, files map[string][]byte, main string, b Build) error {
	_, err := c.compile(ctx, files, main, b, "-fsyntax-only")
	return err
}

// compile runs clang in one mode.
func (c Clang) compile(ctx context.Context, files map[string][]byte, main string, b Build, mode ...string) ([]byte,
	error) {
	files = maps.Clone(files)
	before := RandomName() + "_prelude.cuh" // a name that no subject includes
	files[before] = prelude
	for _, name := range toolkitHeaders {
		files[filepath.Join(toolkitFolder, name)] = toolkit
	}
	files[filepath.Join(toolkitFolder, "math_constants.h")] = constants
	args := []string{"-Wall", "-Wextra", "-Werror"}
	if b.Lax {
		args = []string{"-w", "-ferror-limit=0"}
	}
	args = append(append(args, alone...), "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch="+b.Arch,
		"-Xclang", "-target-feature", "-Xclang", isa(b.Arch))
	if b.Beside != "" {
		args = append(args, "-iquote", b.Beside)
	}
	args = append(append(args, b.lines(c.Name())...), c.Args(b)...)
	args = append(args, "-idirafter", toolkitFolder, "-include", before, main)
	return compiled(ctx, files, c.Path, b, append(args, mode...))
}

// One compiles one emitted file with its kernel.
func (c Clang) One(s spec.Spec, src []byte, arch string) ([]byte, error) {
	if s.InType().Half() {
		return nil, ErrHalf
	}
	if err := Fits(s, arch); err != nil {
		return nil, err
	}
	u := NewUnit(Caller{Spec: s, Alone: true})
	return c.Compile(context.Background(), u.Files(src), u.File, c.build(arch))
}
