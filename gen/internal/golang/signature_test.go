package golang

import (
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"

	"github.com/shflgen/shflgen/spec"
)

func specOf(t *testing.T, args string) spec.Spec {
	t.Helper()
	s, err := spec.ParseArgs(strings.Fields(args))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func signature(sh spec.Shape) string {
	text := jen.Func().Id("f").Params(parameters(sh)...).Add(result(sh)).Block().GoString()
	return strings.TrimSuffix(strings.TrimPrefix(text, "func f"), " {}")
}

func TestSignature(t *testing.T) {
	for args, want := range map[string]string{
		"-pattern reduce -type float32":                            "(mask uint32, v *[32]float32)",
		"-pattern reduce -mask full -type int8":                    "(v *[32]int8)",
		"-pattern shfl-up -delta 1":                                "(mask uint32, v *[32]int32) uint32",
		"-pattern reduce -op argmax -type float16 -mask active":    "(mask uint32, v *[32]uint16, idx *[32]int32)",
		"-pattern keyed-reduce -key uint64":                        "(mask uint32, key *[32]uint64, v *[32]int32)",
		"-pattern batch-reduce -n 1 -mask full -type uint64":       "(v *[1][32]uint64)",
		"-pattern batch-reduce -n 5":                               "(mask uint32, v *[5][32]int32)",
		"-pattern block-reduce -block 100 -type bfloat16x2":        "(mask *[4]uint32, v *[100]uint32)",
		"-pattern block-reduce -block 100 -mask full -type uint16": "(v *[100]uint16)",
	} {
		if got := signature(specOf(t, args).Shape()); got != want {
			t.Errorf("%s: %s, want %s", args, got, want)
		}
	}
}

func TestDoc(t *testing.T) {
	for args, want := range map[string]string{
		"-pattern down-reduce -op argmin": "Every other element of v and idx stays as it is.",
		"-pattern down-reduce":            "Every other element of v stays as it is.",
		"-pattern reduce -mask active":    "A lane that is no member keeps its element.",
		"-pattern reduce -op argmax":      "A segment without members keeps its elements.",
		"-pattern block-reduce -block 45": "Bit i%32 of mask[i/32] makes thread i a member; " +
			"without members the value is the identity.",
		"-pattern batch-reduce -n 4": "BatchReduceSumInt32W32N4: register r of lane i of the warp is v[r][i].",
	} {
		if text := strings.Join(doc(specOf(t, args)), "\n") + "\n"; !strings.Contains(text, want+"\n") {
			t.Errorf("%s: no %q:\n%s", args, want, text)
		}
	}
}
