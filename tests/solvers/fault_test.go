package solvers_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/smt"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/solvers"
)

// wrongPairs are pairs of specs: the second one's PTX is checked against the first.
var wrongPairs = [][2]string{
	{"-pattern xor-reduce -width 8", "-pattern xor-reduce -width 8 -op xor"},
	{"-pattern xor-reduce -width 8", "-pattern xor-reduce -width 4"},
	{"-pattern xor-reduce -width 4 -op and -type uint64", "-pattern xor-reduce -width 4 -op or -type uint64"},
	{"-pattern xor-reduce -width 4 -op prod -type uint16", "-pattern xor-reduce -width 4 -op sum -type uint16"},
	{"-pattern xor-reduce -width 8 -type float32 -op prod", "-pattern xor-reduce -width 8 -type float32"},
	{"-pattern xor-reduce -width 4 -type float32 -op min", "-pattern xor-reduce -width 4 -type float32 -op max"},
	{"-pattern xor-reduce -width 4 -type float64 -op minimum", "-pattern xor-reduce -width 4 -type float64 -op min"},
	{"-pattern xor-reduce -width 4 -type float32 -op max", "-pattern xor-reduce -width 4 -type float32 -op maximum"},
	{"-pattern xor-reduce -width 8 -type float32", "-pattern xor-reduce -width 8 -type float32 -order far"},
	{"-pattern down-reduce -width 7", "-pattern down-reduce -width 6"},
	{"-pattern down-reduce -width 5 -type int16 -op max", "-pattern down-reduce -width 5 -type int16 -op min"},
	{"-pattern down-reduce -width 7 -type float64 -mask full",
		"-pattern down-reduce -width 7 -type float64 -mask full -order far"},
	{"-pattern down-reduce -width 3 -type float32 -order far", "-pattern down-reduce -width 3 -type float32"},
	{"-pattern inclusive-scan -width 6 -type int64", "-pattern exclusive-scan -width 6 -type int64"},
	{"-pattern exclusive-scan -width 6 -type float32", "-pattern inclusive-scan -width 6 -type float32"},
	{"-pattern inclusive-scan -width 8 -type float64", "-pattern inclusive-scan -width 8 -type float64 -order far"},
	{"-pattern inclusive-scan -width 5 -type uint8 -op min", "-pattern inclusive-scan -width 5 -type uint8 -op max"},
	{"-pattern exclusive-scan -width 4 -type int8 -op sum", "-pattern exclusive-scan -width 5 -type int8 -op sum"},
	{"-pattern shfl -width 8 -src 3", "-pattern shfl -width 8 -src 4"},
	{"-pattern shfl-up -width 8 -delta 2 -type float64", "-pattern shfl-up -width 8 -delta 1 -type float64"},
	{"-pattern shfl-down -width 8 -delta 2", "-pattern shfl-up -width 8 -delta 2"},
	{"-pattern shfl-down -width 7 -delta 2 -type uint8", "-pattern shfl-down -width 8 -delta 2 -type uint8"},
	{"-pattern shfl-xor -width 8 -xor 5 -type uint16", "-pattern shfl-xor -width 8 -xor 4 -type uint16"},
	{"-pattern rotate -width 7 -delta -2", "-pattern rotate -width 7 -delta 2"},
	{"-pattern rotate -width 5 -delta 1 -type int64", "-pattern rotate -width 6 -delta 1 -type int64"},
	{"-pattern block-reduce -block 33", "-pattern block-reduce -block 33 -op or"},
	{"-pattern block-reduce -block 40 -type float32", "-pattern block-reduce -block 40 -type float32 -order far"},
	{"-pattern block-reduce -block 33 -all -type int64 -for latency",
		"-pattern block-reduce -block 33 -type int64 -for latency"},
	{"-pattern down-reduce -width 4 -type float16", "-pattern down-reduce -width 4 -type float16 -order far"},
	{"-pattern xor-reduce -width 4 -type bfloat16x2 -op min", "-pattern xor-reduce -width 4 -type bfloat16x2 -op minimum"},
}

// edits are faults in the text of emitted functions.
var edits = []struct{ spec, was, now string }{
	{"-pattern xor-reduce -width 4 -type float32", "0x80000000", "0"}, // the identity is -0
	{"-pattern down-reduce -width 4 -type int32 -op max", "(-2147483647 - 1)", "2147483647"},
	{"-pattern xor-reduce -width 8 -op and", "-1", "0"},
	{"-pattern inclusive-scan -width 4 -type uint32", "0xffffffffu", "mask"}, // lanes outside of the mask
	{"-pattern xor-reduce -width 8 -type uint32", ", 2);", ", 1);"},
}

// TestPlantedFaults requires sat where the PTX does not compute the spec.
func TestPlantedFaults(t *testing.T) {
	solvers.Missing(t)
	halves := halves(t)
	var wanted, offered []spec.Spec
	seen := map[string]bool{}
	var distinct []spec.Spec
	for _, pair := range wrongPairs {
		want, offer := parsed(t, pair[0]), parsed(t, pair[1])
		if want.Type.Half() && !halves {
			continue
		}
		wanted, offered = append(wanted, want), append(offered, offer)
		if name := offer.FileName(); !seen[name] {
			seen[name] = true
			distinct = append(distinct, offer)
		}
	}
	files := kernels(t, distinct)
	var questions solvers.Questions
	for i, want := range wanted {
		offer := offered[i]
		script, err := smt.Kernel(want, files[offer.FileName()], kernel(offer))
		if err != nil {
			t.Errorf("%s for %s: %v", offer.FileName(), want.FileName(), err)
			continue
		}
		questions.Add(fmt.Sprintf("fault%d_%s", i, want.FileName()), script, "sat")
	}
	for i, e := range edits {
		s := parsed(t, e.spec)
		script, err := smt.Kernel(s, edited(t, s, e.was, e.now), "")
		if err != nil {
			t.Errorf("%s: %s for %s: %v", s.FileName(), e.now, e.was, err)
			continue
		}
		questions.Add(fmt.Sprintf("edit%d_%s", i, s.FileName()), script, "sat")
	}
	questions.Ask(t, solvers.Commands)
	t.Logf("%d faults", len(questions))
}

// edited is the PTX of an emitted function after was is replaced by now.
func edited(t *testing.T, s spec.Spec, was, now string) *ptx.File {
	t.Helper()
	clang, err := compile.FindClang()
	if err != nil {
		t.Fatal(err)
	}
	files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
	if err != nil {
		t.Fatal(err)
	}
	header, body, _ := bytes.Cut(files[s.FileName()+".cu"], []byte("\n{\n"))
	if !bytes.Contains(body, []byte(was)) {
		t.Fatalf("%s lacks %q:\n%s", s.FileName(), was, body)
	}
	body = bytes.ReplaceAll(body, []byte(was), []byte(now))
	code, err := clang.One(s, append(append(header, "\n{\n"...), body...), *arch)
	if err != nil {
		t.Fatal(err)
	}
	f, err := ptx.Read(s.FileName(), code)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
