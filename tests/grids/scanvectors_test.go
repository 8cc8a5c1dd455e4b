package grids

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"os"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// scanVectors are the lengths of the test vectors of scans: at the ends of pieces, rows, strips, tiles, nodes.
var scanVectors = []int{1, 5, 33, 129, 1000, 1025, 4096, 4097, 135169, 1200000}

// scanned is the reference's scan of an array of floats.
func scanned(typ spec.Type, exclusive bool, array []uint64) []uint64 {
	s := spec.NewSpec(spec.GridInclusiveScan)
	s.Type = typ
	x := make([]ref.Element, len(array))
	for i, bits := range array {
		x[i] = ref.Element{Bits: bits, Present: true}
	}
	out := make([]uint64, len(x))
	for i, e := range ref.GridScan(ref.Numbers{Spec: s}, s, exclusive, x) {
		if e.Present {
			out[i] = e.Bits
		} else {
			out[i] = 1 << (typ.Bits() - 1) // the identity of a sum, -0
		}
	}
	return out
}

// digest is FNV-1a of the bytes of an array, as the document says.
func digest(typ spec.Type, array []uint64) uint64 {
	h := fnv.New64a()
	for _, x := range array {
		h.Write(binary.LittleEndian.AppendUint64(nil, x)[:typ.Bits()/8])
	}
	return h.Sum64()
}

// scanVector is a line of the test vectors of scans of some types.
func scanVector(n int, types [2]spec.Type) string {
	line := fmt.Sprintf("| %d | %d", n, seedOf(n))
	for _, typ := range types {
		x := make([]uint64, n)
		for i := range x {
			x[i] = element(typ, seedOf(n), i)
		}
		inclusive, exclusive := scanned(typ, false, x), scanned(typ, true, x)
		line += fmt.Sprintf(" | %0*x | %016x | %016x", typ.Bits()/4, inclusive[n-1], digest(typ, inclusive),
			digest(typ, exclusive))
	}
	return line + " |\n"
}

// TestScanVectors holds the reference against the vectors of the document.
func TestScanVectors(t *testing.T) {
	old, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	text := string(old)
	for _, types := range [][2]spec.Type{{spec.Float32, spec.Float64}, {spec.Float16, spec.Bfloat16}} {
		heading := fmt.Sprintf("| n | seed | %s: last | inclusive | exclusive | %s: last | inclusive | exclusive |\n",
			types[0], types[1])
		head, rest, ok := strings.Cut(text, heading)
		if !ok {
			t.Fatalf("%s has no table %q", document, heading)
		}
		lines := "| --: | --:" + strings.Repeat(" | ---", 6) + " |\n"
		kept := strings.SplitAfter(rest, "\n")[1:] // the table as it is, below the line of dashes
		for i, n := range scanVectors {
			if n > 200_000 && extent.Of() != extent.Full && !*update { // seconds each
				lines += kept[i]
			} else {
				lines += scanVector(n, types)
			}
		}
		_, tail, _ := strings.Cut(rest, "\n\n")
		text = head + heading + lines + "\n" + tail
	}
	if *update {
		if err := os.WriteFile(document, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if text != string(old) {
		t.Errorf("the vectors of %s are not those of the reference; want\n%s", document, text)
	}
}
