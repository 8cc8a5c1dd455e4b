package contract

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// TestDistance reads out of the contract who gives a distance and what its values mean, and
// holds the reference to it: at every value from -64 to 64, and about the ends of integers.
func TestDistance(t *testing.T) {
	values := []int64{math.MinInt32, math.MaxInt32, math.MinInt32 + 7, math.MaxInt32 - 7}
	for d := int64(-64); d <= 64; d++ {
		values = append(values, d)
	}
	for _, flags := range []string{
		"shfl -src var -width 8", "shfl -src each -width 12", "shfl-up -delta var",
		"shfl-down -delta var -width 5 -mask active",
		"shfl-xor -xor var -width 16", "rotate -delta var -width 7 -mask full",
	} {
		s := specOf(t, "-pattern "+flags)
		operand, _ := s.Shape().Operand()
		for _, l := range gen.Langs() {
			src := emitted(t, s, l)
			sentence := func(format string, args ...any) bool {
				return strings.Contains(src, "// "+fmt.Sprintf(format, args...)+".\n")
			}
			who := "All lanes pass one " + s.DistanceWords()
			if !operand.Uniform {
				who = "Each lane has a src of its own"
			}
			wraps := sentence("%s, any value; it counts modulo %d, a negative one too: -1 as %d", who, s.Width, s.Width-1)
			ends := sentence("%s, any value; below 0 and from %d on there is no source", who, s.Width)
			if wraps == ends {
				t.Fatalf("%s: what a distance means is not said, or twice:\n%s", flags, src)
			}
			declared := map[gen.Lang]string{gen.Go: operand.Role.Name() + " int)", gen.CUDA: "v, int "}[l]
			if l == gen.Go && !operand.Uniform {
				declared = "src *[32]int32)"
			}
			if !strings.Contains(src, declared) {
				t.Errorf("%s: no parameter %q:\n%s", flags, declared, src)
			}
			for _, d := range values {
				moves := moved(t, s, d)
				switch w := int64(s.Width); {
				case wraps && fmt.Sprint(moves) != fmt.Sprint(moved(t, s, (d%w+w)%w)):
					t.Errorf("%s: %d is not what it is modulo %d", flags, d, w)
				case ends && (d < 0 || d >= w) && moves != nil:
					t.Errorf("%s: %d has sources: lanes %v", flags, d, moves)
				}
			}
		}
	}
}

// moved are the lanes that receive another lane's element by a distance, with all members.
func moved(t *testing.T, s spec.Spec, d int64) (lanes []string) {
	t.Helper()
	sh := s.Shape()
	in := make([]uint64, sh.Inputs())
	for i := range in {
		in[i] = uint64(i)
		if i >= sh.Elements() {
			in[i] = uint64(d)
		}
	}
	out, err := ref.Call(s, []uint32{^uint32(0)}, in)
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range out.Value {
		if x.Bits != uint64(i) {
			lanes = append(lanes, fmt.Sprintf("%d from %d", i, x.Bits))
		}
	}
	return lanes
}
