// Package mutants_test plants faults in emitted Go, CUDA and PTX. The prover must reject each
// mutant that computes something else. A mutant that is proved (a survivor) is compiled and
// run: it must agree with the reference.
package mutants_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/tests/mutate"
	"github.com/shflgen/shflgen/tests/oracle"
	"github.com/shflgen/shflgen/verify"
)

var (
	perKind      = flag.Int("per-kind", 1, "plant `n` mutants of each kind in each emitted function")
	survivorsDir = flag.String("survivors", "",
		"write mutants of warp functions that are proved equal to this `folder`, as PTX")
)

// allSpecs cover every pattern and every way to compute types and ops.
var allSpecs = []string{
	"-pattern reduce -width 32 -type int16 -op max",
	"-pattern reduce -width 32 -type int64",
	"-pattern reduce -width 32 -type float64 -op max",
	"-pattern reduce -width 12 -type float32",
	"-pattern xor-reduce -width 16",
	"-pattern xor-reduce -width 8 -type float32",
	"-pattern xor-reduce -width 8 -type float32 -op prod -order far",
	"-pattern xor-reduce -width 4 -type float64 -op max",
	"-pattern xor-reduce -width 4 -type uint8 -op min",
	"-pattern xor-reduce -width 8 -type float16 -op sum",
	"-pattern xor-reduce -width 4 -type bfloat16x2 -op max",
	"-pattern xor-reduce -width 8 -type int64 -op and -mask full",
	"-pattern down-reduce -width 7 -type int16 -op max",
	"-pattern down-reduce -width 12 -type uint64 -op or",
	"-pattern down-reduce -width 5 -type float32 -op minimum",
	"-pattern down-reduce -width 31 -type uint16 -op xor",
	"-pattern down-reduce -width 11 -type bfloat16 -op prod -order far",
	"-pattern down-reduce -width 32 -type int8 -op prod -mask full",
	"-pattern inclusive-scan -width 8 -op min",
	"-pattern inclusive-scan -width 6 -type float64",
	"-pattern inclusive-scan -width 9 -type float32 -op max",
	"-pattern inclusive-scan -width 16 -type uint32 -op xor -mask full",
	"-pattern exclusive-scan -width 8 -type uint32 -op max",
	"-pattern exclusive-scan -width 10 -type float32 -op prod",
	"-pattern exclusive-scan -width 4 -type float16x2 -op sum",
	"-pattern exclusive-scan -width 7 -type int64 -op sum",
	"-pattern shfl -width 8 -src 3",
	"-pattern shfl-up -width 7 -delta 2 -type float32",
	"-pattern shfl-down -width 16 -delta 5 -type uint8",
	"-pattern shfl-xor -width 8 -xor 5 -type float64",
	"-pattern shfl-xor -width 12 -xor 9 -type uint16",
	"-pattern rotate -width 7 -delta -2 -type int64",
	"-pattern rotate -width 16 -delta 3 -type float16",
	"-pattern batch-reduce -width 4 -n 3",
	"-pattern batch-reduce -width 5 -n 7 -type float32 -all",
	"-pattern batch-reduce -width 16 -n 9 -type float16 -mask full",
	"-pattern array-exchange -width 4 -n 2 -xor 3",
	"-pattern array-exchange -width 8 -n 3 -xor 1 -type int16 -mask full",
	"-pattern swap -width 8 -n 2 -xor 2 -first 0 -second 1 -type float32",
	"-pattern transpose -width 4 -n 3 -type uint8",
	"-pattern transpose -width 8 -n 2 -inverse -mask full",
	"-pattern transpose -width 8 -n 8 -type int16 -mask full",
	"-pattern transpose -width 4 -n 2 -memory shared -inverse",
	"-pattern permute -width 5 -perm 4,2,0,1,1 -type float64",
	"-pattern permute -width 4 -n 2 -perm 3,7,2,1,0,4,6,5",
	"-pattern sort -width 8",
	"-pattern sort -width 5 -n 2 -type float32 -mask full -descending",
	"-pattern sort -width 3 -type uint64",
	"-pattern compact -width 8",
	"-pattern compact -width 5 -n 2 -memory none -type float32",
	"-pattern rank -width 4",
	"-pattern rank -width 3 -key uint64 -mask active",
	"-pattern sort -width 5 -type float32 -from",
	"-pattern sort -width 4 -type float32 -value int16",
	"-pattern topk -width 5 -n 2 -k 3",
	"-pattern topk -width 32 -k 3 -type float32 -arch sm_90",
	"-pattern select -width 8 -k 3 -type int8 -mask full -descending",
	"-pattern keyed-reduce -width 4",
	"-pattern keyed-reduce -width 3 -type float32 -mask active",
	"-pattern keyed-reduce -width 2 -type uint64 -op min -key uint64 -mask full",
	"-pattern block-reduce -block 45",
	"-pattern block-reduce -block 96 -type float32",
	"-pattern block-reduce -block 33 -type uint8 -op max -all",
	"-pattern block-reduce -block 70 -type int32 -op min -order far",
	"-pattern block-reduce -block 64 -n 2 -type float32",
	"-pattern reduce -width 4 -type float32 -op argmax",
	"-pattern reduce -width 11 -type uint8 -op argmin -mask full",
	"-pattern down-reduce -width 7 -op argmin",
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 5)) }

// verdict is the prover's verdict of a mutant.
type verdict struct {
	mutate.Mutant
	spec     spec.Spec
	survived bool
	how      string // proved, or how it was rejected
}

func TestMutants(t *testing.T) {
	extent.NotQuick(t, "thousands of proofs")
	all := plant(t)
	judge(all)
	kinds := map[string]bool{}
	how := map[string]int{}
	var survivors []verdict
	for _, v := range all {
		kinds[v.Kind] = true
		how[v.how]++
		if v.survived {
			survivors = append(survivors, v)
		}
	}
	settle(t, survivors)
	t.Logf("%d mutants of %d kinds: %d refuted by a counterexample that replays, %d refused by "+
		"the reader, %d not proved, %d equivalent",
		len(all), len(kinds), how["refuted"], how["refused"], how["not proved"], len(survivors))
	if want := extent.Pick(500, 800); len(kinds) < 40 || len(all) < want {
		t.Errorf("%d mutants of %d kinds, want %d of 40", len(all), len(kinds), want)
	}
}

// plant makes the mutants of specs that are drawn, in their order.
func plant(t *testing.T) []verdict {
	specs := extent.Drawn(t, allSpecs, 3, 2)
	bySpec := make([][]verdict, len(specs))
	parallel(len(specs), func(i int) {
		s, err := spec.ParseArgs(strings.Fields(specs[i]))
		if err != nil {
			t.Error(err)
			return
		}
		files, err := gen.Generate(s, gen.Options{Package: "main", Langs: []gen.Lang{gen.Go}})
		if err != nil {
			t.Error(err)
			return
		}
		for _, src := range files {
			mutants, err := mutate.Plant(src, *perKind, uint64(i))
			if err != nil {
				t.Error(err)
				return
			}
			for _, m := range mutants {
				bySpec[i] = append(bySpec[i], verdict{Mutant: m, spec: s})
			}
		}
	})
	return slices.Concat(bySpec...)
}

// judge runs the prover on every mutant.
func judge(all []verdict) {
	parallel(len(all), func(i int) {
		v := &all[i]
		switch r, err := verify.Prove(context.Background(), verify.Subject{Path: "mutant.go", Src: v.Src},
			verify.Options{Alone: true}); {
		case err != nil:
			v.how = "refused"
		case r.Verdict == verify.Proved:
			v.how, v.survived = "proved", true
		default:
			v.how = r.Verdict.String()
		}
	})
}

// settle compiles the survivors and compares them with the reference. A difference is a false
// proof.
func settle(t *testing.T, survivors []verdict) {
	var funcs []oracle.Func
	for i, v := range survivors {
		name := v.spec.FuncName()
		unique := fmt.Sprintf("M%d%s", i, name)
		src := strings.ReplaceAll(string(v.Src), name, unique)
		src = strings.ReplaceAll(src, strings.ToLower(name[:1])+name[1:], strings.ToLower(unique[:1])+unique[1:])
		funcs = append(funcs, oracle.Func{Name: unique, Spec: v.spec, Src: []byte(src)})
	}
	reports, err := oracle.Run(funcs, 1<<16, 5000)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for i, r := range reports {
		v := survivors[i]
		line := fmt.Sprintf("%s:%d: %s: %.60s → %.60s", v.spec.FuncName(), v.Line, v.Kind,
			strings.Join(strings.Fields(v.Was), " "), strings.Join(strings.Fields(v.Now), " "))
		if r.Mismatch != "" {
			t.Errorf("proved, but wrong: %s: %s", line, r.Mismatch)
			continue
		}
		lines = append(lines, fmt.Sprintf("equivalent: %s: the same in %d calls of the compiled mutant", line, r.Calls))
	}
	sort.Strings(lines)
	for _, line := range lines {
		t.Log(line)
	}
}
