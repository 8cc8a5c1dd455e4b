package term

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// A network that sorts many elements merges runs that are sorted already, and the diagrams of what
// lies between two sorted runs grow with their product. By the 0-1 principle no diagram is needed:
// on inputs of two values, an element of some rank among those of a set reaches the threshold if
// enough of the set do, whichever they are. So an expression of elements of known ranks in two sets
// that have nothing in common is a table: whether it reaches the threshold, by how many elements of
// each set do. Equal tables are equal expressions. A table that asks for the sum of both numbers
// alone is an element of a rank in the union of the sets.

// set is a set of operands. Each may be any value. Sets of equal content are one.
type set struct {
	id   int
	size int
	of   []int // numbers of terms, ascending
}

// tally says when a term reaches the threshold. Without b: if at least rank elements of a do. Else
// table has a bit for each number of elements of a, and within it of b, that do.
type tally struct {
	a, b  *set
	rank  int
	table string
}

// tallies are those of the terms of a domain that proves merges.
type tallies struct {
	sets  bv.Memo[string, *set]
	both  bv.Memo[[2]*set, *set]
	of    bv.Memo[ordered, tally]
	first bv.Memo[tallied, *Term]
}

// tallied is a tally of terms of so many bits in an order.
type tallied struct {
	w    int
	by   order
	text string
}

// setOf is the set of operands of some numbers, ascending.
func (t *tallies) setOf(of []int) *set {
	return t.sets.Once(fmt.Sprint(of), func() *set { return &set{len(t.sets), len(of), of} })
}

// tallyOf is the tally of a term; that of an operand, which is alone in its set, if it has no other.
func (d *Domain) tallyOf(t *Term, by order) tally {
	if known, ok := d.tallies.of[ordered{t, by}]; ok {
		return known
	}
	return tally{a: d.tallies.setOf([]int{int(t.id)}), rank: 1}
}

// merged is the min or max of two terms, as the first term that was made of its tally; nil where
// it has none.
func (d *Domain) merged(o op, w int, in []entry) *Term {
	by, ok := orderOf(o)
	if !ok || !d.strategy.Merges || len(in) != 2 {
		return nil
	}
	for _, e := range in {
		if e.g != True || e.t.kind == kBits || by.least.float && e.t.kind == kQuiet {
			return nil
		}
	}
	x, y := in[0].t, in[1].t
	if x == y {
		return x
	}
	joined, ok := d.tallies.join(d.tallyOf(x, by), d.tallyOf(y, by), o == by.least)
	if !ok {
		return nil
	}
	key := tallied{w, by, joined.text()}
	if first := d.tallies.first[key]; first != nil {
		return d.by(lawsOf(ZeroOne, SortedRuns)|x.laws|y.laws, first)
	}
	if x.id > y.id {
		x, y = y, x
	}
	t := d.assembled(o, w, []entry{at(x, True), at(y, True)}, nil)
	if joined.b == nil && joined.a.size == 1 { // an operand itself
		return nil
	}
	d.tallies.first.Keep(key, t)
	d.tallies.of.Keep(ordered{t, by}, joined)
	return t
}

// join is the tally of the min, or of the max, of two; false if it has none.
func (t *tallies) join(x, y tally, least bool) (tally, bool) {
	a, b := x.a, x.b
	switch {
	case b != nil:
	case y.b != nil:
		a, b = y.a, y.b
	case x.a == y.a:
		if least == (x.rank > y.rank) {
			return x, true
		}
		return y, true
	default:
		b = y.a
	}
	if a.id > b.id {
		a, b = b, a
	}
	if slices.ContainsFunc(b.of, func(n int) bool { _, in := slices.BinarySearch(a.of, n); return in }) {
		return tally{}, false
	}
	first, ok1 := t.over(x, a, b)
	second, ok2 := t.over(y, a, b)
	if !ok1 || !ok2 {
		return tally{}, false
	}
	bits := make([]byte, len(first))
	for i := range bits {
		if least {
			bits[i] = first[i] & second[i]
		} else {
			bits[i] = first[i] | second[i]
		}
	}
	return t.settled(a, b, string(bits)), true
}

// over is a tally as a table over two sets; false if it is of others.
func (t *tallies) over(x tally, a, b *set) (string, bool) {
	count := func(i, j int) int { return i }
	switch {
	case x.b != nil:
		return x.table, x.a == a && x.b == b
	case x.a == a:
	case x.a == b:
		count = func(i, j int) int { return j }
	case x.a == t.union(a, b):
		count = func(i, j int) int { return i + j }
	default:
		return "", false
	}
	return table(a, b, func(i, j int) bool { return count(i, j) >= x.rank }), true
}

// table is that of a condition, eight entries to a byte.
func table(a, b *set, reaches func(i, j int) bool) string {
	columns := b.size + 1
	bits := make([]byte, ((a.size+1)*columns+7)/8)
	for i := range a.size + 1 {
		for j := range columns {
			if reaches(i, j) {
				n := i*columns + j
				bits[n/8] |= 1 << (n % 8)
			}
		}
	}
	return string(bits)
}

// union is the set of the elements of both.
func (t *tallies) union(a, b *set) *set {
	return t.both.Once([2]*set{a, b}, func() *set {
		of := slices.Concat(a.of, b.of)
		slices.Sort(of)
		return t.setOf(of)
	})
}

// settled is a table as an element of a rank in one of the sets or in their union, if it is one.
func (t *tallies) settled(a, b *set, bits string) tally {
	at := func(i, j int) bool { n := i*(b.size+1) + j; return bits[n/8]>>(n%8)&1 == 1 }
	least := func(most int, holds func(k int) bool) int {
		for k := range most + 1 {
			if holds(k) {
				return k
			}
		}
		return most + 1
	}
	inUnion := least(a.size+b.size, func(k int) bool { i := min(k, a.size); return at(i, k-i) })
	inA := least(a.size, func(k int) bool { return at(k, 0) })
	inB := least(b.size, func(k int) bool { return at(0, k) })
	for _, x := range []tally{{a: a, rank: inA}, {a: b, rank: inB}, {a: t.union(a, b), rank: inUnion}} {
		if over, _ := t.over(x, a, b); over == bits && x.rank >= 1 && x.rank <= x.a.size {
			return x
		}
	}
	return tally{a: a, b: b, table: bits}
}

// text is equal for equal tallies.
func (x tally) text() string {
	if x.b == nil {
		return fmt.Sprintf("%d:%d", x.a.id, x.rank)
	}
	return fmt.Sprintf("%d,%d:%s", x.a.id, x.b.id, x.table)
}
