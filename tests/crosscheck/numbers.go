package crosscheck

import (
	"math/rand/v2"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// numbers are [bv.Numbers] with other bits in the NaNs of operations. No result of the first
// reader may depend on these bits: hardware has others.
type numbers struct {
	bv.Numbers
	rng *rand.Rand
}

func newNumbers(seed uint64) numbers { return numbers{rng: rand.New(rand.NewPCG(seed, 11))} }

// nan is v, or a NaN of other bits.
func (n numbers) nan(f bv.Format, v bv.Value) bv.Value {
	if n.Numbers.Float(bv.FUnordered, f, v, v) != (bv.Word{W: 1, X: 1}) {
		return v
	}
	for {
		x := bv.Word{W: f.Bits(), X: n.rng.Uint64() & (1<<f.Bits() - 1)}
		x.X |= n.infinity(f)
		if n.Numbers.Float(bv.FUnordered, f, x, x) == (bv.Word{W: 1, X: 1}) {
			return x
		}
	}
}

// otherBytes are [bv.Numbers] with other bytes in memory that nothing was written to. A result that depends on one is
// open: the prover has an unknown there.
type otherBytes struct{ bv.Numbers }

// Fresh is another number than that of [bv.Numbers].
func (n otherBytes) Fresh(k, w int) bv.Value { return n.Numbers.Fresh(k+1, w) }

// infinity is the exponent of all ones.
func (n numbers) infinity(f bv.Format) uint64 {
	return n.Numbers.Convert(f, bv.F64, bv.Word{W: 64, X: 0x7ff0_0000_0000_0000}).(bv.Word).X
}

// Float applies an operation.
func (n numbers) Float(op bv.FloatOp, f bv.Format, a, b bv.Value) bv.Value {
	v := n.Numbers.Float(op, f, a, b)
	if v.Width() != f.Bits() {
		return v
	}
	return n.nan(f, v)
}

// Convert rounds, or widens.
func (n numbers) Convert(to, from bv.Format, v bv.Value) bv.Value {
	return n.nan(to, n.Numbers.Convert(to, from, v))
}

// Quiet is v as arithmetic returns it.
func (n numbers) Quiet(f bv.Format, v bv.Value) bv.Value { return n.nan(f, n.Numbers.Quiet(f, v)) }

// Product is x by 1 or by -1.
func (n numbers) Product(f bv.Format, x bv.Value, negative bool) bv.Value {
	return n.nan(f, bv.Product(n.Numbers, f, x, negative))
}
