package variants

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

var (
	sample  = flag.Int("sample", 0, "rewrite `n` functions for each compiler; 0: one for each fourth compiler")
	seed    = flag.Uint64("seed", 1, "seed of the choice of functions")
	only    = flag.String("only", "", "rewrites with this `text` in their name")
	step    = flag.Int("step", 997, "rewrite every `n`-th spec of the catalogue, too")
	keepPTX = flag.String("keep", "", "write the PTX of functions that are not proved to this `folder`")
)

// compiler makes PTX of CUDA.
type compiler struct {
	name, arch string
	ptx        func(src []byte, arch string) ([]byte, error)
	halves     bool // it has the headers of the half types
	plain      bool // without optimisation
}

func compilers(t *testing.T) (all []compiler) {
	clang, err := compile.FindClang()
	if err != nil {
		extent.Missing(t, err)
	}
	for _, opt := range []string{"-O0", "-O1", "-O2", "-O3"} {
		c := compile.Clang{Path: clang.Path, Opt: opt}
		for _, arch := range compile.Arches {
			all = append(all, compiler{"clang " + opt, arch, c.PTX, false, opt == "-O0"})
		}
	}
	if os.Getenv("SHFLGEN_NVCC") == "" {
		extent.LeftOut(t, extent.ErrNoNVCC) // and the half types
		return all
	}
	nvcc, err := compile.FindNVCC()
	if err != nil {
		t.Fatal(err)
	}
	for _, arch := range []string{"sm_80", "sm_90", "sm_100a"} {
		all = append(all, compiler{"nvcc", arch, nvcc.PTX, true, false})
	}
	return all
}

// optimising are the compilers that optimise.
func optimising(t *testing.T) []compiler {
	return slices.DeleteFunc(compilers(t), func(c compiler) bool { return c.plain })
}

// plan chooses the functions to rewrite for each rewrite and compiler.
func plan(t *testing.T, all []compiler, rewrites []Rewrite) [][]*variant {
	functions := specs(t)
	rng := rand.New(rand.NewPCG(*seed, 2))
	work := make([][]*variant, len(all))
	for i, r := range rewrites {
		if !strings.Contains(r.Name, *only) {
			continue
		}
		var others, halves []emitted
		for _, e := range functions {
			if src, ok := r.Apply(e.src); ok {
				if e.spec.Type.Half() {
					halves = append(halves, emitted{e.spec, src})
				} else {
					others = append(others, emitted{e.spec, src})
				}
			}
		}
		if len(others)+len(halves) == 0 {
			t.Errorf("%s: applies to none of %d functions", r.Name, len(functions))
		}
		for j, c := range all {
			n, from := *sample, others
			if c.plain { // unoptimised, the float32 intrinsics of clang's headers read a global string
				from = slices.DeleteFunc(slices.Clone(from), func(e emitted) bool { return e.spec.Type == spec.Float32 })
			}
			if n == 0 && (i+j)%4 == 0 {
				n = 1
			}
			if c.halves {
				from = slices.Concat(others, halves)
			}
			for _, k := range rng.Perm(len(from))[:min(n, len(from))] {
				work[j] = append(work[j], &variant{emitted: from[k], rewrite: r.Name, id: fmt.Sprint("v", len(work[j]))})
			}
		}
	}
	return work
}

// variant is a rewritten function and the prover's verdict.
type variant struct {
	emitted
	rewrite, id string
	pair        bool // two rewrites: if both add the same name, it does not compile
	how         outcome
	err         error
}

// text is the function and its kernel, with names unique in the batch.
func (v *variant) text() string {
	name := v.spec.FileName()
	body := v.src + strings.ReplaceAll(compile.Kernel(v.spec, "k"), " k(", " k"+v.id+"(")
	return strings.NewReplacer(name, name+"_"+v.id, v.spec.Guard(), v.spec.Guard()+"_"+v.id).Replace(body)
}

type outcome string

const (
	unknown   outcome = "" // its batch does not compile
	proved    outcome = "proved"
	refused   outcome = "refused"
	undecided outcome = "undecided"
	refuted   outcome = "refuted"
)

func outcomeOf(err error) outcome {
	var refusal *parse.Refusal
	var fault *exec.Fault
	var doubt *check.Undecided
	switch {
	case err == nil:
		return proved
	case errors.As(err, &doubt):
		return undecided
	case errors.As(err, &refusal), errors.As(err, &fault):
		return refused
	}
	return refuted
}

// batch is the number of functions in one compiler run.
const batch = 120

// TestVariants requires that every rewritten function is proved, for every compiler.
func TestVariants(t *testing.T) {
	extent.NotQuick(t, "compiles every rewrite")
	all := compilers(t)
	work := plan(t, all, extent.Sample(Rewrites, 4))
	judge(t, all, work)
	total := report(t, all, work)
	for j, some := range work {
		for _, v := range some {
			if v.how == undecided && slices.Contains(Undecided[v.rewrite], all[j].name) {
				total[undecided]--
			}
			if v.how == refused && slices.Contains(Refused[v.rewrite], v.spec.FileName()) {
				total[refused]--
			}
		}
	}
	n := total[proved] + total[refused] + total[undecided] + total[refuted]
	if total[undecided] > 0 || total[refuted] > 0 || total[proved]*1000 < n*999 {
		t.Errorf("want none undecided, none refuted and 99.9 %% proved")
	}
}

// TestBeyond: no rewrite of Beyond is refuted. One that is proved in every function
// belongs to Rewrites.
func TestBeyond(t *testing.T) {
	extent.NotQuick(t, "compiles every rewrite")
	defer func(n int) { *sample = n }(*sample)
	*sample = max(*sample, 16) // some functions of a rewrite are proved
	all := optimising(t)[:1]
	for _, r := range Beyond {
		work := plan(t, all, []Rewrite{r})
		judge(t, all, work)
		if total := report(t, all, work); total[refuted] > 0 || total[undecided]+total[refused] == 0 && total[proved] > 0 {
			t.Errorf("%s: %d refuted, %d proved; want neither", r.Name, total[refuted], total[proved])
		}
	}
}

// judge compiles in batches and proves function by function.
func judge(t *testing.T, all []compiler, work [][]*variant) {
	var workers sync.WaitGroup
	jobs := make(chan func())
	for range runtime.NumCPU() {
		workers.Go(func() {
			for job := range jobs {
				job()
			}
		})
	}
	for j, c := range all {
		for from := 0; from < len(work[j]); from += batch {
			some := work[j][from:min(from+batch, len(work[j]))]
			jobs <- func() { prove(t, c, some) }
		}
	}
	close(jobs)
	workers.Wait()
}

func prove(t *testing.T, c compiler, some []*variant) {
	var src strings.Builder
	for _, v := range some {
		src.WriteString(v.text())
	}
	code, err := c.ptx([]byte(src.String()), c.arch)
	if err != nil && some[0].pair {
		if n := len(some); n > 1 { // find the ones that do not compile together
			prove(t, c, some[:n/2])
			prove(t, c, some[n/2:])
		}
		return
	}
	if err != nil {
		t.Errorf("%.4000s", err)
		if *keepPTX != "" {
			os.WriteFile(fmt.Sprintf("%s/%s.cu", *keepPTX, some[0].id), []byte(src.String()), 0o666)
		}
		return
	}
	f, err := ptx.Read("k.ptx", code)
	if err != nil {
		t.Errorf("%s %s: %v", c.name, c.arch, err)
		return
	}
	for _, v := range some {
		_, v.err = f.Prove(v.spec, "k"+v.id)
		v.how = outcomeOf(v.err)
		if v.how != proved && *keepPTX != "" {
			keep(t, c, v, code)
		}
		// The same kernel must be refuted as another function.
		if other, ok := another(v.spec); ok && v.how == proved {
			if _, err := f.Prove(other, "k"+v.id); outcomeOf(err) != refuted {
				t.Errorf("%s, %s %s, %s: as %s: %v, want a counterexample", v.spec.FileName(), c.name, c.arch, v.rewrite,
					other.FileName(), err)
			}
		}
	}
}

func keep(t *testing.T, c compiler, v *variant, code []byte) {
	base := fmt.Sprintf("%s/%s_%s_%s_%s", *keepPTX, v.spec.FileName(), strings.ReplaceAll(c.name, " ", ""), c.arch, v.id)
	text := string(code)
	if at := strings.Index(text, ".entry k"+v.id+"("); at >= 0 {
		text = text[at:]
		if end := strings.Index(text, "\n}"); end >= 0 {
			text = text[:end+2]
		}
	}
	for ext, text := range map[string]string{".cu": v.src, ".ptx": text} {
		if err := os.WriteFile(base+ext, []byte(text), 0o666); err != nil {
			t.Error(err)
		}
	}
}

// report counts the verdicts of each rewrite.
func report(t *testing.T, all []compiler, work [][]*variant) map[outcome]int {
	counts := map[string]map[outcome]int{}
	total := map[outcome]int{}
	for j, some := range work {
		for _, v := range some {
			if counts[v.rewrite] == nil {
				counts[v.rewrite] = map[outcome]int{}
			}
			counts[v.rewrite][v.how]++
			total[v.how]++
			if v.how != proved && v.how != unknown {
				t.Logf("%s, %s %s, %s: %s: %v", v.spec.FileName(), all[j].name, all[j].arch, v.rewrite, v.how, v.err)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		c := counts[name]
		t.Logf("%-48s %4d variants: %4d proved, %d refused, %d undecided",
			name, c[proved]+c[refused]+c[undecided]+c[refuted]+c[unknown], c[proved], c[refused], c[undecided])
	}
	t.Logf("%d rewrites by %d compilers: %d proved, %d refused, %d undecided, %d refuted",
		len(counts), len(all), total[proved], total[refused], total[undecided], total[refuted])
	return total
}
