package gen_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/catalogue"
)

// TestExplain wants what the emitted CUDA calls to be what the explanation counts, and
// each lowering to be chosen or rejected, once.
func TestExplain(t *testing.T) {
	i, lowerings := 0, map[gen.Lang]int{}
	for s := range catalogue.All() {
		if i++; i%1009 != 0 {
			continue
		}
		for _, l := range gen.Langs() {
			e, err := gen.Explain(s, l)
			if err != nil {
				t.Errorf("%s: %v", s.Header(), err)
				continue
			}
			seen := map[string]int{e.Lowering: 1}
			for _, r := range e.Rejected {
				seen[r.Lowering]++
				if r.Reason == "" {
					t.Errorf("%s: %s is rejected without a reason", s.Header(), r.Lowering)
				}
			}
			if e.Variant != nil {
				seen[e.Variant.Lowering]++
			}
			if lowerings[l] == 0 {
				lowerings[l] = len(seen)
			}
			if len(seen) != lowerings[l] {
				t.Errorf("%s: %s: lowerings %v, want %d", s.Header(), l, seen, lowerings[l])
			}
			for name, n := range seen {
				if n != 1 {
					t.Errorf("%s: %s stands %d times", s.Header(), name, n)
				}
			}
		}
	}
}

// TestCost pins costs, one for each kind of instruction.
func TestCost(t *testing.T) {
	for args, want := range map[string]gen.Cost{
		"-pattern xor-reduce -width 32 -mask full":           {Shuffles: 5, Ops: 5},
		"-pattern xor-reduce -width 32 -type int64":          {Shuffles: 10, Ops: 5, Selects: 1},
		"-pattern reduce -width 8 -op argmax -mask full":     {Shuffles: 3, Ops: 3, Votes: 1},
		"-pattern reduce -width 32 -arch sm_80 -type uint64": {Redux: 3, Selects: 1},
		"-pattern batch-reduce -width 32 -n 32 -mask full":   {Shuffles: 31, Ops: 31, Selects: 62},
		"-pattern block-reduce -block 77 -mask full":         {Shuffles: 5, Selects: 3, Ops: 7, Loads: 3, Barriers: 2},
		"-pattern rotate -width 12 -delta 5 -mask full":      {Shuffles: 1},
	} {
		e, err := gen.Explain(spec(t, args), gen.CUDA)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, *e.Cost); diff != "" {
			t.Errorf("%s: %s", args, diff)
		}
	}
}

func spec(t *testing.T, args string) shflgen.Spec {
	t.Helper()
	s, err := shflgen.ParseArgs(strings.Fields(args))
	if err != nil {
		t.Fatal(fmt.Errorf("%s: %w", args, err))
	}
	return s
}
