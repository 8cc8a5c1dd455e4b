package oracle

import (
	"flag"
	"strings"
	"testing"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen"
)

var masks32 = flag.Bool("masks32", false, "run a handful over all 2^32 masks")

var every = flag.Int("every", 0, "also run every n-th spec of the catalogue; 1 for all")

// TestCompiledGo runs emitted Go over all masks at every width up to 16 and at
// random masks above, for an integer and a float, and over a sample of the
// catalogue.
func TestCompiledGo(t *testing.T) {
	var funcs []Func
	add := func(s shflgen.Spec) {
		files, err := gen.Generate(s, gen.Options{Package: "main", Langs: []gen.Lang{gen.Go}})
		if err != nil {
			t.Fatal(err)
		}
		for _, src := range files {
			funcs = append(funcs, Func{s.FuncName(), s, src})
		}
	}
	step := 331
	if *every > 0 {
		step = *every
	}
	n := 0
	for s := range shflgen.Catalogue() {
		n++
		plain := s.Mask == shflgen.Member && s.Order == shflgen.Near && s.Op == shflgen.Sum
		whole := plain && (s.Type == shflgen.Int32 || s.Type == shflgen.Float32 && s.Pattern.Reduces()) &&
			!s.Pattern.Block() && s.Distance() == s.Width/3
		whole = whole || s.HasLane() && s.Pattern == shflgen.Reduce && (s.Op == shflgen.ArgMax && s.Type == shflgen.Float32 && s.Mask == shflgen.Member && s.Width <= 16 ||
			s.Width == 5 || s.Width == 32)
		if whole || n%step == 0 {
			add(s)
		}
	}
	reports, err := Run(funcs, 1<<16, 2000)
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	for _, r := range reports {
		calls += r.Calls
		if r.Mismatch != "" || r.Calls == 0 {
			t.Errorf("%s: %s after %d calls", r.Name, r.Mismatch, r.Calls)
		}
	}
	t.Logf("%d functions, %d calls compared", len(reports), calls)
}

// TestAllMasks runs a handful of whole-warp functions over all 2^32 masks. It
// takes hours: go test ./tests/oracle -run AllMasks -masks32 -timeout 48h.
func TestAllMasks(t *testing.T) {
	if !*masks32 {
		t.Skip("only with -masks32")
	}
	var funcs []Func
	for _, args := range []string{
		"-pattern xor-reduce", "-pattern down-reduce -op max -type uint8",
		"-pattern inclusive-scan", "-pattern shfl-down -delta 3",
	} {
		s, err := shflgen.ParseArgs(strings.Fields(args))
		if err != nil {
			t.Fatal(err)
		}
		files, err := gen.Generate(s, gen.Options{Package: "main", Langs: []gen.Lang{gen.Go}})
		if err != nil {
			t.Fatal(err)
		}
		for _, src := range files {
			funcs = append(funcs, Func{s.FuncName(), s, src})
		}
	}
	reports, err := Run(funcs, 1<<32, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range reports {
		if r.Mismatch != "" || r.Calls != 1<<32 {
			t.Errorf("%s: %s after %d calls", r.Name, r.Mismatch, r.Calls)
		}
	}
}

// TestOracleSeesLaneFaults plants faults in an op that gives a lane: the other op,
// the number of another segment's winner, and a winner that is no member.
func TestOracleSeesLaneFaults(t *testing.T) {
	s, err := shflgen.ParseArgs(strings.Fields("-pattern reduce -width 4 -op argmax"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := gen.Generate(s, gen.Options{Package: "main", Langs: []gen.Lang{gen.Go}})
	if err != nil {
		t.Fatal(err)
	}
	src := string(files[s.FileName()+".go"])
	for _, f := range [][2]string{{"max(", "min("}, {"idx[5] = first4", "idx[5] = first0"}, {"won3 & mask", "won3"}, {"&^some0", "&some0"}} {
		altered := strings.Replace(src, f[0], f[1], 1)
		reports, err := Run([]Func{{s.FuncName(), s, []byte(altered)}}, 1<<16, 100)
		if err != nil {
			t.Fatal(err)
		}
		if altered == src || reports[0].Mismatch == "" {
			t.Errorf("%s for %s is not seen", f[1], f[0])
		}
	}
}

// TestOracleSeesFaults plants one, so that silence means something.
func TestOracleSeesFaults(t *testing.T) {
	s, err := shflgen.ParseArgs([]string{"-pattern", "xor-reduce", "-width", "4"})
	if err != nil {
		t.Fatal(err)
	}
	wrong := s
	wrong.Op = shflgen.Or
	files, err := gen.Generate(wrong, gen.Options{Package: "main", Langs: []gen.Lang{gen.Go}})
	if err != nil {
		t.Fatal(err)
	}
	for _, src := range files {
		reports, err := Run([]Func{{wrong.FuncName(), s, src}}, 1<<16, 100)
		if err != nil {
			t.Fatal(err)
		}
		if reports[0].Mismatch == "" {
			t.Error("an or was taken for a sum")
		}
	}
}
