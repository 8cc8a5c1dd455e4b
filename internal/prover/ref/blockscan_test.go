package ref

import (
	"fmt"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// trees is the algebra of an op that tells every tree from every other: an element is the tree
// that made it, and "" is absent.
type trees struct{}

func (trees) Absent() string        { return "" }
func (trees) Present(x string) bool { return x != "" }
func (trees) If(c bool, x, y string) string {
	if c {
		return x
	}
	return y
}
func (trees) Join(x, y string) string {
	if x == "" || y == "" {
		return x + y
	}
	return "(" + x + " " + y + ")"
}
func (t trees) Settle(x string) string {
	if x == "" {
		return "identity"
	}
	return x
}
func (trees) And(a, b bool) bool                { return a && b }
func (trees) Known(b bool) bool                 { return b }
func (trees) Choose(c, a, b bool) bool          { return c && a || !c && b }
func (trees) Better(x, y string) bool           { return x < y }
func (trees) Ordered(x, y string) (_, _ string) { return min(x, y), max(x, y) }
func (trees) Number(n int) int                  { return n }
func (trees) Element(n int) string              { return fmt.Sprint(n) }
func (trees) IfNumber(c bool, x, y int) int {
	if c {
		return x
	}
	return y
}

// TestBlockScan: thread i gets the tree that a block-reduce makes of the members among the threads
// at or before it, or before it.
func TestBlockScan(t *testing.T) {
	for _, block := range []int{1, 2, 3, 31, 32, 33, 63, 64, 65, 77, 96, 129} {
		run := func(p spec.Pattern, members []bool) []string {
			s := spec.NewSpec(p)
			s.Params = spec.BlockParams{Threads: block}
			in := Input[string, bool]{Members: members}
			for i := range block {
				in.Elements = append(in.Elements, fmt.Sprint(i))
			}
			out, err := Run(trees{}, s, in)
			if err != nil {
				t.Fatal(err)
			}
			return out.Value
		}
		members := make([]bool, block)
		for i := range members {
			members[i] = i%5 != 2 && i != 0
		}
		inclusive, exclusive := run(spec.BlockInclusiveScan, members), run(spec.BlockExclusiveScan, members)
		for i := range block {
			among := func(threads int) string {
				some := make([]bool, block)
				copy(some, members[:threads])
				return run(spec.BlockReduce, some)[0]
			}
			if want := among(i + 1); inclusive[i] != want {
				t.Errorf("block %d: thread %d gets %s, want %s", block, i, inclusive[i], want)
			}
			if want := among(i); exclusive[i] != want {
				t.Errorf("block %d: thread %d gets %s of the threads before it, want %s", block, i, exclusive[i], want)
			}
		}
	}
}
