package contract

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
)

// body is the body of a function of a file.
func body(t *testing.T, src, name string) string {
	t.Helper()
	found := regexp.MustCompile(`(?s) ` + regexp.QuoteMeta(name) + `\([^{;]*\)\n\{\n(.*?)\n\}\n`).FindStringSubmatch(src)
	if found == nil {
		t.Fatalf("no function %s:\n%s", name, src)
	}
	return found[1]
}

// shuffles is how many shuffles a contract says it takes.
func shuffles(t *testing.T, words string) int {
	t.Helper()
	words = strings.TrimPrefix(words, "one match and ")
	switch {
	case strings.HasPrefix(words, "no shuffle"):
		return 0
	case strings.HasPrefix(words, "one shuffle"):
		return 1
	}
	n := 0
	if _, err := fmt.Sscanf(words, "%d shuffles", &n); err != nil {
		t.Fatalf("%q gives no number of shuffles", words)
	}
	return n
}

// beforeRedux is a body as older architectures have it.
func beforeRedux(body string) string {
	return regexp.MustCompile(`(?s)#if __CUDA_ARCH__ >= 800.*?#else\n(.*?)#endif`).ReplaceAllString(body, "$1")
}

// TestCostOfPlans counts the shuffles of a plan and of a call by one.
func TestCostOfPlans(t *testing.T) {
	cost := regexp.MustCompile(`^(.*) for the plan; to use it, (.*?)(, of two words each)?$`)
	for _, pattern := range []string{"reduce", "down-reduce", "inclusive-scan", "exclusive-scan", "keyed-reduce"} {
		for _, rest := range []string{"", " -width 2", " -width 7 -type float64", " -width 17 -type int8",
			" -type float64 -op max", " -type float16"} {
			s := specOf(t, "-pattern "+pattern+" -mask active"+rest)
			src := emitted(t, s, gen.CUDA)
			said := cost.FindStringSubmatch(line(t, src, "Cost"))
			if said == nil {
				t.Fatalf("%s: unexpected cost %q", s.FileName(), line(t, src, "Cost"))
			}
			for i, suffix := range []string{"_plan", "_by"} {
				code := beforeRedux(body(t, src, s.FileName()+suffix))
				if got, want := strings.Count(code, "__shfl_"), shuffles(t, said[i+1]); got != want {
					t.Errorf("%s%s: %d shuffles, but the contract says %q", s.FileName(), suffix, got, said[i+1])
				}
				if !strings.Contains(src, "// It costs "+said[i+1]+said[3]+".\n") && suffix == "_by" ||
					!strings.Contains(src, "// It costs "+said[i+1]+".\n") && suffix == "_plan" {
					t.Errorf("%s%s: its own contract says something else than %q", s.FileName(), suffix, said[i+1])
				}
			}
			if two := said[3] != ""; two != (s.Type.Bits() > spec.RegisterBits) {
				t.Errorf("%s: two words each: %t", s.FileName(), two)
			}
			if match := strings.HasPrefix(said[1], "one match and "); match != strings.Contains(src, "__match_any_sync(") {
				t.Errorf("%s: a match in the contract: %t", s.FileName(), match)
			}
		}
	}
}

// TestCostOfRedux counts the instructions that stand for shuffles, and the shuffles.
func TestCostOfRedux(t *testing.T) {
	said := regexp.MustCompile(`: (one|two|three) instructions? stands? for (five|ten|sixteen) shuffles`)
	numbers := map[string]int{"one": 1, "two": 2, "three": 3, "five": 5, "ten": 10, "sixteen": 16}
	n := 0
	for _, o := range spec.Ops() {
		for _, typ := range spec.Types() {
			for _, mask := range []spec.MaskMode{spec.Member, spec.Active} {
				s := spec.NewSpec(spec.Reduce)
				if s.Op, s.Type, s.Mask = o, typ, mask; !o.On(typ) || s.Validate() != nil {
					continue
				}
				src := emitted(t, s, gen.CUDA)
				words := said.FindStringSubmatch(src)
				if (words != nil) != strings.Contains(src, "__reduce_") {
					t.Errorf("%s: redux.sync in the contract: %t", s.FileName(), words != nil)
				}
				if words == nil {
					continue
				}
				n++
				instructions := strings.Count(src, "__reduce_")
				if mask == spec.Active { // a call by a plan takes them too
					instructions -= strings.Count(body(t, src, s.FileName()+"_by"), "__reduce_")
				}
				if instructions != numbers[words[1]] {
					t.Errorf("%s: %d instructions, but the contract says %s", s.FileName(), instructions, words[1])
				}
				code, wordsEach := beforeRedux(body(t, src, s.FileName())), (typ.Bits()+31)/32
				got := strings.Count(code, "__shfl_") * wordsEach
				if mask == spec.Active { // the plan moves lane numbers, of one word
					plan := strings.Count(body(t, src, s.FileName()+"_plan"), "__shfl_")
					got = plan + strings.Count(beforeRedux(body(t, src, s.FileName()+"_by")), "__shfl_")*wordsEach
				}
				if got != numbers[words[2]] {
					t.Errorf("%s: %d shuffles, but the contract says %s", s.FileName(), got, words[2])
				}
			}
		}
	}
	if n < 60 {
		t.Errorf("%d specs have redux.sync", n)
	}
}
