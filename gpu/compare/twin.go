package compare

import (
	"bytes"
	"reflect"
	"strings"

	"github.com/shflgen/shflgen/gpu/arrays"
	"github.com/shflgen/shflgen/gpu/twin"
	"github.com/shflgen/shflgen/spec"
)

// twins runs the emitted Go on every call, compares it with the reference and replaces the
// reference's outcomes by the Go's: the GPU is then compared with the Go itself.
func (r *Report) twins(c *calls, f reflect.Value, want []outcome) {
	s, sh := c.spec, c.spec.Shape()
	r.Twins++
	for i := range want {
		w := &want[i]
		got, numbers, preds := c.call(f, i)
		r.TwinCalls++
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

// call makes call i by an emitted Go function: the elements after it, the numbers of the lanes, and the preds.
func (c *calls) call(f reflect.Value, i int) (got []uint64, numbers []int32, preds uint32) {
	sh, in := c.spec.Shape(), c.inOf(i)
	values, beside := in[:sh.Values()], in[sh.Values():]
	if _, ok := sh.Global(); ok {
		return c.callGlobal(f, values, beside), nil, 0
	}
	call := twin.New(f)
	if sh.Masked() {
		addMask(call, sh.Block(), c.maskOf(i))
	}
	if key, ok := sh.Takes(spec.KeyRole); ok {
		call.Memory(arrays.Words(key.Bits/8, beside...))
	}
	layouts := []layout{c.layout}
	if value, ok := sh.Takes(spec.ValueRole); ok { // apart from the elements
		layouts = []layout{{sh.Element().Leaves(), sh.Element().Bits / 8}, {value.Leaves(), value.Bits / 8}}
	}
	var held [][]byte
	at := 0
	for _, l := range layouts {
		var own []uint64
		for slot := 0; slot < len(values); slot += len(c.layout.leaves) {
			own = append(own, values[slot+at:slot+at+len(l.leaves)]...)
		}
		held = append(held, call.Memory(l.pack(own)))
		at += len(l.leaves)
	}
	if operand, ok := sh.Operand(); ok && operand.Uniform {
		call.Number(int64(int32(beside[0])))
	} else if ok {
		call.Memory(arrays.Words(4, beside...))
	}
	if len(sh.Numbers()) > 0 {
		unwritten := bytes.Repeat([]byte{unwritten, 0, 0, 0}, numbersOf(c.spec))
		numbers = arrays.Of[int32](call.Memory(unwritten))
	}
	if results := call.Results(); sh.HasPred() {
		preds = uint32(results[0].Uint())
	}
	for slot := range sh.Elements() {
		for k, l := range layouts {
			got = append(got, l.unpack(held[k][slot*l.size:(slot+1)*l.size])...)
		}
	}
	return got, numbers, preds
}

// addMask adds the mask of a call: of a block its words.
func addMask(call *twin.Call, block bool, mask []uint32) {
	if !block {
		call.Number(int64(mask[0]))
		return
	}
	var words []uint64
	for _, w := range mask {
		words = append(words, uint64(w))
	}
	call.Memory(arrays.Words(4, words...))
}

// callGlobal calls a function that copies elements from one array to another one. Of the memory of a store, what is
// past the elements that are left stays.
func (c *calls) callGlobal(f reflect.Value, values, left []uint64) (got []uint64) {
	from := c.layout.pack(values)
	to, n := bytes.Clone(from), len(from)
	if len(left) > 0 {
		n = min(n, int(uint32(left[0]))*c.layout.size)
	}
	call := twin.New(f)
	if c.spec.Shape().Element().Global != "" {
		clear(to[:n])
		stored := call.Memory(to[:n])
		call.Memory(from)
		call.Results()
		return c.layout.unpack(append(bytes.Clone(stored), to[n:]...))
	}
	clear(to)
	call.Memory(from[:n])
	loaded := call.Memory(to)
	call.Results()
	return c.layout.unpack(loaded)
}
