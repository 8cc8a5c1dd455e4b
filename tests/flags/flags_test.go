// Package flags_test proves emitted CUDA, compiled with flags that change the meaning of float
// arithmetic. No flag may change what a function computes.
package flags_test

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

var all = flag.Bool("all", false, "every function and architecture with every build")

// build is a compiler with flags.
type build struct {
	nvcc  bool
	flags string
}

// fast are --use_fast_math of clang and more: no NaNs, no infinities, no signs of
// zero, sums in any order.
const fast = "-ffast-math -fgpu-flush-denormals-to-zero -ffp-contract=fast"

var builds = []build{
	{nvcc: true, flags: "--use_fast_math"},
	{nvcc: true, flags: "-ftz=true"},
	{nvcc: true, flags: "-prec-div=false -prec-sqrt=false"},
	{nvcc: true, flags: "-fmad=true"},
	{nvcc: true, flags: "--use_fast_math -Xcicc -O0"},
	{nvcc: true, flags: "--use_fast_math -Xcicc -O1"},
	{nvcc: true, flags: "--use_fast_math -Xcicc -O2"},
	{nvcc: true, flags: "--use_fast_math -Xcicc -O3"},
	{nvcc: true, flags: "-O0"},
	{nvcc: true, flags: "-O3 -Xptxas -O0"},
	{nvcc: true, flags: "-rdc=true"},
	{nvcc: true, flags: "-rdc=true --use_fast_math"},
	{nvcc: true, flags: "-G"},
	{nvcc: true, flags: "-G --use_fast_math"},
	{flags: "-O0 " + fast},
	{flags: "-O1 " + fast},
	{flags: "-O2 " + fast},
	{flags: "-O3 " + fast},
	{flags: "-O2 -fgpu-flush-denormals-to-zero"},
	{flags: "-O2 -ffp-contract=fast"},
	{flags: "-O3 -ffinite-math-only -fno-signed-zeros -fassociative-math -fno-trapping-math"},
	{flags: "-O2 -fgpu-rdc"},
	{flags: "-g -O2"},
}

// run compiles a source with the build's flags.
func (b build) run(src []byte, arch string) ([]byte, error) {
	if b.nvcc {
		c, err := compile.FindNVCC()
		if err != nil {
			return nil, err
		}
		c.Flags = strings.Fields(b.flags)
		return c.PTX(src, arch)
	}
	c, err := compile.FindClang()
	if err != nil {
		return nil, err
	}
	c.Flags = strings.Fields(b.flags)
	return c.PTX(src, arch)
}

// missing reports whether the compiler of a build is not there.
func missing(err error) bool {
	var m compile.Missing
	return errors.As(err, &m)
}

func (b build) String() string {
	if b.nvcc {
		return "nvcc " + b.flags
	}
	return "clang " + b.flags
}

// archesOf are the architectures to prove a build for: one, by its position in the table, or
// all.
func (b build) archesOf(i int) []string {
	known := compile.Arches
	if b.nvcc {
		known = []string{"sm_80", "sm_90", "sm_100a"}
	}
	if *all {
		return known
	}
	return known[i%len(known):][:1]
}

// rows are functions besides those of generated/: each op on floats, and each way to use it.
var rows = []string{
	"reduce -width 8 -op sum", "reduce -width 8 -op prod -mask full", "reduce -width 8 -op min",
	"reduce -width 32 -op max -mask full",
	"reduce -width 8 -op minimum", "reduce -width 8 -op maximum -mask full", "exclusive-scan -width 5 -op max",
	"exclusive-scan -width 8 -op sum",
	"inclusive-scan -width 8 -op prod -mask active", "exclusive-scan -width 4 -op minimum",
	"block-reduce -block 40 -op sum",
	"keyed-reduce -width 4 -op max", "batch-reduce -width 4 -n 3 -op sum",
}

// winners are argmin and argmax; the packed types have none.
var winners = []string{"reduce -width 8 -op argmin", "reduce -width 32 -op argmax -mask full",
	"reduce -width 6 -op argmax -mask active"}

// function is an emitted function.
type function struct {
	spec spec.Spec
	src  []byte
}

// functions are the functions of the table and of generated/.
func functions(t *testing.T) (found []function) {
	t.Helper()
	seen := map[string]bool{}
	add := func(s spec.Spec, src []byte) {
		if !seen[s.FileName()] {
			seen[s.FileName()] = true
			found = append(found, function{s, src})
		}
	}
	files, err := filepath.Glob("../../generated/*.cu")
	if err != nil || len(files) < 30 {
		t.Fatal(files, err)
	}
	integers := 0
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := bytes.Cut(src, []byte("\n"))
		s, err := spec.ParseHeader(string(first))
		if err != nil {
			t.Fatal(err)
		}
		if s.Type.Class() != spec.Float {
			if integers++; integers%8 != 1 && !*all {
				continue
			}
		}
		add(s, src)
	}
	for _, typ := range spec.Types() {
		if typ.Class() != spec.Float {
			continue
		}
		lines := rows
		if !typ.Packed() {
			lines = append(lines[:len(lines):len(lines)], winners...)
		}
		for i, l := range lines {
			if typ.Half() && i%3 != 0 && !*all { // generated/ covers the rest
				continue
			}
			s, err := spec.ParseArgs(append([]string{"-pattern"}, strings.Fields(l+" -type "+typ.String())...))
			if err != nil {
				continue // no such function
			}
			files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
			if err != nil {
				t.Fatal(err)
			}
			add(s, files[s.FileName()+gen.CUDA.Ending()])
		}
	}
	return found
}

// arches are the architectures by name.
var arches = map[string]spec.Arch{"sm_70": spec.SM70, "sm_80": spec.SM80, "sm_90": spec.SM90, "sm_100a": spec.SM100}

// source is the functions that a build can compile, each with its kernel.
func (b build) source(from []function, arch string) (src []byte, specs []spec.Spec) {
	for _, f := range from {
		switch {
		case f.spec.Shape().Halves() && !b.nvcc: // which needs the toolkit's headers
			continue
		case f.spec.Arch > arches[arch]:
			continue
		}
		src = append(append(src, f.src...), compile.Kernel(f.spec, "kernel_"+f.spec.FileName())...)
		specs = append(specs, f.spec)
	}
	return src, specs
}

func TestFlags(t *testing.T) {
	extent.NotQuick(t, "compiles with every flag")
	from := extent.Drawn(t, functions(t), 8, 8)
	for i, b := range builds {
		t.Run(b.String(), func(t *testing.T) {
			t.Parallel()
			for _, arch := range b.archesOf(i) {
				src, specs := b.source(from, arch)
				code, err := b.run(src, arch)
				if missing(err) {
					t.Skip(err)
				}
				if err != nil {
					t.Fatalf("%.4000s", err)
				}
				file, err := ptx.Read("k.ptx", code)
				if err != nil {
					t.Fatal(err)
				}
				for _, s := range specs {
					if _, err := file.Prove(s, "kernel_"+s.FileName()); err != nil {
						t.Errorf("%s for %s: %v", s.FileName(), arch, err)
					}
				}
				t.Logf("%d functions for %s", len(specs), arch)
			}
		})
	}
}

// TestPlanted plants code that a flag changes. It is proved without the flag and not with it.
func TestPlanted(t *testing.T) {
	for _, p := range []struct {
		args, asm, instead string
		build              build
	}{
		{"-pattern reduce -width 8 -type float32", `asm("add.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));`,
			"r = __fadd_rn(a, b);", build{nvcc: true, flags: "--use_fast_math"}},
		{"-pattern reduce -width 8 -type float32 -op max", `asm("max.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));`,
			"r = fmaxf(a, b);", build{nvcc: true, flags: "-ftz=true"}},
		{"-pattern reduce -width 8 -type float32 -op prod", `asm("mul.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));`,
			"r = __fmul_rn(a, b);", build{flags: "-O2 -fgpu-flush-denormals-to-zero"}},
		{"-pattern reduce -width 8 -type float64 -op argmin", "_number(x)) ?", "_number(0.0) & (x == x)) ?",
			build{flags: "-O2 " + fast}},
		{"-pattern exclusive-scan -width 5 -type float32 -op max", `asm("mov.b32 %0, 0x7fffffff;" : "=f"(identity));`,
			"identity = __int_as_float(0x7fffffff);", build{flags: "-O2 " + fast}},
	} {
		t.Run(p.build.String()+" "+p.args, func(t *testing.T) {
			t.Parallel()
			s, err := spec.ParseArgs(strings.Fields(p.args))
			if err != nil {
				t.Fatal(err)
			}
			files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
			if err != nil {
				t.Fatal(err)
			}
			was := files[s.FileName()+gen.CUDA.Ending()]
			src := bytes.Replace(was, []byte(p.asm), []byte(p.instead), 1)
			if bytes.Equal(src, was) {
				t.Fatalf("no %s in\n%s", p.asm, was)
			}
			prove := func(b build) error {
				code, err := b.run(append(bytes.Clone(src), compile.Kernel(s, "k")...), "sm_80")
				if missing(err) {
					t.Skip(err)
				}
				if err != nil {
					t.Fatal(err)
				}
				file, err := ptx.Read("k.ptx", code)
				if err == nil {
					_, err = file.Prove(s, "k")
				}
				return err
			}
			if err := prove(build{nvcc: p.build.nvcc}); err != nil {
				t.Errorf("without flags: %v", err)
			}
			if err := prove(p.build); err == nil {
				t.Error("proved")
			} else {
				t.Log(err)
			}
		})
	}
}
