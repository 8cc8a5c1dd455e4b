package oracle

import (
	"bytes"
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
	"github.com/shflgen/shflgen/tests/extent"
)

var masks32 = flag.Bool("masks32", false, "run a few functions on all 2^32 masks")

var every = flag.Int("every", 0, "also run every `n`-th spec of the catalogue; 1 for all")

// TestCompiledGo runs emitted Go over all masks at widths up to 14 (in a usual run 8) and at
// random masks above, for an integer and a float, and over a sample of the
// catalogue.
func TestCompiledGo(t *testing.T) {
	extent.NotQuick(t, "compiles and runs thousands of functions")
	var funcs []Func
	add := func(s spec.Spec) {
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
	var all []spec.Spec
	for s := range catalogue.All() {
		n++
		plain := s.Mask == spec.Member && s.Order == spec.Near && s.Op == spec.Sum
		whole := plain && (s.Type == spec.Int32 || s.Type == spec.Float32 && s.Pattern.Reduces()) &&
			!s.Pattern.Block() && s.Distance() == s.Width/3
		whole = whole || s.HasLane() && s.Pattern == spec.Reduce &&
			(s.Op == spec.ArgMax && s.Type == spec.Float32 && s.Mask == spec.Member && s.Width <= 16 ||
				s.Width == 5 || s.Width == 32) || (s.Pattern.Sorts() || s.Pattern.Counts()) && s.Mask == spec.Member
		switch {
		case n%step == 0:
			add(s)
		case whole:
			all = append(all, s)
		}
	}
	for _, s := range extent.Drawn(t, all, 12, 8) {
		add(s)
	}
	reports, err := Run(funcs, extent.Pick(1<<8, 1<<14), extent.Pick(500, 2000))
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

// TestCompiledActive runs emitted Go of mask mode active: on all masks at every width up to 8
// and on random masks above, for an associative op, an op with a fixed order, and an op on
// integer encodings of floats.
func TestCompiledActive(t *testing.T) {
	extent.NotQuick(t, "compiles and runs thousands of functions")
	extent.OneIn(t, 3, 2)
	var funcs []Func
	widths := extent.Sample([]int{1, 2, 3, 4, 5, 6, 7, 8, 11, 16, 31, 32}, 3)
	odd := 0
	for _, w := range widths {
		odd += w % 2
	}
	for _, p := range spec.Patterns() {
		for _, m := range p.MaskModes() {
			if m != spec.Active || p.Keyed() {
				continue
			}
			for _, w := range widths {
				s := spec.NewSpec(p)
				s.Mask, s.Width = m, w
				floats, keys := s, s
				floats.Type, keys.Type = spec.Float32, spec.Float64
				if p.Reduces() {
					keys.Op = spec.Max
				}
				specs := []spec.Spec{s, floats, keys}
				if !p.Reduces() {
					specs = specs[:1+w%2]
				}
				for _, s := range specs {
					files, err := gen.Generate(s, gen.Options{Package: "main", Langs: []gen.Lang{gen.Go}})
					if err != nil {
						t.Fatal(err)
					}
					for _, src := range files {
						funcs = append(funcs, Func{s.FuncName(), s, src})
					}
				}
			}
		}
	}
	const calls = 2000 // each of a mask: at widths up to 8 of all in turn
	reports, err := Run(funcs, 1<<8, calls)
	if err != nil {
		t.Fatal(err)
	}
	if len(reports) != 4*3*len(widths)+5*(len(widths)+odd) {
		t.Errorf("%d functions, want those of 4 reductions and scans and of 5 moves", len(reports))
	}
	for _, r := range reports {
		if r.Mismatch != "" || r.Calls != calls {
			t.Errorf("%s: %s after %d calls", r.Name, r.Mismatch, r.Calls)
		}
	}
}

// TestCompiledGroups runs emitted Go of groups of equal keys, in each mask mode and with keys of
// 32 and 64 bits, for an associative op, an op with a fixed order, and an op on integer
// encodings of floats.
func TestCompiledGroups(t *testing.T) {
	extent.NotQuick(t, "compiles and runs thousands of functions")
	var funcs []Func
	for _, m := range spec.MaskModes() {
		for i, w := range extent.Pick([]int{1, 3, 8}, []int{1, 2, 3, 5, 8, 13, 32}) {
			s := spec.NewSpec(spec.KeyedReduce)
			s.Mask, s.Width = m, w
			s.Params = spec.KeyedParams{Key: spec.KeyTypes()[i%2]}
			floats, keys := s, s
			floats.Type, keys.Type, keys.Op = spec.Float32, spec.Float64, spec.Max
			all := []spec.Spec{s, keys}
			if w <= 8 {
				all = append(all, floats)
			}
			for _, s := range all {
				files, err := gen.Generate(s, gen.Options{Package: "main", Langs: []gen.Lang{gen.Go}})
				if err != nil {
					t.Fatal(err)
				}
				for _, src := range files {
					funcs = append(funcs, Func{s.FuncName(), s, src})
				}
			}
		}
	}
	const calls = 2000
	reports, err := Run(funcs, 1<<8, calls)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range reports {
		if r.Mismatch != "" || r.Calls != calls {
			t.Errorf("%s: %s after %d calls", r.Name, r.Mismatch, r.Calls)
		}
	}
	if i := slices.IndexFunc(funcs, func(f Func) bool { return f.Spec.Width == 8 }); i >= 0 { // the oracle finds a fault
		altered := funcs[i]
		altered.Src = bytes.Replace(altered.Src, []byte("Combine(key[9], "), []byte("Combine(key[10], "), 1)
		reports, err := Run([]Func{altered}, 1<<8, calls)
		if err != nil || reports[0].Mismatch == "" {
			t.Errorf("the key of another lane: %v %v", err, reports)
		}
	}
}

// TestAllMasks runs a few functions of width 32 on all 2^32 masks. It takes hours:
// go test ./tests/oracle -run AllMasks -masks32 -timeout 48h.
func TestAllMasks(t *testing.T) {
	if !*masks32 {
		t.Skip("only with -masks32")
	}
	var funcs []Func
	for _, args := range []string{
		"-pattern xor-reduce", "-pattern down-reduce -op max -type uint8",
		"-pattern inclusive-scan", "-pattern shfl-down -delta 3",
	} {
		s, err := spec.ParseArgs(strings.Fields(args))
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

// TestOracleSeesWinnerFaults plants faults in argmin and argmax: the other op, the index of
// another segment's winner, and a winner that is not a member.
func TestOracleSeesWinnerFaults(t *testing.T) {
	extent.NotQuick(t, "compiles and runs thousands of functions")
	s, err := spec.ParseArgs(strings.Fields("-pattern reduce -width 4 -op argmax"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := gen.Generate(s, gen.Options{Package: "main", Langs: []gen.Lang{gen.Go}})
	if err != nil {
		t.Fatal(err)
	}
	src := string(files[s.FileName()+".go"])
	for _, f := range [][2]string{{"max(", "min("}, {"idx[5] = first4", "idx[5] = first0"}, {"won3 & mask", "won3"},
		{"&^some0", "&some0"}} {
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

// TestOracleSeesFaults runs functions as other specs. Each must mismatch.
func TestOracleSeesFaults(t *testing.T) {
	extent.NotQuick(t, "compiles and runs thousands of functions")
	for _, test := range []struct{ said, emitted string }{
		{"-pattern xor-reduce -width 4", "-pattern xor-reduce -width 4 -op or"},
		{"-pattern inclusive-scan -width 4 -mask active", "-pattern inclusive-scan -width 4"}, // others get a value too
		{"-pattern down-reduce -width 9 -mask active", "-pattern reduce -width 9 -mask active"},
		{"-pattern reduce -width 7 -mask active", "-pattern reduce -width 8 -mask active"},
	} {
		said, err := spec.ParseArgs(strings.Fields(test.said))
		if err != nil {
			t.Fatal(err)
		}
		emitted, err := spec.ParseArgs(strings.Fields(test.emitted))
		if err != nil {
			t.Fatal(err)
		}
		files, err := gen.Generate(emitted, gen.Options{Package: "main", Langs: []gen.Lang{gen.Go}})
		if err != nil {
			t.Fatal(err)
		}
		for _, src := range files {
			reports, err := Run([]Func{{emitted.FuncName(), said, src}}, 1<<16, 100)
			if err != nil {
				t.Fatal(err)
			}
			if reports[0].Mismatch == "" {
				t.Errorf("%s passed as %s", test.emitted, test.said)
			}
		}
	}
}
