package proof_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// modulo are specs with distances of the caller that count modulo the width: in a full run each kind at every
// width, where mask modes take turns.
func modulo(t *testing.T) []spec.Spec {
	t.Helper()
	kinds := []string{"shfl -src each", "shfl -src each -type float64", "shfl -src var", "rotate -delta var",
		"shfl -src each -type uint8"}
	var all []spec.Spec
	for w := 1; w <= spec.WarpSize; w++ {
		for m, mode := range []string{"full", "member", "active"} {
			for k, kind := range kinds {
				if m != (w+k)%3 || extent.Of() != extent.Full && (w%5 != 1 || k != w/5%len(kinds)) {
					continue
				}
				s, err := spec.ParseArgs(strings.Fields(fmt.Sprintf("-pattern %s -width %d -mask %s", kind, w, mode)))
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, s)
			}
		}
	}
	return all
}

// emitted is the file of a spec in a language.
func emitted(t *testing.T, s spec.Spec, lang gen.Lang, ending string) string {
	t.Helper()
	files, err := gen.Generate(s, gen.Options{Package: "p", Langs: []gen.Lang{lang}})
	if err != nil {
		t.Fatal(err)
	}
	return string(files[s.FileName()+ending])
}

// TestDistancesModulo proves Go in which each lane names its source, or the caller a rotation, modulo any
// width, and refutes it with another remainder of a negative distance.
func TestDistancesModulo(t *testing.T) {
	extent.NotQuick(t, "takes seconds")
	wrapped := regexp.MustCompile(`(rest\d*>>\d+)&(\d+)`)
	for _, s := range extent.Drawn(t, modulo(t), 40, 40) {
		src, name := emitted(t, s, gen.Go, ".go"), s.FileName()+".go"
		if v := verdictOf(t, name, src, verify.Options{Alone: true}); v != verify.Proved {
			t.Errorf("%s is %v", name, v)
		}
		if s.Width&(s.Width-1) == 0 {
			continue
		}
		at := wrapped.FindStringSubmatchIndex(src)
		if at == nil {
			t.Fatalf("%s: no remainder to plant a fault in", name)
		}
		wrong := src[:at[4]] + strconv.Itoa(s.Width-1) + src[at[5]:]
		if v := verdictOf(t, name, wrong, verify.Options{Alone: true}); v != verify.Refuted {
			t.Errorf("%s with another remainder of a negative distance is %v", name, v)
		}
	}
}

// TestDivisionsByProducts proves what compilers make of a remainder, and none with another factor, shift,
// divisor or sign: in a full run, wrong ones of one kind at each width.
func TestDivisionsByProducts(t *testing.T) {
	clang, err := compile.FindClang()
	if err != nil {
		t.Skip(err)
	}
	for _, s := range extent.Drawn(t, modulo(t), 40, 40) {
		code, err := clang.One(s, []byte(emitted(t, s, gen.CUDA, ".cu")), "sm_90")
		if err != nil {
			t.Fatal(err)
		}
		name, ptx, options := s.FileName()+".ptx", string(code), verify.Options{Spec: &s}
		if v := verdictOf(t, name, ptx, options); v != verify.Proved {
			t.Errorf("%s is %v", name, v)
		}
		product := strings.Index(ptx, "mul.hi.s32")
		if s.Width&(s.Width-1) == 0 || product < 0 {
			continue
		}
		for what, wrong := range wrongDivisions(ptx[product:]) {
			if v := verdictOf(t, name, ptx[:product]+wrong, options); v == verify.Proved {
				t.Errorf("%s with %s is proved", name, what)
			}
		}
	}
}

// wrongDivisions are divisions with one part changed: each begins with its product. A factor that is off
// by one may leave the width more or less, which the function takes away again.
func wrongDivisions(code string) map[string]string {
	all := map[string]string{}
	number := func(what, pattern string, changes ...int) {
		at := regexp.MustCompile(pattern).FindStringSubmatchIndex(code)
		if at == nil {
			return
		}
		n, _ := strconv.Atoi(code[at[2]:at[3]])
		for _, by := range changes {
			all[fmt.Sprintf("%s %+d", what, by)] = code[:at[2]] + strconv.Itoa(n+by) + code[at[3]:]
		}
	}
	number("factor", `mul\.hi\.s32[^;]*, (-?\d+);`, -1<<24, 1<<24)
	number("shift", `shr\.s32[^;]*, ([1-9]);`, -1, 1)
	number("divisor", `mul\.lo\.s32[^;]*, (\d+);`, -1, 1)
	all["a product without sign"] = strings.Replace(code, "mul.hi.s32", "mul.hi.u32", 1)
	return all
}

// verdictOf is the verdict on a file.
func verdictOf(t *testing.T, name, src string, options verify.Options) verify.Verdict {
	t.Helper()
	r, err := verify.Prove(t.Context(), verify.Subject{Path: name, Src: []byte(src)}, options)
	if err != nil {
		t.Fatal(err)
	}
	return r.Verdict
}
