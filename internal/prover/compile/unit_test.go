package compile

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// TestPlanWords wants the words of a plan that the emitted files have.
func TestPlanWords(t *testing.T) {
	files, err := filepath.Glob("../../../generated/*.cu")
	if err != nil || len(files) < 50 {
		t.Fatal(files, err)
	}
	size := regexp.MustCompile(`_plan\(.*unsigned \(&plan\)\[(\d+)\]\)`)
	plans := 0
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(string(src), "\n")
		s, err := spec.ParseHeader(first)
		if err != nil {
			t.Fatal(err)
		}
		want := 0
		if m := size.FindStringSubmatch(string(src)); m != nil {
			plans++
			want = int(m[1][0] - '0')
		}
		if got := ref.PlanWords(s); got != want {
			t.Errorf("%s: got %d words, want %d", f, got, want)
		}
	}
	if plans < 8 {
		t.Errorf("%d files with a plan", plans)
	}
}

// TestUnit wants names that differ from run to run, and every word of the kernel to be
// looked for among the macros of the subject.
func TestUnit(t *testing.T) {
	s, err := spec.ParseArgs(strings.Fields("-pattern reduce -op argmin"))
	if err != nil {
		t.Fatal(err)
	}
	u, other := NewUnit(Caller{Spec: s}), NewUnit(Caller{Spec: s})
	if u.Kernels[0] == other.Kernels[0] || u.File == other.File || u.Subject == other.Subject {
		t.Error("two units have the same names")
	}
	for _, word := range []string{"extern", "__attribute__", "global", "void", "unsigned", "asm", "volatile",
		"static_cast", "reduce_argmin_int32_w32", "came", u.Kernels[0]} {
		if !strings.Contains(string(u.Text), "#ifdef "+word+"\n#error ") {
			t.Errorf("the macro %s is not looked for", word)
		}
	}
}

// TestOutOfLine wants a function with C linkage to be called, so that what is proved is the code that
// a linker finds, and a static one to be inlined.
func TestOutOfLine(t *testing.T) {
	clang, err := FindClang()
	if err != nil {
		t.Skip(err)
	}
	s := spec.NewSpec(spec.Reduce)
	for _, l := range spec.Linkages() {
		s.Linkage = l
		before := map[spec.Linkage]string{spec.InternalLinkage: "static __device__ __forceinline__",
			spec.ExternLinkage: `extern "C" __device__`}[l]
		src := before + " int reduce_sum_int32_w32(unsigned mask, int v) { return v + (int)mask; }\n"
		ptx, err := clang.One(s, []byte(src), "sm_80")
		if err != nil {
			t.Fatal(err)
		}
		if got, want := strings.Contains(string(ptx), "call.uni"), l == spec.ExternLinkage; got != want {
			t.Errorf("-linkage %s: called: %v, want %v\n%s", l, got, want, ptx)
		}
	}
}

// TestCheckFlags refuses flags that would compile something else.
func TestCheckFlags(t *testing.T) {
	for flag, ok := range map[string]bool{
		"--use_fast_math": true, "-O3": true, "-ftz=true": true, "-rdc=true": true, "-G": true, "-std=c++17": true,
		"-fno-exceptions": true,
		"-o":              false, "-ox": false, "other.cu": false, "-": false, "-DX": false, "-I.": false, "-UX": false,
		"-x":                       false,
		"-arch=sm_80":              false,
		"--gpu-architecture=sm_80": false, "-gencode": false, "-E": false, "--cuda-gpu-arch=sm_80": false,
	} {
		if err := CheckFlags([]string{flag}); (err == nil) != ok {
			t.Errorf("%s: got %v, want accepted %t", flag, err, ok)
		}
	}
}
