package network

import (
	"fmt"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// TestPiecesInRegisters wants barriers of the warp where long pieces of structs are read 32 bytes at a time, and before
// the shuffles of 64-bit elements side by side, unless every warp is whole. Those around memory are not counted.
func TestPiecesInRegisters(t *testing.T) {
	four := spec.ScalarElement(spec.Int32)
	struct16, err := spec.StructElement([]spec.Field{{Name: "A", Elem: four}, {Name: "B", Elem: four},
		{Name: "C", Elem: four}, {Name: "D", Elem: four}})
	if err != nil {
		t.Fatal(err)
	}
	for args, groups := range map[string][]int{
		"-block 128 -op xor struct":             {4},
		"-block 256 -op xor struct":             {2, 2, 2, 2},
		"-block 128 -type float64":              {8},
		"-block 250 -type float64":              {8, 0},
		"-block 500 -type float64":              {16, 0},
		"-block 500 -type float64 -all":         {16, 0},
		"-block 512 -type float64 -for latency": {16},
		"-block 1024 -type float64":             {32},
		"-block 512 -type float32":              {16},
	} {
		args, isStruct := strings.CutSuffix(args, " struct")
		s := specOf(t, "-pattern block-reduce "+args)
		if isStruct {
			s.Type, s.Elem = spec.Composite, struct16
		}
		n, err := Raked(s)
		if err != nil {
			t.Fatal(err)
		}
		if n, err = Check(n); err != nil {
			t.Fatal(err)
		}
		got := []int{0} // elements that are read between barriers of the warp
		for _, node := range nodes(n) {
			load, _ := node.Expr.(Load)
			switch e, _ := node.Expr.(Barrier); {
			case load.In == Slots:
				got[len(got)-1]++
			case e.OfWarp && SortOf(node) == Element:
				got = append(got, 0)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(groups) {
			t.Errorf("%s: reads %v elements between barriers, want %v", args, got, groups)
		}
	}
}
