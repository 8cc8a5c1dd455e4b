package sentences

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/fresh"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/operator"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

var (
	arrays = flag.Bool("arrays", false, "take all kernels of arrays, whose proofs take minutes")
	whole  = flag.Bool("catalogue", false, "look at every spec of the catalogue, which takes minutes")
)

// endings are the endings of the files of each language, as rows name it.
var endings = map[string]string{"go": ".go", "cuda": ".cu"}

// resolved is the spec of flags. Its users' functions are those of packages of this module.
func resolved(t *testing.T, flags string) spec.Spec {
	t.Helper()
	s, err := spec.ParseArgs(strings.Fields(flags))
	if err != nil {
		t.Fatalf("%s: %v", flags, err)
	}
	if s, _, err = operator.Resolve(s, ".", ".", false); err != nil {
		t.Fatalf("%s: %v", flags, err)
	}
	return s
}

// emitted is the file of a spec in a language; "" if it has none.
func emitted(t *testing.T, s spec.Spec, lang string) string {
	t.Helper()
	src, err := fresh.Printed(s, endings[lang], "sentences")
	if err != nil {
		t.Fatalf("%s: %v", strings.Join(s.Args(), " "), err)
	}
	return string(src)
}

// walker finds the rows of sentences.
type walker struct {
	t        *testing.T
	patterns []*regexp.Regexp
	known    map[string][]int // the rows of a sentence without its numbers
}

func newWalker(t *testing.T) *walker {
	w := &walker{t: t, known: map[string][]int{}}
	for _, r := range All() {
		w.patterns = append(w.patterns, r.Pattern())
	}
	return w
}

var spaces, digits = regexp.MustCompile(`: +`), regexp.MustCompile(`\d+`)

// walk is which rows the contracts of a file have.
func (w *walker) walk(s spec.Spec, src string) (rows []int) {
	for _, b := range Blocks(src) {
		if !b.Contract(s) {
			continue
		}
		for _, text := range b.Sentences() {
			text = strings.NewReplacer(s.FuncName(), "F", s.FileName(), "F").Replace(text)
			text = spaces.ReplaceAllString(text, ": ")
			key := digits.ReplaceAllString(text, "0")
			of, ok := w.known[key]
			if !ok {
				for i, p := range w.patterns {
					if p.MatchString(text) {
						of = append(of, i)
					}
				}
				w.known[key] = of
				if of == nil {
					w.t.Errorf("%s: no row has the sentence %q", strings.Join(s.Args(), " "), text)
				}
			}
			rows = append(rows, of...)
		}
	}
	return rows
}

// TestRows: every sentence of the files that rows name has a row, and each row a sentence in its own.
func TestRows(t *testing.T) {
	w, all := newWalker(t), All()
	byFlags := map[string][]int{}
	for i, r := range all {
		found, ok := byFlags[r.Flags]
		if !ok {
			s := resolved(t, r.Flags)
			for lang := range endings {
				found = append(found, w.walk(s, emitted(t, s, lang))...)
			}
			byFlags[r.Flags] = found
		}
		if !slices.Contains(found, i) {
			t.Errorf("%s: no contract has a sentence %q", r.Flags, r.Text)
		}
		for _, other := range found {
			if other != i && all[other].Text == r.Text {
				t.Errorf("two rows have the text %q", r.Text)
			}
		}
	}
}

// seed is that of a run: another one each day, printed so that a failure can be repeated.
func seed(t *testing.T) *rand.Rand {
	day := uint64(time.Now().Unix() / 86400)
	t.Logf("seed %d", day)
	return rand.New(rand.NewPCG(day, 39))
}

// TestCatalogue: every sentence of emitted files has a row. It takes a sample of the catalogue.
func TestCatalogue(t *testing.T) {
	var specs []spec.Spec
	for s := range catalogue.All() {
		specs = append(specs, s)
	}
	rng := seed(t)
	rng.Shuffle(len(specs), func(i, j int) { specs[i], specs[j] = specs[j], specs[i] })
	if !*whole {
		specs = specs[:extent.Pick(150, 400)]
	}
	var rest []spec.Spec
	for _, part := range []func(func(spec.Spec) bool){
		catalogue.Mapped(), catalogue.Rows(), catalogue.MappedRows(), catalogue.RangedRows(), catalogue.Applied(),
		catalogue.RangedApplied(), catalogue.Grids(), catalogue.MappedGrids(), catalogue.GridScans(),
		catalogue.MadeScans(),
	} {
		rest = slices.AppendSeq(rest, part)
	}
	rng.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	if !*whole {
		rest = rest[:extent.Pick(100, 200)]
	}
	specs = append(specs, rest...)
	w := newWalker(t)
	for _, s := range specs {
		for _, l := range gen.Langs() {
			files, err := gen.Generate(s, gen.Options{Package: "p", Langs: []gen.Lang{l}})
			if err != nil {
				t.Fatal(err)
			}
			for _, src := range files {
				w.walk(s, string(src))
			}
		}
	}
	t.Logf("%d specs, %d sentences but for numbers", len(specs), len(w.known))
}

// TestTable: each row has what its kind needs, and nothing else. The tests that rows name exist, in a folder beside
// this one.
func TestTable(t *testing.T) {
	for _, r := range All() {
		planted := r.Kind == Executed || r.Kind == Compared
		says, test := r.Kind == Condition, r.Kind == Defined
		lang := planted || says
		if planted != (r.Old != "") || says != (r.Says != "") || test != (r.Test != "") || lang != (r.Lang != "") {
			t.Errorf("%q: has what its kind does not need, or lacks what it needs", r.Text)
		}
		folder, name, _ := strings.Cut(r.Test, ".")
		if r.Test != "" && !declares(t, folder, name) {
			t.Errorf("%q: no test %s", r.Text, r.Test)
		}
	}
}

// declares reports whether a folder of tests has a test.
func declares(t *testing.T, folder, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "\nfunc "+name+"(t *testing.T)") {
			return true
		}
	}
	return false
}

// planted is a file with the fault of a row.
func planted(t *testing.T, s spec.Spec, r Row, src string) string {
	t.Helper()
	old, replace := r.Old, r.New
	switch {
	case old == begin && r.Lang == "go":
		old, replace = `(?m)(^func `+s.FuncName()+`\([^\n]*\{\n)`, "${1}"+replace+"\n"
	case old == begin:
		old, replace = `(\b`+s.FileName()+`\([^;\n]*\)\n\{\n)`, "${1}    "+replace+"\n"
	case old == end && r.Lang == "go":
		old, replace = `(?s)(\nfunc `+s.FuncName()+`\(.*?)\n\}\n`, "${1}\n"+replace+"\n}\n"
	case old == end:
		old, replace = `(?s)(\b`+s.FileName()+`\([^;\n]*\)\n\{\n.*?)\n\}\n`, "${1}\n    "+replace+"\n}\n"
	}
	wrong := regexp.MustCompile(old).ReplaceAllString(src, replace)
	if wrong == src {
		t.Fatalf("%s: nothing to replace by %q", r.Flags, r.New)
	}
	return wrong
}

// prove is the verdict on a file. Its text is compared with the printed one, or not.
func prove(t *testing.T, s spec.Spec, lang, src string, compared bool) verify.Report {
	t.Helper()
	dir, err := os.MkdirTemp("..", "_sentences")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, s.FileName()+endings[lang])
	if err := os.WriteFile(path, []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	arch := "sm_80"
	if s.ClusterBlocks() > 1 {
		arch = "sm_90"
	}
	o := verify.Options{
		Compilers: []string{"clang"}, Arches: []string{arch}, Levels: []string{"O2"}, Timeout: 8 * time.Minute,
	}
	if compared || s.Grid().Parts { // the part for the host is compared in any case
		o.Printed = fresh.Printed
	}
	r, err := verify.Prove(t.Context(), verify.Subject{Path: path, Src: []byte(src)}, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// notCompiled matches refusals of files that compilers reject, or that are not in their package.
var notCompiled = regexp.MustCompile(`error:|exit status|does not compile|expected '|no folder|not found`)

// TestHeld plants the faults of the rows: no such file is proved, and none fails only to compile. A fault in what a
// proof executes is found without a comparison of the text. The conditions that rows name are in the verdict on the
// right file.
func TestHeld(t *testing.T) {
	extent.NotQuick(t, "compiles a hundred files")
	all := slices.DeleteFunc(All(), func(r Row) bool { return r.Lang == "" })
	rng := seed(t)
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	slow := func(r Row) bool { return r.Lang == "cuda" && strings.Contains(r.Flags, "-pattern grid-") }
	kernels := slices.DeleteFunc(slices.Clone(all), func(r Row) bool { return !slow(r) })
	if !*arrays { // one in a full run
		all = slices.DeleteFunc(all, slow)
		all = append(all[:extent.Pick(12, len(all)/4)], kernels[:extent.Pick(0, 1)]...)
	}
	if _, err := compile.FindClang(); err != nil {
		extent.Missing(t, err)
	}
	var mu sync.Mutex
	verdicts := map[string]int{}
	t.Run("all", func(t *testing.T) {
		for _, r := range all {
			t.Run(fmt.Sprintf("%.50s", r.Text), func(t *testing.T) {
				t.Parallel()
				s := resolved(t, r.Flags)
				src := emitted(t, s, r.Lang)
				if r.Kind == Condition {
					if report := prove(t, s, r.Lang, src, false); !strings.Contains(report.Verbose(), r.Says) {
						t.Errorf("%s: the verdict does not say %q: %s", r.Flags, r.Says, report)
					}
					return
				}
				report := prove(t, s, r.Lang, planted(t, s, r, src), r.Kind == Compared)
				mu.Lock()
				verdicts[report.Verdict.String()]++
				mu.Unlock()
				switch report.Verdict {
				case verify.Proved, verify.Listed:
					t.Errorf("%s: %q is not held: %s", r.Flags, r.Text, report)
				case verify.Refused:
					if notCompiled.MatchString(report.Differs) {
						t.Errorf("%s: %q: the fault does not compile: %s", r.Flags, r.Text, report)
					}
				}
				t.Logf("%s: %.300s", r.Flags, report)
			})
		}
	})
	t.Logf("%d rows: %v", len(all), verdicts)
}
