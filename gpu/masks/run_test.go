package masks

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// TestCompared counts the lanes that the reference names, mask by mask.
func TestCompared(t *testing.T) {
	for _, flags := range []string{
		"-pattern reduce -width 7 -mask active", "-pattern down-reduce -width 7 -mask active",
		"-pattern down-reduce -width 1 -mask active", "-pattern down-reduce -width 32 -mask active",
		"-pattern exclusive-scan -width 3 -mask active", "-pattern down-reduce -width 3",
		"-pattern inclusive-scan -width 5",
	} {
		s, err := spec.ParseArgs(strings.Fields(flags))
		if err != nil {
			t.Fatal(err)
		}
		for _, from := range []uint32{0, 1 << 13} {
			sum := compared(s, uint64(from))
			for mask := from; mask < from+600; mask++ {
				if got := compared(s, uint64(mask)); got != sum {
					t.Fatalf("%s: %d lanes on the masks below %#x, want %d", flags, got, mask, sum)
				}
				want, err := ref.Call(s, []uint32{mask}, make([]uint64, spec.WarpSize))
				if err != nil {
					t.Fatal(err)
				}
				for lane, named := range want.Named {
					if named && want.Gets[lane] {
						sum++
					}
				}
			}
		}
	}
	// Each lane is a member in half of all masks.
	s := spec.NewSpec(spec.Reduce)
	s.Mask = spec.Active
	if got, want := compared(s, All), uint64(16*All); got != want {
		t.Errorf("reduce: %d lanes on all masks, want %d", got, want)
	}
	s.Pattern, s.Width = spec.DownReduce, 31
	if got, want := compared(s, All), uint64(All-2+All/2); got != want {
		t.Errorf("down-reduce: %d lanes on all masks, want %d", got, want)
	}
}
