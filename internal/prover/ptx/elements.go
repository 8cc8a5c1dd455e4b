package ptx

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/spec"
)

// Elements that are no scalars lie in memory as Go lays them out: their leaves, and the bytes between them, at offsets
// that the Go type gives. The compiler's layout of the declared struct has to agree.

// byteOfPadding stands for a byte of padding in a [span].
const byteOfPadding = -1

// firstPadding is the number of the first unknown that is a byte of padding: far from those of a
// machine.
const firstPadding = 1 << 24

// spans are the cells of one element in memory: of each the leaf, and the bytes that it takes.
type span struct{ leaf, bytes int }

func spansOf(p spec.Port) []span { return spans(p.Leaves(), p.Bits/8) }

func spans(leaves []spec.Leaf, size int) (all []span) {
	at := 0
	pad := func(to int) {
		for ; at < to; at++ {
			all = append(all, span{byteOfPadding, 1})
		}
	}
	for i, l := range leaves {
		pad(l.Offset)
		all = append(all, span{i, l.Type.Bits() / 8})
		at += l.Type.Bits() / 8
	}
	pad(size)
	return all
}

// alignOf is the alignment of an element in bytes.
func alignOf(p spec.Port) int {
	if p.Elem != nil {
		return p.Elem.Align()
	}
	return p.Bits / 8
}

// elementsIn is the memory that the leaves of a port, of elements or of values, are read from.
func (l *launch) elementsIn(p spec.Port, of []bv.Value) exec.Arg {
	spans, leaves := spansOf(p), len(p.Leaves())
	var values []bv.Value
	for e := range l.present(p, len(of)/leaves) {
		for _, s := range spans {
			if s.leaf != byteOfPadding {
				values = append(values, of[e*leaves+s.leaf])
				continue
			}
			x, ok := bv.Fresh(l.Dom, firstPadding+l.padding+len(values), 8)
			if !ok {
				x = l.Dom.Const(8, 0)
			}
			values = append(values, x)
		}
	}
	l.padding += len(values)
	return l.filled(alignOf(p), values)
}

// elementsOut is the memory that the elements of a port are written to.
func (l *launch) elementsOut(p spec.Port) *exec.Buffer {
	return &exec.Buffer{Unit: alignOf(p), Once: p.Global != "",
		Cells: unwritten(l.Dom, p, l.present(p, p.Count*l.Shape.Lanes))}
}

// unwritten are the cells of elements of a port that nothing was written to.
func unwritten(d bv.Domain, p spec.Port, elements int) (all []exec.Cell) {
	for _, s := range spansOf(p) {
		all = append(all, undefined(d, 1, 8*s.bytes)...)
	}
	return slices.Repeat(all, elements)
}

// cellOf is the cell that a leaf has among those of the elements of a port.
func cellOf(p spec.Port, value int) int {
	spans, leaves := spansOf(p), len(p.Leaves())
	return value/leaves*len(spans) + slices.IndexFunc(spans, func(s span) bool { return s.leaf == value%leaves })
}

// left are the leaves that a buffer of a port holds.
func (l *launch) leavesOf(p spec.Port, b *exec.Buffer) []check.Cell {
	var all []check.Cell
	leaves, n := p.Leaves(), p.Count*l.Shape.Lanes
	present := l.present(p, n)
	for i := range n * len(leaves) {
		if i >= present*len(leaves) {
			all = append(all, check.Cell{V: l.Dom.Const(leaves[i%len(leaves)].Type.Bits(), 0), Def: l.Dom.Const(1, 0)})
			continue
		}
		at := cellOf(p, i)
		cell := l.cell(b, at)
		cell.Stored = b.Stored(l.Dom, at).V
		all = append(all, cell)
	}
	return all
}
