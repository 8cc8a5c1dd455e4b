package exec

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// In a block of n threads with an unknown shape, a thread knows its number,
//
//	tid.x + ntid.x*tid.y + ntid.x*ntid.y*tid.z
//
// and no more. Special registers are the six unknowns of a polynomial modulo 2^32, and one that is a multiple of this
// sum, and a constant, is a number. Results are therefore the same for every shape with that many threads: no other
// value that depends on a shape is ever a number.

// power is a product of the unknowns: how often each occurs.
type power [6]uint8

// unknowns are the special registers of a power, in order.
var unknowns = [...]string{"%tid.x", "%tid.y", "%tid.z", "%ntid.x", "%ntid.y", "%ntid.z"}

// The products that the thread's number, and the number of threads, are made of.
var (
	column  = power{0: 1}
	row     = power{1: 1, 3: 1}
	layer   = power{2: 1, 3: 1, 4: 1}
	threads = power{3: 1, 4: 1, 5: 1}

	flatThreads = power{3: 1, 4: 1} // where tid.z is 0 and ntid.z is 1
)

// maxPowers bounds a polynomial: those of thread numbers have three products.
const maxPowers = 64

// shaped is a value of 32 bits that depends on the block's shape. One polynomial is
// one pointer.
type shaped struct {
	sum  map[power]uint32 // coefficients, none of them 0
	text string
}

// Width is the number of bits.
func (*shaped) Width() int { return 32 }

// String is the polynomial.
func (s *shaped) String() string { return s.text }

// coordinate is a special register of the block's shape.
func (t *thread) coordinate(name string) bv.Value {
	switch {
	case t.m.launch.flat() && name == "%tid.z":
		return t.m.Dom.Const(32, 0)
	case t.m.launch.flat() && name == "%ntid.z":
		return t.m.Dom.Const(32, 1)
	}
	var p power
	p[slices.Index(unknowns[:], name)] = 1
	return t.polynomial(map[power]uint32{p: 1})
}

// polynomial is the value of a sum for the thread: a number where the shape does not
// matter.
func (t *thread) polynomial(sum map[power]uint32) bv.Value {
	m, threads := t.m, threads
	flat := m.launch.flat()
	if flat {
		threads = flatThreads
	}
	if c := sum[column]; c != 0 && sum[row] == c && (flat || sum[layer] == c) {
		delete(sum, column)
		delete(sum, row)
		delete(sum, layer)
		sum[power{}] += c * uint32(t.number)
	}
	if c := sum[threads]; c != 0 {
		delete(sum, threads)
		sum[power{}] += c * uint32(m.launch.ofBlock())
	}
	maps.DeleteFunc(sum, func(_ power, c uint32) bool { return c == 0 })
	if len(sum) == 0 || len(sum) == 1 && sum[power{}] != 0 {
		return m.Dom.Const(32, uint64(sum[power{}]))
	}
	if len(sum) > maxPowers {
		stop("too long a sum of thread numbers")
	}
	var parts []string
	for _, p := range slices.SortedFunc(maps.Keys(sum), func(a, b power) int { return slices.Compare(a[:], b[:]) }) {
		var factors []string
		if c := sum[p]; c != 1 || p == (power{}) {
			factors = append(factors, fmt.Sprint(c))
		}
		for i, n := range p {
			factors = append(factors, slices.Repeat([]string{unknowns[i]}, int(n))...)
		}
		parts = append(parts, strings.Join(factors, "*"))
	}
	text := strings.Join(parts, " + ")
	if m.shapes[text] == nil {
		if m.shapes == nil {
			m.shapes = map[string]*shaped{}
		}
		m.shapes[text] = &shaped{sum, text}
	}
	return m.shapes[text]
}

// onShape is op on values if one depends on the block's shape; no where none does, or the other is no number.
func (t *thread) onShape(op bv.IntOp, a, b bv.Value) (bv.Value, bool) {
	p, left := t.sumOf(a)
	q, right := t.sumOf(b)
	_, shapedA := a.(*shaped)
	_, shapedB := b.(*shaped)
	if !left || !right || !shapedA && !shapedB {
		return nil, false
	}
	sum := map[power]uint32{}
	switch op {
	case bv.Add, bv.Sub:
		maps.Copy(sum, p)
		for k, c := range q {
			if op == bv.Sub {
				c = -c
			}
			sum[k] += c
		}
	case bv.Mul:
		for k, c := range p {
			for l, e := range q {
				var both power
				for i := range both {
					both[i] = k[i] + l[i]
				}
				if slices.MaxFunc(both[:], cmp.Compare[uint8]) > 2 {
					return nil, false
				}
				sum[both] += c * e
			}
		}
	default:
		return nil, false
	}
	return t.polynomial(sum), true
}

// sumOf is a value as a polynomial.
func (t *thread) sumOf(v bv.Value) (map[power]uint32, bool) {
	if s, ok := v.(*shaped); ok {
		return s.sum, true
	}
	if !plain(v) || v.Width() != 32 {
		return nil, false
	}
	x, ok := t.m.Dom.Known(v)
	return map[power]uint32{{}: uint32(x)}, ok
}
