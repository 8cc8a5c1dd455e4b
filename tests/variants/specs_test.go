package variants

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
)

// chosen cover every pattern, mode and order, and every way to compute types and ops.
var chosen = []string{
	"-pattern reduce -width 32 -type int64",
	"-pattern reduce -width 32 -type uint64 -op min -mask full",
	"-pattern reduce -width 32 -type float64 -op maximum",
	"-pattern reduce -width 32 -type float32 -op min",
	"-pattern reduce -width 32 -type bfloat16 -op max",
	"-pattern xor-reduce -width 32",
	"-pattern xor-reduce -width 32 -type uint32 -op max",
	"-pattern xor-reduce -width 32 -op and -mask full",
	"-pattern xor-reduce -width 16 -type uint32 -op prod -order far",
	"-pattern xor-reduce -width 8 -type float32",
	"-pattern xor-reduce -width 8 -type float32 -op prod -order far",
	"-pattern xor-reduce -width 16 -type float64 -op max",
	"-pattern xor-reduce -width 4 -type uint8 -op min",
	"-pattern xor-reduce -width 8 -type int64 -op and -mask full",
	"-pattern xor-reduce -width 8 -type float16",
	"-pattern xor-reduce -width 4 -type bfloat16x2 -op max",
	"-pattern down-reduce -width 7 -type int16 -op max",
	"-pattern down-reduce -width 12 -type uint64 -op or",
	"-pattern down-reduce -width 5 -type float32 -op minimum",
	"-pattern down-reduce -width 31 -type uint16 -op xor",
	"-pattern down-reduce -width 11 -type bfloat16 -op prod -order far",
	"-pattern down-reduce -width 32 -type int8 -op prod -mask full",
	"-pattern inclusive-scan -width 8 -op min",
	"-pattern inclusive-scan -width 13 -type uint8 -op or",
	"-pattern inclusive-scan -width 6 -type float64",
	"-pattern inclusive-scan -width 9 -type float32 -op max",
	"-pattern inclusive-scan -width 16 -type uint32 -op xor -mask full",
	"-pattern inclusive-scan -width 32 -type int16",
	"-pattern exclusive-scan -width 8 -type uint32 -op max",
	"-pattern exclusive-scan -width 10 -type float32 -op prod",
	"-pattern exclusive-scan -width 4 -type float16x2",
	"-pattern exclusive-scan -width 7 -type int64",
	"-pattern exclusive-scan -width 8 -type int8 -op and",
	"-pattern shfl -width 8 -src 3",
	"-pattern shfl -width 6 -src 4 -type int16 -mask full",
	"-pattern shfl-up -width 7 -delta 2 -type float32",
	"-pattern shfl-up -width 8 -delta 3 -type float16",
	"-pattern shfl-down -width 16 -delta 5 -type uint8",
	"-pattern shfl-down -width 6 -delta 4 -type int64",
	"-pattern shfl-xor -width 8 -xor 5 -type float64",
	"-pattern shfl-xor -width 12 -xor 9 -type uint16",
	"-pattern rotate -width 7 -delta -2 -type int64",
	"-pattern rotate -width 16 -delta 3 -type bfloat16x2",
	"-pattern rotate -width 8 -delta 3 -type uint32",
	"-pattern reduce -width 29 -type float64 -op minimum -mask full -order far",
	"-pattern reduce -width 30 -type uint16 -op min -mask full -order far",
	"-pattern keyed-reduce -width 8 -type float32",
	"-pattern keyed-reduce -width 7 -key uint64 -mask full",
	"-pattern keyed-reduce -width 5 -type int16 -op min -mask active",
	"-pattern block-reduce -block 45",
	"-pattern block-reduce -block 96 -type float32",
	"-pattern block-reduce -block 33 -type uint8 -op max -all",
	"-pattern block-reduce -block 70 -type int32 -op min -order far",
	"-pattern block-reduce -block 64 -type uint64 -op xor -mask full",
	"-pattern block-reduce -block 40 -type float16x2 -op min",
}

// emitted is an emitted function.
type emitted struct {
	spec spec.Spec
	src  string
}

func emit(t *testing.T, s spec.Spec) emitted {
	t.Helper()
	files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
	if err != nil {
		t.Fatal(err)
	}
	return emitted{s, Plain(string(files[s.FileName()+".cu"]))}
}

// specs are the chosen specs and every n-th of the catalogue.
func specs(t *testing.T) (all []emitted) {
	for _, args := range chosen {
		s, err := spec.ParseArgs(strings.Fields(args))
		if err != nil {
			t.Fatalf("%s: %v", args, err)
		}
		all = append(all, emit(t, s))
	}
	n := 0
	for s := range catalogue.All() {
		if n++; n%*step == 0 {
			all = append(all, emit(t, s))
		}
	}
	return all
}

// another is a spec with the same signature and another function; false if there is none.
func another(s spec.Spec) (spec.Spec, bool) {
	if s.Lanes() == 1 || s.Width == 1 || s.Pattern == spec.ExclusiveScan && s.Width == 2 {
		return s, false
	}
	o := s
	switch s.Pattern {
	case spec.Shfl:
		o = o.WithDistance((s.Distance() + 1) % s.Width)
	case spec.ShflUp, spec.ShflDown, spec.Rotate:
		o = o.WithDistance(s.Distance() + 1)
	case spec.ShflXor:
		o = o.WithDistance(s.Distance() ^ 1)
	default:
		for _, op := range spec.Ops() {
			if op != s.Op && op.On(s.Type) && op.HasLane() == s.HasLane() {
				o.Op = op
				break
			}
		}
	}
	return o, o != s && o.Validate() == nil
}
