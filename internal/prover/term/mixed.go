package term

import (
	"math/bits"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Sums of bitwise operations: (x ^ y) + 2(x & y) is x + y. A sum of coefficients times
// bitwise functions of the same few operands is told by its value on each combination
// of one bit of them: the sum over the places i of 2^i times the value there (Zhou et
// al., "Information Hiding in Software with Mixed Boolean-Arithmetic Transforms", 2007,
// theorem 1). Two such sums are equal where those values are.

// maxOperands of bitwise functions that are taken together.
const maxOperands = 3

// maxDepth of bitwise functions in each other.
const maxDepth = 3

// bitwiseOf are the operands of a bitwise function without guards, nil for another term.
func (d *Domain) bitwiseOf(t *Term, operands []*Term, depth int) []*Term {
	if depth == 0 || t.kind != kMany || t.op.float || !t.op.bitwise() || t.bits != nil && !d.flat(t.bits) {
		if !slices.Contains(operands, t) {
			operands = append(operands, t)
		}
		return operands
	}
	for _, e := range t.in {
		if e.g != True || len(operands) > maxOperands {
			return append(operands, make([]*Term, maxOperands+1)...) // too many
		}
		operands = d.bitwiseOf(e.t, operands, depth-1)
	}
	return operands
}

func (o op) bitwise() bool {
	return o == intOp(bv.And) || o == intOp(bv.Or) || o == intOp(bv.Xor)
}

// flat reports whether a vector has the same guard in every place, a constant one.
func (d *Domain) flat(v []Guard) bool {
	return v[0] <= True && !slices.ContainsFunc(v, func(b Guard) bool { return b != v[0] })
}

// table is a bitwise function of operands: bit a is its value where bit k of a is that of
// operand k.
func (d *Domain) table(t *Term, operands []*Term) uint64 {
	rows := 1 << len(operands)
	all := ones(rows)
	if k := slices.Index(operands, t); k >= 0 {
		var x uint64
		for a := range rows {
			x |= uint64(a>>k&1) << a
		}
		return x
	}
	x := t.op.identity(rows)
	if t.bits != nil && t.bits[0] == True {
		x = all
	}
	for _, e := range t.in {
		x = t.op.apply(rows, x, d.table(e.t, operands))
	}
	return x
}

// mixed takes entries that are bitwise functions of the same operands together.
func (d *Domain) mixed(w int, in []entry) ([]entry, bool) {
	if len(in) < 2 {
		return nil, false
	}
	for _, e := range in {
		if e.t.kind != kMany || e.t.op.float || !e.t.op.bitwise() {
			continue
		}
		operands := d.bitwiseOf(e.t, nil, maxDepth)
		if len(operands) > maxOperands || len(operands) < 2 {
			continue
		}
		if next, ok := d.mixedOver(w, in, e.g, operands); ok {
			return next, true
		}
	}
	return nil, false
}

// mixedOver is mixed for the entries that take part wherever g holds and are functions of
// the operands. Elsewhere they stay as they are.
func (d *Domain) mixedOver(w int, in []entry, g Guard, operands []*Term) ([]entry, bool) {
	rows := 1 << len(operands)
	values := make([]uint64, rows) // by combination
	var rest []entry
	var used []entry // those that are taken
	for _, e := range in {
		of := d.bitwiseOf(e.t, nil, maxDepth)
		both := d.and(e.g, g)
		if both != g || slices.ContainsFunc(of, func(t *Term) bool { return t == nil || !slices.Contains(operands, t) }) {
			rest = append(rest, e)
			continue
		}
		if left := d.and(e.g, d.not(g)); left != False {
			rest = append(rest, entry{e.t, left, e.n})
		}
		used = append(used, e)
		table := d.table(e.t, operands)
		for a := range rows {
			values[a] += table >> a & 1 * e.n
		}
	}
	taken := len(used)
	if taken < 2 || values[0] != 0 {
		return nil, false
	}
	for a := range values {
		values[a] &= ones(w)
	}
	made := d.fromValues(w, g, operands, values)
	functions := func(in []entry) (n int) {
		for _, e := range in {
			if !slices.Contains(operands, e.t) {
				n++
			}
		}
		return n
	}
	if len(made) > taken || len(made) == taken && functions(made) >= functions(used) {
		return nil, false
	}
	return append(rest, made...), true
}

// fromValues are the fewest entries that have these values: one function, or products of
// operands, each of them an and.
func (d *Domain) fromValues(w int, g Guard, operands []*Term, values []uint64) []entry {
	if t, n, ok := d.oneFunction(operands, values); ok {
		return []entry{{t, g, n}}
	}
	// The coefficient of the and of a set is the alternating sum over its subsets.
	var made []entry
	for set := 1; set < len(values); set++ {
		n := uint64(0)
		for sub := set; ; sub = (sub - 1) & set {
			if bits.OnesCount(uint(set^sub))%2 == 0 {
				n += values[sub]
			} else {
				n -= values[sub]
			}
			if sub == 0 {
				break
			}
		}
		if n &= ones(w); n != 0 {
			made = append(made, entry{d.andOf(operands, set), g, n})
		}
	}
	return made
}

// andOf is the and of the operands of a set.
func (d *Domain) andOf(operands []*Term, set int) *Term {
	var t *Term
	for k, x := range operands {
		switch {
		case set>>k&1 == 0:
		case t == nil:
			t = x
		default:
			t = d.intx(bv.And, t, x)
		}
	}
	return t
}

// oneFunction sees values that are 0 or one number: those of one bitwise function of two
// operands, if it is and, or, xor, or one without the other.
func (d *Domain) oneFunction(operands []*Term, values []uint64) (t *Term, n uint64, ok bool) {
	var table uint64
	for a, x := range values {
		switch {
		case x == 0:
			continue
		case n != 0 && x != n:
			return nil, 0, false
		}
		n, table = x, table|1<<a
	}
	if len(operands) != 2 || n == 0 {
		return nil, 0, false
	}
	x, y := operands[0], operands[1]
	switch table {
	case 0b1000:
		return d.intx(bv.And, x, y), n, true
	case 0b1110:
		return d.intx(bv.Or, x, y), n, true
	case 0b0110:
		return d.intx(bv.Xor, x, y), n, true
	case 0b0010:
		return d.intx(bv.And, x, d.not1(y)), n, true
	case 0b0100:
		return d.intx(bv.And, y, d.not1(x)), n, true
	case 0b1010:
		return x, n, true
	case 0b1100:
		return y, n, true
	}
	return nil, 0, false
}
