package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"
)

// A sort of many elements compares two positions at a time, and blocks of positions do alike: the halves of a segment
// are sorted alike, and so are theirs. The code of a block is emitted once, in helpers that take a block.

// comparator puts the elements of two positions in order: position lane times registers plus register.
type comparator struct {
	low, high int
	keeps     side
}

// side is what a comparator keeps of the two: the rest of a network may need one alone.
type side uint8

const (
	both  side = iota
	first      // at low
	last       // at high
)

func (s side) low() bool  { return s != last }
func (s side) high() bool { return s != first }

// positions are where the elements of comparators stand.
type positions struct {
	at map[*value]int
	is []*value
}

func (p *positions) put(v *value, n int) { p.at[v], p.is[n] = n, v }

// current reports whether nothing took the place of v.
func (p *positions) current(v *value) bool {
	n, ok := p.at[v]
	return ok && p.is[n] == v
}

// comparators are those of live values, level by level, and the elements before and after them, by position;
// ok is false where a value is compared that no position holds.
func (p *printer) comparators(live [][]*value) (levels [][]comparator, in []*value, out *positions, ok bool) {
	begin, end := p.segmentPositions()
	out = &positions{map[*value]int{}, make([]*value, end-begin)}
	for _, values := range live {
		var level []comparator
		made := map[[2]*value]int{} // by what it compares, the comparator
		for _, v := range values {
			switch v.kind {
			case element, enter:
				n := v.lane*p.spec.Brings() + v.reg - begin
				if n < 0 || n >= len(out.is) || levels != nil {
					return nil, nil, nil, false
				}
				out.put(v, n)
			case combine:
				x, isA := out.at[v.a]
				y, isB := out.at[v.b]
				if !isA || !isB {
					return nil, nil, nil, false
				}
				two := [2]*value{v.a, v.b}
				c := comparator{min(x, y), max(x, y), first}
				if v.op != p.spec.Best() {
					c.keeps = last
				}
				if i, ok := made[two]; ok {
					level[i].keeps = both
				} else {
					if !out.current(v.a) || !out.current(v.b) {
						return nil, nil, nil, false
					}
					made[two] = len(level)
					level = append(level, c)
				}
				if in == nil {
					in = slices.Clone(out.is)
				}
				n := c.low
				if c.keeps == last {
					n = c.high
				}
				out.put(v, n)
			}
		}
		if level != nil {
			levels = append(levels, level)
		}
	}
	return levels, in, out, levels != nil
}

// chooses reports whether levels keep one element alone of two somewhere.
func chooses(levels [][]comparator) bool {
	return slices.ContainsFunc(slices.Concat(levels...), func(c comparator) bool { return c.keeps != both })
}

// extent is the number of positions up to the last one that levels compare, rounded up to a power of two.
func extent(levels [][]comparator) int {
	n := 1
	for _, level := range levels {
		for _, c := range level {
			for n <= c.high {
				n *= 2
			}
		}
	}
	return n
}

// addBlocks prints the steps of a sort by helpers of blocks, if they are comparators of one array.
func (p *printer) addBlocks(out *blocks, live [][]*value) (done bool, err error) {
	levels, in, sorted, ok := p.comparators(live)
	if !ok || !p.onlyLast(live, sorted) {
		return false, nil
	}
	size := extent(levels)
	if last := slices.IndexFunc(in, func(v *value) bool { return v == nil }); last >= 0 && last < size {
		size = last
		if slices.ContainsFunc(in[last:], func(v *value) bool { return v != nil }) {
			return false, nil
		}
	}
	if size = min(size, len(in)); size <= shortBlock {
		return false, nil
	}
	lines, err := p.brought(live[0], in[:size])
	if err != nil {
		return false, err
	}
	out.add(p.net.Steps[0].Title, lines)
	if p.beside {
		p.dialect.helpers = append(p.dialect.helpers, p.inOrderHelper())
	}
	b := &blockPrinter{printer: p, helpers: map[string]string{}, counts: map[string]int{}}
	out.add("All of them are put in order.", []jen.Code{b.call(levels, 0, size, size)})
	for i, v := range sorted.is {
		if v != nil && v.kind == combine {
			p.places[v] = func(part part) expr { return b.at(i, part) }
		}
	}
	return true, nil
}

// onlyLast reports whether all but comparators needs what stands at a position at the end alone.
func (p *printer) onlyLast(live [][]*value, sorted *positions) bool {
	needed := slices.Clone(p.result)
	for _, values := range live {
		for _, v := range values {
			if v.kind != combine {
				needed = append(needed, v.a, v.b)
			}
		}
	}
	return !slices.ContainsFunc(needed, func(v *value) bool { return v != nil && v.kind == combine && !sorted.current(v) })
}

// segmentPositions are those that what is printed holds.
func (p *printer) segmentPositions() (first, last int) {
	n := p.spec.Brings()
	if p.piece == nil {
		return 0, p.shape.Lanes * n
	}
	return p.piece.base * n, (p.piece.base + p.piece.lanes) * n
}
