package compare

import (
	"strings"
	"unsafe"

	"github.com/shflgen/shflgen/gpu/arrays"
	"github.com/shflgen/shflgen/gpu/twin"
)

// twins runs the emitted Go on every call, compares it with the reference and replaces the
// reference's outcomes by the Go's: the GPU is then compared with the Go itself.
func (r *Report) twins(c *calls, f twin.Func, want []outcome) {
	s, sh := c.spec, c.spec.Shape()
	// room for elements of any size, aligned for all, and for numbers
	v := make([]uint64, s.Elements(), s.Elements()+twin.NumbersAt/8+numbersOf(s))
	var numbers []int32
	if len(sh.Numbers()) > 0 {
		numbers = unsafe.Slice((*int32)(unsafe.Add(unsafe.Pointer(&v[0]), twin.NumbersAt)), numbersOf(s))
	}
	var keys []byte // or distances
	beside, ok := besideOf(sh)
	if ok {
		keys = unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(&v[0]), twin.BesideAt)),
			(sh.Inputs()-sh.Values())*beside.Bits/8)
	}
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&v[0])), c.layout.size*s.Elements())
	r.Twins++
	for i := range want {
		w := &want[i]
		copy(bytes, c.layout.pack(c.inOf(i)[:sh.Values()]))
		copy(keys, arrays.Words(beside.Bits/8, c.inOf(i)[sh.Values():]...))
		for lane := range numbers {
			numbers[lane] = unwritten
		}
		preds := f(c.maskOf(i), unsafe.Pointer(&v[0]))
		r.TwinCalls++
		got := c.layout.unpack(bytes)
		for k, g := range got {
			r.TwinComparisons++
			expected, lane := w.out[k], k/len(c.layout.leaves)
			if !w.named[lane] { // Go keeps the lanes that the contract does not name
				expected = c.inOf(i)[k]
			}
			if !c.same(k, g, expected) {
				r.mismatch("%s: mask %#08x lane %d%s: Go %#x, reference %#x, inputs %#x",
					strings.Join(s.Args(), " "), c.maskOf(i), lane, c.layout.leaf(k).Path, g, expected, c.inOf(i))
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
