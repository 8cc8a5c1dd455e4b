// Package kernels finds what a whole kernel computes, in launches of known size, and shows it by terms. It is separate
// from package survey: there a kernel of ours calls the functions, and specs say what they compute.
package kernels

import (
	"encoding/binary"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/term"
)

// terms is the domain of terms in which a sum of floats is known by its operands, and a product by its factors, in
// whatever order they are combined. A product that is fused into a sum is an operand like any other. Each is a variable
// of its own, so equal terms are equal for every way of rounding that depends on the operands alone.
type terms struct {
	*term.Domain
	trees   map[bv.Value]tree
	made    map[string]bv.Value
	numbers map[bv.Value]uint64 // of values, in the order in which they are first seen
	regroup bool                // some sum or product has three operands or more, or was fused
	zeros   bool                // a sum left out +0

	limits []string // conditions of the forms that were found

	called map[string]bv.Value // results of functions of CUDA C++
}

// tree is what a variable stands for.
type tree struct {
	op       bv.FloatOp
	format   bv.Format
	operands []bv.Value // in the order of their numbers
}

// firstTree is the number of the first variable that stands for a tree: those of elements are below.
const firstTree = 1 << 24

func newTerms(by term.Strategy) *terms {
	return &terms{Domain: term.New(by), trees: map[bv.Value]tree{}, made: map[string]bv.Value{},
		numbers: map[bv.Value]uint64{}, called: map[string]bv.Value{}}
}

// Float combines two numbers.
func (d *terms) Float(op bv.FloatOp, f bv.Format, a, b bv.Value) bv.Value {
	_, left := d.Known(a)
	_, right := d.Known(b)
	if op != bv.FAdd && op != bv.FMul || left && right {
		return d.Domain.Float(op, f, a, b)
	}
	return d.tree(op, f, append(slices.Clone(d.operands(op, f, a)), d.operands(op, f, b)...))
}

// operands are those of a value as a sum, or as a product.
func (d *terms) operands(op bv.FloatOp, f bv.Format, v bv.Value) []bv.Value {
	if t, ok := d.trees[v]; ok && t.op == op && t.format == f {
		return t.operands
	}
	return []bv.Value{v}
}

// tree is the sum or the product of operands.
func (d *terms) tree(op bv.FloatOp, f bv.Format, operands []bv.Value) bv.Value {
	rest := operands[:0]
	for _, v := range operands {
		if !d.neutral(op, f, v) {
			rest = append(rest, v)
		}
	}
	switch {
	case len(rest) == 0 && op == bv.FAdd:
		return d.Const(f.Bits(), 0)
	case len(rest) == 0:
		return d.Const(f.Bits(), bv.Numbers{}.One(f))
	case len(rest) == 1:
		return rest[0]
	}
	d.regroup = d.regroup || len(rest) > 2
	slices.SortFunc(rest, func(a, b bv.Value) int { return int(d.number(a)) - int(d.number(b)) })
	key := []byte{byte(op), byte(f)}
	for _, v := range rest {
		key = binary.AppendUvarint(key, d.number(v))
	}
	return bv.Once(d.made, string(key), func() bv.Value {
		v := d.Var(firstTree+len(d.made), f.Bits())
		d.trees[v] = tree{op, f, rest}
		return v
	})
}

// neutral reports whether an operand changes nothing: zeros of a sum, of either sign, and factors of one.
func (d *terms) neutral(op bv.FloatOp, f bv.Format, v bv.Value) bool {
	x, known := d.Known(v)
	if op == bv.FMul {
		return known && x == bv.Numbers{}.One(f)
	}
	if known && x == 0 {
		d.zeros = true
	}
	return known && (x == 0 || x == 1<<(f.Bits()-1))
}

// number is that of a value.
func (d *terms) number(v bv.Value) uint64 {
	n, ok := d.numbers[v]
	if !ok {
		n = uint64(len(d.numbers))
		d.numbers[v] = n
	}
	return n
}

// Apply is a function of arguments: a fused multiplication and addition is both, and a division by a power of two a
// product.
func (d *terms) Apply(f *bv.Fn, args []bv.Value) bv.Value {
	for _, format := range []bv.Format{bv.F32, bv.F64} {
		switch f {
		case bv.FMA(format):
			d.regroup = true
			return d.Float(bv.FAdd, format, d.Float(bv.FMul, format, args[0], args[1]), args[2])
		case bv.FDiv(format):
			if inverse, ok := bv.Reciprocal(d, format, args[1]); ok {
				return d.Float(bv.FMul, format, args[0], d.Const(format.Bits(), inverse))
			}
			if x, known := d.Known(args[1]); known && x == (bv.Numbers{}).One(format) {
				return args[0]
			}
		}
	}
	return d.Domain.Apply(f, args)
}
