package goread

import (
	"github.com/shflgen/shflgen/internal/prover/axiom"
	"github.com/shflgen/shflgen/internal/prover/bv"
)

// value is what an expression evaluates to: a scalar, an array or a pointer to one,
// or several results. The zero value is undefined.
type value struct {
	v bv.Value // of a scalar; a bool has one bit

	// The integer key of a float, as an axiom makes it: v is the float, and keyed
	// says how its key treats a NaN.
	isKey bool
	keyed role

	bar bv.Value // of a float that a bar is: the key that it is the bar of

	loose   loose
	product bool // a float that a multiplication gave and no conversion has rounded
	of      int  // of a lane's key, unaltered: the number of the lane and 1

	arr *array  // an array, or what a pointer points to
	ptr bool    // arr is pointed to
	nil bool    // a nil pointer
	all []value // several results of a call
}

func (x value) undefined() bool { return x.v == nil && x.arr == nil && !x.nil && x.all == nil }

// loose says which bits come from the result of a float op. If it is a NaN, its
// sign and payload are unspecified, and terms take two such NaNs for one. So these
// bits may be moved as a whole, and nothing may be computed from them.
type loose uint8

const (
	looseWhole loose = 1 << iota // all bits are one float
	looseLow                     // the low half of 32 bits is a half float
	looseHigh                    // the high half is
)

// moved says what is loose of a part that moves elsewhere, the rest being dropped.
func (l loose) moved(from, to loose) loose {
	if l&from == 0 {
		return 0
	}
	return to
}

// array is the storage of an array.
type array struct {
	cells    []*cell
	readOnly string // a parameter that the contract lets nobody write, by name

	length  bv.Value // of a slice of which these are the first elements; nil: these are all
	within  *array   // that it is a part of, or nil
	written bool     // through any pointer
	mayBe   []*array // a parameter that is written and its rows, of the same elements: a caller may let them overlap
}

// cell is the storage of a variable or of an element of an array.
type cell struct {
	val value

	// depth is how many exits enclose the cell's scope. Who takes one of these leaves
	// the scope, so what the cell holds then does not matter.
	depth int
}

// newArray makes an array of n zero elements, made by zero.
func (r *run) newArray(n int, zero func() value) *array {
	a := &array{}
	for range n {
		a.cells = append(a.cells, r.newCell(zero()))
	}
	return a
}

func (r *run) newCell(x value) *cell { return &cell{val: x, depth: len(r.exits)} }

// copyOf is an array of its own with the same elements.
func (r *run) copyOf(a *array) *array {
	b := &array{}
	for _, c := range a.cells {
		x := c.val
		if x.arr != nil && !x.ptr {
			x.arr = r.copyOf(x.arr)
		}
		b.cells = append(b.cells, r.newCell(x))
	}
	return b
}

// outlive marks a's cells as seen from outside of every scope, as they are through
// a pointer.
func (a *array) outlive() {
	for _, c := range a.cells {
		c.depth = 0
		if c.val.arr != nil && !c.val.ptr {
			c.val.arr.outlive()
		}
	}
}

// markWritten says that a was written, and with it what it is a part of.
func (a *array) markWritten() {
	for ; a != nil; a = a.within {
		a.written = true
	}
}

// choose is x where c is true, else y. A key may be chosen against a constant that
// is itself a key.
func (r *run) choose(c bv.Value, x, y value) value {
	switch {
	case x.undefined():
		return y
	case y.undefined():
		return x
	}
	k, known := r.dom.Known(c)
	if x.v == nil || y.v == nil {
		switch {
		case known && k == 1:
			return x
		case known:
			return y
		case x.ptr && y.ptr && x.arr == y.arr:
			return x
		case x.nil || y.nil || x.ptr || y.ptr:
			r.stop(r.at, "a pointer that depends on data", "want one array whatever the data; choose between elements instead")
		}
		if x.arr == nil || y.arr == nil || len(x.arr.cells) != len(y.arr.cells) {
			r.stop(r.at, "an array that depends on data", "choose element by element instead")
		}
		return r.chooseParts(c, x, y)
	}
	x, y = r.bothKeys(x, y)
	switch {
	case known && k == 1:
		return x
	case known:
		return y
	}
	z := value{v: x.v, isKey: x.isKey, keyed: x.keyed, loose: x.loose | y.loose, product: x.product || y.product}
	if x.v != y.v {
		z.v = r.dom.Select(c, x.v, y.v)
	}
	if x.of == y.of {
		z.of = x.of
	}
	return z
}

// bothKeys makes a key of a constant beside a key, so that both or neither are keys.
func (r *run) bothKeys(x, y value) (value, value) {
	switch {
	case x.isKey && !y.isKey:
		y = r.constantKey(y.v, x.keyed)
	case y.isKey && !x.isKey:
		x = r.constantKey(x.v, y.keyed)
	}
	if x.isKey != y.isKey || x.keyed != y.keyed {
		r.stop(r.at, "choice", "between keys of two kinds")
	}
	return x, y
}

// constantKey is the key that a constant is.
func (r *run) constantKey(v bv.Value, keyed role) value {
	key, known := r.dom.Known(v)
	f := formatOf(r.Spec.Type)
	if !known || f == noFormat {
		r.stop(r.at, "choice between a key and another value", "want keys, or a constant that is one")
	}
	pick := func(low, high uint64) uint64 {
		if keyed == nanLow {
			return low
		}
		return high
	}
	var bits, back uint64
	switch f {
	case bv.F16:
		b := axiom.Float16Unkey(int16(key))
		bits, back = uint64(b), pick(uint64(uint16(axiom.Float16NaNLow(b))), uint64(uint16(axiom.Float16NaNHigh(b))))
	case bv.BF16:
		b := axiom.Bfloat16Unkey(int16(key))
		bits, back = uint64(b), pick(uint64(uint16(axiom.Bfloat16NaNLow(b))), uint64(uint16(axiom.Bfloat16NaNHigh(b))))
	case bv.F32:
		b := axiom.Float32Unkey(int32(key))
		bits, back = uint64(b), pick(uint64(uint32(axiom.Float32NaNLow(b))), uint64(uint32(axiom.Float32NaNHigh(b))))
	case bv.F64:
		bits = axiom.Float64Unkey(int64(key))
		back = pick(uint64(axiom.Float64NaNLow(bits)), uint64(axiom.Float64NaNHigh(bits)))
	}
	if back != key {
		r.stop(r.at, "choice between a key and another value", "which is the key of no float")
	}
	return value{v: r.dom.Const(f.Bits(), CanonicalNaN(f, bits)), isKey: true, keyed: keyed}
}

// CanonicalNaN is bits, or one and the same NaN for every NaN of a format.
func CanonicalNaN(f bv.Format, bits uint64) uint64 {
	n := bv.Numbers{}
	x := n.Const(f.Bits(), bits)
	if isNaN, _ := n.Known(n.Float(bv.FUnordered, f, x, x)); isNaN == 0 {
		return bits
	}
	nan, _ := n.Known(n.Convert(f, bv.F64, n.Const(64, 0x7fffffffffffffff)))
	return nan
}
