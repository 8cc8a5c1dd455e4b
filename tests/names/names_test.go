// Package names_test emits functions with names that are reserved in Go, C++, CUDA or a file
// system. Each name is rejected, or the emitted files compile.
package names_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// nasty are names to try, also with a capital letter.
var nasty = strings.Fields(`
	linux unix i386 mips sparc arm near far huge min max signbit isnan isinf errno null eof infinity nan
	dim3 int4 float4 uchar2 ulonglong4 half half2 nv_bfloat16 make_float4 size_t ptrdiff_t int8_t uint64_t wchar_t bool
	assert stdin stdout stderr printf malloc free exit abort time clock read write abs labs div atan2 expf fmaxf rsqrt
	and or xor not compl bitand bitor and_eq not_eq alignas char8_t concept requires co_await constinit typename this
	import module final override restrict typeof asm register export namespace std cuda thrust nvcuda cooperative_groups
	main init math bits fmt unsafe iota nil true any error comparable append len clear print println string byte rune
	func go chan select range defer var type map interface package fallthrough struct
	warpSize warp_size threadIdx thread_idx block_idx block_dim grid_dim gridDim laneid lane mask pos v x x0 x1 in0 out key plan
	by word combine whole op unkey decode encode same first sumKey sum_plan sum_by plan_by
	aux con prn nul com1 lpt9 con_x aux_sum doc vendor internal testdata
	a_linux a_test a_amd64 a_windows_arm64 linux_a test_a amd64_sum fooLinux fooTest
	_x __x x__y x_ _ __shfl_sync __global__ ptx cluster smem texture surface device host shared constant global managed
	float16 bfloat16 float32 float64 int32 uint32 complex64 imaginary complex i j e pi inf
	größe Σ über 名 x.y x-y x/y x;y 9x x$ $x
	major minor makedev pixel vector small interface pascal cdecl sun hpux vax ppc foreach emit
	sad mul24 umul24 ballot all syncthreads_or saturatef index norm round link`)

// kinds are the command lines: with and without plans, helpers and shared memory.
var kinds = []string{
	"-pattern reduce -type float32 -op min -width 12",
	"-pattern reduce -type float32 -mask active",
	"-pattern keyed-reduce -type int64 -key uint64",
	"-pattern block-reduce -block 96 -type float32 -op max",
}

func TestNames(t *testing.T) {
	extent.NotQuick(t, "compiles hundreds of names")
	var candidates []string
	for _, n := range nasty {
		candidates = append(candidates, n)
		if up := strings.ToUpper(n[:1]) + n[1:]; up != n {
			candidates = append(candidates, up)
		}
	}
	for _, kind := range extent.Drawn(t, kinds, 9, 2) {
		t.Run(kind, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module m\n\ngo 1.26\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			var cuda bytes.Buffer
			refused, emitted := 0, map[string]bool{}
			for _, name := range candidates {
				args := append(strings.Fields(kind), "-name", name)
				s, err := spec.ParseArgs(args)
				if err != nil {
					var m spec.FlagError
					if !errors.As(err, &m) || m.Flag != "name" || m.Value != name || m.Want == "" ||
						strings.Contains(err.Error(), "\n") {
						t.Errorf("%s: %v, want one line of -name", name, err)
					}
					refused++
					continue
				}
				if emitted[s.FileName()] {
					continue // the command rejects it: a file of another spec
				}
				emitted[s.FileName()] = true
				made, err := gen.Generate(s, gen.Options{Langs: gen.Langs(), Package: "m"})
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				if err := os.WriteFile(filepath.Join(dir, s.FileName()+".go"), made[s.FileName()+".go"], 0o666); err != nil {
					t.Fatal(err)
				}
				cuda.Write(made[s.FileName()+".cu"])
			}
			if refused < 150 || len(emitted) < 60 {
				t.Errorf("%d names rejected, %d emitted: the list has changed", refused, len(emitted))
			}
			vet(t, dir, len(emitted))
			compileAll(t, dir, cuda.Bytes())
		})
	}
}

// vet runs go vet on a package of n files.
func vet(t *testing.T, dir string, n int) {
	t.Helper()
	for _, args := range [][]string{{"vet", "./..."}, {"list", "-f", "{{len .GoFiles}} {{len .IgnoredGoFiles}}"}} {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "GOPROXY=off")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("go %s: %v\n%.3000s", args[0], err, out)
		}
		if got := strings.Fields(string(out)); args[0] == "list" &&
			(len(got) != 2 || got[0] != strconv.Itoa(n) || got[1] != "0") {
			t.Errorf("go list counts %s files, built and left out, of %d", bytes.TrimSpace(out), n)
		}
	}
}

// headers are CUDA headers that a file may include before the emitted one.
var headers = func() string {
	var b strings.Builder
	for _, h := range strings.Fields(`assert ctype errno float inttypes limits math signal stdint stdio stdlib string time
		unistd wchar sys/sysmacros cuda_runtime cuda_fp16 cuda_bf16 cooperative_groups`) {
		b.WriteString("#include <" + h + ".h>\n")
	}
	return b.String()
}()

// compileAll compiles the functions of all names in one file, by clang without headers and by
// nvcc with many.
func compileAll(t *testing.T, dir string, src []byte) {
	t.Helper()
	run := func(name string, args ...string) {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%.4000s", filepath.Base(name), err, out)
		}
	}
	prelude, err := filepath.Abs("../../internal/prover/compile/prelude.cuh")
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, before string) {
		if err := os.WriteFile(filepath.Join(dir, name), append([]byte(before), src...), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if clang, err := compile.FindClang(); err == nil {
		write("clang.cu", "")
		run(clang.Path, "-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-x", "cuda", "--cuda-device-only",
			"--cuda-gpu-arch=sm_90",
			"-Xclang", "-target-feature", "-Xclang", "+ptx78", "-nocudainc", "-nocudalib", "-O0", "-include", prelude, "-S",
			"clang.cu", "-o", os.DevNull)
	} else if !testing.Short() {
		t.Error(err)
	}
	if nvcc, err := compile.FindNVCC(); err == nil {
		write("nvcc.cu", headers)
		run(nvcc.Path, "-c", "-arch=sm_90", "-Werror", "all-warnings", "-diag-suppress", "177", "-Xcompiler",
			"-Wno-unused-function", "nvcc.cu", "-o", "nvcc.o")
	} else {
		extent.LeftOut(t, err)
	}
}
