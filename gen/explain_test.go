package gen_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
)

// TestExplain wants each lowering to be chosen or rejected, once.
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

// TestCostIsEmitted wants the emitted CUDA to call as many intrinsics as the explanation
// counts.
func TestCostIsEmitted(t *testing.T) {
	specs := []spec.Spec{
		specOf(t, "-pattern keyed-reduce -width 5"), specOf(t, "-pattern keyed-reduce -width 32 -mask active -type float16"),
		specOf(t, "-pattern block-reduce -block 1000 -all"), specOf(t, "-pattern batch-reduce -width 7 -n 20 -type uint8"),
		specOf(t, "-pattern reduce -width 24 -op argmax"),
	}
	i := 0
	for s := range catalogue.All() {
		if i++; i%211 == 0 && s.Type.Bits() <= 32 && !s.HasLane() { // a shuffle of 64 bits is one call
			specs = append(specs, s)
		}
	}
	for _, s := range specs {
		s.Arch = spec.SM80
		e, err := gen.Explain(s, gen.CUDA)
		if err != nil {
			t.Fatal(err)
		}
		src := generate(t, s)[s.FileName()+gen.CUDA.Ending()]
		calls := func(name string) int { return bytes.Count(src, []byte(name)) }
		wide := func(of string) int { return (calls(of)*s.Type.Bits() + 127) / 128 } // compilers join what is 16 bytes
		lent := 0                                                                    // pointers into shared memory
		if s.TakesMemory() {
			lent = 1
		}
		got := gen.Cost{
			Shuffles: calls("__shfl_"), Redux: calls("__reduce_"), Matches: calls("__match_any_sync("),
			Votes: calls("__ballot_sync("), Barriers: calls("__syncthreads();") + calls("__syncwarp();"),
			Loads: calls("*reinterpret_cast<const ")*lent + calls(" = partial[") + wide(" = left[") + wide(" = piece[") +
				calls("return whole;") +
				calls(" return slots[") + calls("] = slots[") + calls("] = total;"),
			Stores: calls("    *reinterpret_cast<")*lent + calls("    slots[") + calls("    partial[") +
				calls("    whole = ") + wide("        piece[") + wide("        left[") + calls("  total = "),
			Selects: e.Cost.Selects, Ops: e.Cost.Ops,
		}
		if diff := cmp.Diff(got, *e.Cost); diff != "" {
			t.Errorf("%s: emitted, and explained:\n%s", s.Header(), diff)
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
		"-pattern block-reduce -block 77 -mask full": {Shuffles: 7, Selects: 1, Ops: 10, Stores: 2,
			Loads: 1, Barriers: 2},
		"-pattern block-reduce -block 77 -mask full -type float32 -order far": {Shuffles: 5, Selects: 2, Ops: 7, Stores: 1,
			Loads: 3, Barriers: 2},
		"-pattern rotate -width 12 -delta 5 -mask full": {Shuffles: 1},
	} {
		e, err := gen.Explain(specOf(t, args), gen.CUDA)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, *e.Cost); diff != "" {
			t.Errorf("%s: %s", args, diff)
		}
	}
}

func specOf(t *testing.T, args string) spec.Spec {
	t.Helper()
	s, err := spec.ParseArgs(strings.Fields(args))
	if err != nil {
		t.Fatal(fmt.Errorf("%s: %w", args, err))
	}
	return s
}

// TestExplainScan: the program of a scan stands in an explanation, each function a step.
func TestExplainScan(t *testing.T) {
	s := spec.Spec{Pattern: spec.GridInclusiveScan, Type: spec.Int32, Op: spec.Sum, Mask: spec.Full}
	e, err := gen.Explain(s, gen.CUDA)
	if err != nil {
		t.Fatal(err)
	}
	text := e.String()
	for _, want := range []string{"tree: Lane 0 receives the tree", "sum = shuffle v by idx 0", "  barrier\n",
		"word = relaxed load at from"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if e.Cost != nil {
		t.Errorf("cost %s, though loops depend on the launch", e.Cost)
	}
}

// TestExplainsEachPattern: what is generated is explained.
func TestExplainsEachPattern(t *testing.T) {
	for _, p := range spec.Patterns() {
		s := spec.NewSpec(p)
		if s.Validate() != nil { // it needs more flags
			continue
		}
		for _, l := range gen.Langs() {
			if _, err := gen.Explain(s, l); err != nil {
				if _, refused := gen.Generate(s, gen.Options{Langs: []gen.Lang{l}, Package: "p"}); refused == nil {
					t.Errorf("%s, %s: %v", p, l, err)
				}
			}
		}
	}
}
