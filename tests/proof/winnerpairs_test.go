package proof_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// moves is a function by hand that moves an element and its lane's number, and keeps the better of two each time.
type moves struct {
	name, args string
	step       string // of a loop; "": by the usual comparison
	shuffle    string // "": xor
	loop       string // "": from 16 to 1
	right      bool
}

const (
	greater = "if (o > v || o == v && j < i) { v = o; i = j; }"
	less    = "if (o < v || o == v && j < i) { v = o; i = j; }"
	upwards = "int d = 1; d < 32; d *= 2"

	anyMax   = "-pattern reduce -op argmax"
	anyMin   = "-pattern reduce -op argmin"
	firstMax = "-pattern down-reduce -op argmax"
	firstMin = "-pattern down-reduce -op argmin"
)

var moved = []moves{
	{name: "a butterfly", args: anyMax, step: greater, right: true},
	{name: "the least", args: anyMin, step: less, right: true},
	{name: "unsigned", args: anyMax + " -type uint32", step: greater, right: true},
	{name: "64 bits", args: anyMin + " -type int64", step: less, right: true},
	{name: "unsigned, 64 bits", args: anyMax + " -type uint64", step: greater, right: true},
	{name: "neighbours first", args: anyMax, step: greater, loop: upwards, right: true},
	{name: "a tree", args: firstMax, step: greater, shuffle: "down", right: true},
	{name: "a tree of neighbours", args: firstMin + " -type uint32",
		step: less, shuffle: "down", loop: upwards, right: true},
	{name: "a tree in the order of lanes", args: firstMax,
		step: "if (o > v) { v = o; i = j; }", shuffle: "down",
		loop: upwards, right: true},
	{name: "in two steps", args: anyMax,
		step: "if (o > v) { v = o; i = j; } else if (o == v && j < i) i = j;", right: true},
	{name: "the least number", args: anyMax,
		step: "i = o > v ? j : o == v ? min(i, j) : i; v = max(v, o);", right: true},
	{name: "a condition first", args: anyMin,
		step:  "bool b = o < v || o == v && j < i; v = b ? o : v; i = b ? j : i;",
		right: true},
	{name: "unless the own is better", args: anyMax,
		step: "if (!(v > o || v == o && i <= j)) { v = o; i = j; }", right: true},
	{name: "a number twice", args: anyMax,
		step: "if (o > v || o == v && j <= i) { v = o; i = j; }", right: true},

	{name: "the highest lane of equals", args: anyMax,
		step: "if (o > v || o == v && j > i) { v = o; i = j; }"},
	{name: "the own lane of equals", args: anyMax, step: "if (o > v) { v = o; i = j; }"},
	{name: "the other lane of equals", args: anyMin, step: "if (o <= v) { v = o; i = j; }"},
	{name: "an index that is not moved", args: anyMax, step: "if (o > v || o == v && j < i) v = o;"},
	{name: "the index of the partner", args: anyMax,
		step: "if (o > v || o == v && j < i) { v = o; i = threadIdx.x % 32 ^ d; }"},
	{name: "the worse", args: anyMax, step: less},
	{name: "by other signs", args: anyMax,
		step: "if ((unsigned)o > (unsigned)v || o == v && j < i) { v = o; i = j; }"},
	{name: "a step left out", args: anyMax, step: greater, loop: "int d = 16; d > 1; d /= 2"},
	{name: "the lower lane of all", args: anyMax, step: "if (o > v || j < i) { v = o; i = j; }"},
	{name: "better and lower", args: anyMax, step: "if (o > v && j < i) { v = o; i = j; }"},
	{name: "a tree for every lane", args: anyMax, step: greater, shuffle: "down"},
	{name: "a tree out of the order of lanes", args: firstMax,
		step: "if (o > v) { v = o; i = j; }", shuffle: "down"},

	// A NaN is neither greater nor equal, and -0 equals +0: the reference passes over a NaN, and orders -0 before +0.
	{name: "floats", args: anyMax + " -type float32", step: greater},
	{name: "the least of floats", args: anyMin + " -type float64", step: less},
	{name: "floats, a NaN loses", args: anyMax + " -type float32",
		step: "if (o > v || o == v && j < i || v != v && o == o) { v = o; i = j; }"},
}

var scalars = map[spec.Type]string{spec.Int32: "int", spec.Uint32: "unsigned", spec.Int64: "long long",
	spec.Uint64: "unsigned long long", spec.Float32: "float", spec.Float64: "double"}

// TestWinnerPairs proves functions that move elements with the numbers of their lanes, by each compiler. A call on
// numbers shows which are wrong.
func TestWinnerPairs(t *testing.T) {
	extent.NotQuick(t, "compiles and proves CUDA")
	var compilers []string
	if _, err := compile.FindClang(); err != nil {
		extent.Missing(t, err)
	} else {
		compilers = append(compilers, "clang")
	}
	if _, err := compile.FindNVCC(); err != nil {
		extent.LeftOut(t, err)
	} else {
		compilers = append(compilers, "nvcc")
	}
	for _, m := range extent.Drawn(t, moved, 4, 2) {
		s, err := spec.ParseOwn(strings.Fields(m.args + " -mask full -name f"))
		if err != nil {
			t.Fatal(err)
		}
		src := m.source(scalars[s.Type])
		for _, c := range compilers {
			r, err := verify.Prove(t.Context(), verify.Subject{Path: "f.cu", Src: []byte(src)},
				verify.Options{Spec: &s, Compilers: []string{c}, Arches: []string{"sm_90"}})
			want := verify.Refuted
			if m.right {
				want = verify.Proved
			}
			if err != nil || r.Verdict != want {
				t.Errorf("%s by %s: %v %v\n%s", m.name, c, r, err, src)
			}
		}
	}
}

func (m moves) source(scalar string) string {
	shuffle, loop := "xor", "int d = 16; d > 0; d /= 2"
	if m.shuffle != "" {
		shuffle = m.shuffle
	}
	if m.loop != "" {
		loop = m.loop
	}
	return fmt.Sprintf(`__device__ %[1]s f(%[1]s v, int *idx)
{
    int i = threadIdx.x %% 32;
    for (%[2]s) {
        %[1]s o = __shfl_%[3]s_sync(0xffffffffu, v, d);
        int j = __shfl_%[3]s_sync(0xffffffffu, i, d);
        %[4]s
    }
    *idx = i;
    return v;
}
`, scalar, loop, shuffle, m.step)
}
