package grids

import (
	"flag"
	"fmt"
	"math"
	"math/big"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

var update = flag.Bool("update", false, "write the test vectors of docs/order.md")

const document = "../../docs/order.md"

// splitMix is element i of a sequence of 64 bits, as the document says.
func splitMix(seed uint64, i int) uint64 {
	z := seed + uint64(i+1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// element is element i of a test vector, as the bits of a type.
func element(t spec.Type, seed uint64, i int) uint64 {
	z := splitMix(seed, i)
	return ref.Encode(t, math.Ldexp(float64(int64(z>>40)-1<<23), int(z&7)-23))
}

// result is the reference's result for an array, or for the arrays that a map makes the elements of.
func result(t testing.TB, s spec.Spec, arrays ...[]uint64) uint64 {
	t.Helper()
	s = s.OfCols(len(arrays[0]))
	if s.Cols() == 0 {
		return ref.Grid(ref.Numbers{Spec: s}, s, nil).Bits
	}
	if s.Map != nil { // which makes the elements
		arrays = append([][]uint64{make([]uint64, s.Cols())}, arrays...)
	}
	a, err := ref.Call(s, nil, slices.Concat(arrays...))
	if err != nil {
		t.Fatal(err)
	}
	return a.Value[0].Bits
}

// firstOf is the reference's result for an array, by an op that gives an element's number.
func firstOf(s spec.Spec, array []uint64) (bits uint64, index int64) {
	if len(array) == 0 {
		return 0, -1
	}
	s = s.OfCols(len(array))
	x := make([]ref.Element, len(array))
	for i, bits := range array {
		if s.In() != spec.AsType {
			bits = widened(s.InType(), bits)
		}
		x[i] = ref.Element{Bits: bits, Present: true}
	}
	out, err := ref.Run(ref.Numbers{Spec: s}, s, ref.Input[ref.Element, bool]{Elements: x})
	if err != nil {
		panic(err)
	}
	return out.Value[0].Bits, int64(int32(out.Numbers[0][0]))
}

// widened is a half as the bits of a float32.
func widened(t spec.Type, x uint64) uint64 {
	if f := ref.Decode(t, x); !math.IsNaN(f) {
		return uint64(math.Float32bits(float32(f)))
	}
	return 0x7fc00000
}

// vectors are the lengths of the test vectors.
var vectors = []int{0, 1, 5, 33, 1000, 4097, 16384, 16385, 65537, 1200000}

// types are the types of the test vectors, as the document writes them.
var types = []string{"float32", "float64", "float16", "bfloat16", "float32/float16", "float32/bfloat16"}

// sumOf is the spec of a sum of a type as the document writes it.
func sumOf(t *testing.T, name string) spec.Spec {
	t.Helper()
	return sumBy(t, spec.GridReduce, name)
}

// sumBy is that of a pattern.
func sumBy(t *testing.T, p spec.Pattern, name string) spec.Spec {
	t.Helper()
	typ, in, stored := strings.Cut(name, "/")
	args := []string{"-pattern", p.String(), "-type", typ}
	if stored {
		args = append(args, "-in", in)
	}
	s, err := spec.ParseArgs(args)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func seedOf(n int) uint64 { return uint64(n)*7 + 1 }

// vector is a test vector.
func vector(s spec.Spec, n int) []uint64 {
	x := make([]uint64, n)
	for i := range x {
		x[i] = element(s.InType(), seedOf(n), i)
	}
	return x
}

// TestVectors holds the reference against the vectors of the document.
func TestVectors(t *testing.T) {
	vectorsIn(t, "### Test vectors of arrays\n\n", spec.GridReduce)
	vectorsIn(t, "### Test vectors of columns\n\n", spec.ColReduce)
}

// vectorsIn holds the reference of a pattern against the table after a heading.
func vectorsIn(t *testing.T, section string, p spec.Pattern) {
	t.Helper()
	old, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(old), section)
	if !ok {
		t.Fatalf("%s has no section %q", document, section)
	}
	_, tail, _ := strings.Cut(rest, "\n\n")
	text := "| n | seed | " + strings.Join(types, " | ") + " |\n| --: | --:" + strings.Repeat(" | ---", len(types)) +
		" |\n"
	for _, n := range vectors {
		text += fmt.Sprintf("| %d | %d", n, seedOf(n))
		for _, name := range types {
			s := sumBy(t, p, name)
			text += fmt.Sprintf(" | %0*x", s.Type.Bits()/4, result(t, s, vector(s, n)))
		}
		text += " |\n"
	}
	if *update {
		if err := os.WriteFile(document, []byte(head+section+text+"\n"+tail), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got, _, _ := strings.Cut(rest, "\n\n"); got+"\n" != text {
		t.Errorf("the vectors of %s are not those of the reference:\n%s\nwant\n%s", document, got, text)
	}
}

// TestSumsAreSums compares the vectors' float64 sums with exact ones: the order is one of a sum of
// all elements, each once.
func TestSumsAreSums(t *testing.T) {
	s := sumOf(t, "float64")
	for _, n := range vectors[1 : len(vectors)-1] {
		array, exact := vector(s, n), new(big.Float).SetPrec(300)
		for _, x := range array {
			exact.Add(exact, big.NewFloat(math.Float64frombits(x)))
		}
		got := math.Float64frombits(result(t, s, array))
		want, _ := exact.Float64()
		if got != want { // elements have 24 bits and exponents a range of 8, so nothing is rounded
			t.Errorf("n %d: %v, want %v", n, got, want)
		}
	}
}

// TestChunks holds the spec's order against the document's, at the lengths where it changes.
func TestChunks(t *testing.T) {
	o := sumOf(t, "float32").GridOrder()
	for n, want := range map[int64]int64{
		0: 16384, 16384: 16384, 16385: 8192, 1 << 21: 8192, 1<<21 + 1: 9216, 1 << 30: 1 << 22, spec.MaxGridElements: 1 << 32,
	} {
		if got := o.Chunk(n); got != want {
			t.Errorf("n %d: chunks of %d, want %d", n, got, want)
		}
	}
	o = sumBy(t, spec.ColReduce, "float32").GridOrder()
	for n, want := range map[int64]int64{
		0: 256, 256: 256, 257: 256, 2048: 256, 2049: 320, 8192: 1024, 65536: 1024, 65537: 1088, 1 << 30: 1 << 24,
	} {
		if got := o.Chunk(n); got != want {
			t.Errorf("%d rows: chunks of %d, want %d", n, got, want)
		}
	}
}

// codeOf is the code of the document: the second one, of an array.
func codeOf(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllSubmatch(text, -1)
	if len(m) < 2 {
		t.Fatal("docs/order.md has no code of an array")
	}
	return string(m[1][1])
}
