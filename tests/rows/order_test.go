package rows

import (
	"flag"
	"fmt"
	"math"
	"math/big"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

var update = flag.Bool("update", false, "write the test vectors of docs/order.md")

const document = "../../docs/order.md"

// section is the title of the table of test vectors, which ends the document.
const section = "### Test vectors of rows\n\n"

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

// result is the reference's result for a row of each input.
func result(t *testing.T, s spec.Spec, rows ...[]uint64) ref.Answer {
	t.Helper()
	if s.Map != nil { // which makes the elements
		rows = append([][]uint64{make([]uint64, s.Cols())}, rows...)
	}
	a, err := ref.Call(s, nil, slices.Concat(rows...))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// vectors are the sizes of the test vectors.
var vectors = []int{1, 2, 5, 31, 33, 100, 129, 1000, 1025, 4096, 4100, 50257, 65537, 1000000}

// types are the types of the test vectors, as the document writes them.
var types = []string{"float32", "float64", "float16", "bfloat16", "float32/float16", "float32/bfloat16"}

// sumOf is the spec of a sum of n elements of a type as the document writes it.
func sumOf(t *testing.T, name string, n int) spec.Spec {
	t.Helper()
	typ, in, stored := strings.Cut(name, "/")
	args := []string{"-pattern", "row-reduce", "-cols", strconv.Itoa(n), "-type", typ}
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

// TestVectors holds the reference against the vectors of the document.
func TestVectors(t *testing.T) {
	old, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(string(old), section)
	head += section
	text := "| n | seed | " + strings.Join(types, " | ") + " |\n| --: | --:" + strings.Repeat(" | ---", len(types)) +
		" |\n"
	for _, n := range vectors {
		text += fmt.Sprintf("| %d | %d", n, seedOf(n))
		for _, name := range types {
			s := sumOf(t, name, n)
			row := make([]uint64, n)
			for i := range row {
				row[i] = element(s.InType(), seedOf(n), i)
			}
			text += fmt.Sprintf(" | %0*x", s.Type.Bits()/4, result(t, s, row).Value[0].Bits)
		}
		text += " |\n"
	}
	if *update {
		if err := os.WriteFile(document, []byte(head+text), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got := string(old[len(head):]); got != text {
		t.Errorf("the vectors of docs/order.md are not those of the reference:\n%s\nwant\n%s", got, text)
	}
}

// TestSumsAreSums compares the vectors' float64 sums with exact ones: the order is one of a sum of
// all elements, each once.
func TestSumsAreSums(t *testing.T) {
	for _, n := range vectors[:len(vectors)-1] {
		s := sumOf(t, "float64", n)
		row, exact := make([]uint64, n), new(big.Float).SetPrec(300)
		for i := range row {
			row[i] = element(s.Type, seedOf(n), i)
			exact.Add(exact, big.NewFloat(math.Float64frombits(row[i])))
		}
		got := math.Float64frombits(result(t, s, row).Value[0].Bits)
		want, _ := exact.Float64()
		if got != want { // elements have 24 bits and exponents a range of 8, so nothing is rounded
			t.Errorf("n %d: %v, want %v", n, got, want)
		}
	}
}

// codeOf is the code of the document.
func codeOf(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile("(?s)```go\n(.*?)```").FindSubmatch(text)
	if m == nil {
		t.Fatal("docs/order.md has no code")
	}
	return string(m[1])
}
