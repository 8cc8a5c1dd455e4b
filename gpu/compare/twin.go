package compare

import (
	"strings"

	"github.com/shflgen/shflgen/tests/compiled"
)

// twins runs the emitted Go on every call, compares it with the reference and replaces the
// reference's outcomes by the Go's: the GPU is then compared with the Go itself.
func (r *Report) twins(c *calls, f any, want []outcome) {
	s, sh := c.spec, c.spec.Shape()
	call := compiled.NewLanes(f, sh)
	r.Twins++
	for i := range want {
		w := &want[i]
		got, numbers, preds := call.Run(c.maskOf(i), c.inOf(i), unwritten)
		r.TwinCalls++
		for k, g := range got {
			r.TwinComparisons++
			expected, lane := w.out[k], k/len(c.layout.Leaves)
			if !w.named[lane] { // Go keeps the lanes that the contract does not name
				expected = c.inOf(i)[k]
			}
			if !c.same(k, g, expected) {
				r.mismatch("%s: mask %#08x lane %d%s: Go %#x, reference %#x, inputs %#x",
					strings.Join(s.Args(), " "), c.maskOf(i), lane, c.layout.Leaf(k).Path, g, expected, c.inOf(i))
			}
		}
		if sh.HasPred() {
			r.TwinComparisons += s.Elements()
			if preds != w.preds {
				r.mismatch("%s: mask %#08x: Go preds %#08x, reference %#08x, inputs %#x",
					strings.Join(s.Args(), " "), c.maskOf(i), preds, w.preds, c.inOf(i))
			}
		}
		r.compareTwinNumbers(c, i, w, numbers)
		w.out, w.preds = got, preds
	}
}
