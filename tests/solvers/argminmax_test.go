package solvers_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/smt"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/solvers"
)

// argMinMax are specs of argmin and argmax at widths that solvers can decide. The scripts
// compare the PTX with a loop over the lanes and assume no law.
var argMinMax = []string{
	"-pattern reduce -width 4 -op argmax -type uint8",
	"-pattern reduce -width 3 -op argmin",
	"-pattern down-reduce -width 5 -op argmin -type int8 -mask full",
	"-pattern xor-reduce -width 2 -op argmax -type float32",
	"-pattern xor-reduce -width 2 -op argmin -type int64",
	"-pattern reduce -width 1 -op argmax -type float64",
}

// argMinMaxFaults are faults in their CUDA.
var argMinMaxFaults = []struct{ spec, was, now string }{
	{argMinMax[0], "__ffs((int)won) - 1", "31 - __builtin_clz(won)"}, // the highest lane of equals
	{argMinMax[0], "member & (x0 == x2)", "x0 == x2"},                // a lane that is not a member
	{argMinMax[1], ": 2147483647;", ": 2147483646;"},
	{argMinMax[1], "lane < 30u ? __ffs((int)won) - 1 : -1", "__ffs((int)won) - 1"},
	{argMinMax[3], "_key(member, v)", "_key(member, -v)"},
	{argMinMax[4], "x0 == x1", "x0 >= x1"},
}

// TestArgMinMax requires unsat for each spec and sat for each fault.
func TestArgMinMax(t *testing.T) {
	solvers.Missing(t)
	var specs []spec.Spec
	for _, args := range argMinMax {
		specs = append(specs, parsed(t, args))
	}
	files := kernels(t, specs)
	var questions solvers.Questions
	add := func(name, want string, s spec.Spec, f *ptx.File, kernel string) {
		script, err := smt.Kernel(s, f, kernel)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		questions.Add(name, script, want)
	}
	for _, s := range specs {
		add(s.FileName(), "unsat", s, files[s.FileName()], kernel(s))
	}
	for i, e := range argMinMaxFaults {
		s := parsed(t, e.spec)
		add(fmt.Sprintf("edit%d_%s", i, s.FileName()), "sat", s, edited(t, s, e.was, e.now), "")
	}
	questions.Ask(t, solvers.Commands)
}

func parsed(t *testing.T, args string) spec.Spec {
	t.Helper()
	s, err := spec.ParseArgs(strings.Fields(args))
	if err != nil {
		t.Fatal(err)
	}
	return s
}
