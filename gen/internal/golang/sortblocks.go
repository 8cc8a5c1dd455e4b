package golang

import (
	"fmt"
	mathbits "math/bits"
	"slices"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/spec"
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
	out = &positions{map[*value]int{}, make([]*value, p.shape.Lanes*p.spec.Brings())}
	for _, values := range live {
		var level []comparator
		made := map[[2]*value]int{} // by what it compares, the comparator
		for _, v := range values {
			switch v.kind {
			case element, enter:
				if levels != nil {
					return nil, nil, nil, false
				}
				out.put(v, v.lane*p.spec.Brings()+v.reg)
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

// addBlocks prints the steps of a sort by helpers of blocks, and returns where elements then stand; nil where they are
// no comparators of one array.
func (p *printer) addBlocks(out *blocks, live [][]*value) (*positions, error) {
	levels, in, sorted, ok := p.comparators(live)
	if !ok || !p.onlyLast(live, sorted) {
		return nil, nil
	}
	size := extent(levels)
	if last := slices.IndexFunc(in, func(v *value) bool { return v == nil }); last >= 0 && last < size {
		size = last
		if slices.ContainsFunc(in[last:], func(v *value) bool { return v != nil }) {
			return nil, nil
		}
	}
	if size = min(size, len(in)); size <= shortBlock {
		return nil, nil
	}
	lines, err := p.brought(live[0], in[:size])
	if err != nil {
		return nil, err
	}
	out.add(p.net.Steps[0].Title, lines)
	if p.beside {
		p.addInOrder()
	}
	b := &blockPrinter{printer: p, helpers: map[string]string{}, counts: map[string]int{}}
	out.add("All of them are put in order.", []jen.Code{b.call(levels, 0, size, size)})
	for i, v := range sorted.is {
		if v != nil && v.kind == combine {
			p.places[v] = func(part part) expr { return p.atPosition(i, part) }
		}
	}
	return sorted, nil
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

// shortBlock is the number of elements up to which a helper holds a block in locals.
const shortBlock = 16

// The arrays of the elements that are compared, by position, and of the slots that stand beside them.
const (
	keysName  = "keys"
	slotsName = "slots"
)

// array defines an array of a part of values.
func (p *printer) array(name string, part part, values []*value, typ string) jen.Code {
	var elements []jen.Code
	for _, v := range values {
		elements = append(elements, p.local(v, part).jen())
	}
	return jen.Id(name).Op(":=").Op("&").Index(jen.Lit(len(values))).Id(typ).Values(elements...)
}

// compared are the parameters of a helper that takes the elements that are compared, by position.
func (p *printer) compared(size int) []jen.Code {
	params := []jen.Code{jen.Id(keysName).Op("*").Index(jen.Lit(size)).Id(p.localType())}
	if p.beside {
		params = append(params, jen.Id(slotsName).Op("*").Index(jen.Lit(size)).Id(slotType))
	}
	return params
}

// blockPrinter prints the comparators of blocks.
type blockPrinter struct {
	*printer
	helpers map[string]string // by what they do, their names
	counts  map[string]int    // of names
}

// block prints the comparators of a block of so many elements.
func (p *blockPrinter) block(levels [][]comparator, size int) []jen.Code {
	if size <= shortBlock {
		return p.inLocals(levels, size)
	}
	cuts := p.cuts(size)
	within := func(level []comparator) bool {
		return !slices.ContainsFunc(level, func(c comparator) bool {
			return slices.ContainsFunc(cuts, func(cut int) bool { return c.low < cut && c.high >= cut })
		})
	}
	var lines []jen.Code
	for i := 0; i < len(levels); {
		j := i
		for j < len(levels) && within(levels[j]) {
			j++
		}
		if i == j {
			for _, c := range levels[i] {
				lines = append(lines, p.exchanged(c, p.atPosition))
			}
			i++
			continue
		}
		ends := append(slices.Clone(cuts), size)
		for k, first := range append([]int{0}, cuts...) {
			part := [2]int{first, ends[k]}
			some := make([][]comparator, 0, j-i)
			for _, level := range levels[i:j] {
				var here []comparator
				for _, c := range level {
					if part[0] <= c.low && c.high < part[1] {
						here = append(here, comparator{c.low - part[0], c.high - part[0], c.keeps})
					}
				}
				if here != nil {
					some = append(some, here)
				}
			}
			if len(some) > 0 {
				lines = append(lines, p.call(some, part[0], min(extent(some), part[1]-part[0]), size))
			}
		}
		i = j
	}
	return lines
}

// cuts are where a block is cut into blocks: where no comparator joins both sides, as segments of a warp, else in half.
func (p *blockPrinter) cuts(size int) (cuts []int) {
	for cut := p.spec.Width * p.spec.Brings(); cut < size; cut += p.spec.Width * p.spec.Brings() {
		cuts = append(cuts, cut)
	}
	if cuts != nil {
		return cuts
	}
	return []int{1 << (mathbits.Len(uint(size-1)) - 1)}
}

// call is the call of a helper that does what levels say with size positions from first on, of arrays of all.
func (p *blockPrinter) call(levels [][]comparator, first, size, all int) jen.Code {
	name := p.helper(levels, size)
	part := func(array, typ string) jen.Code {
		if size == all {
			return jen.Id(array)
		}
		return sliceOf(id(array), first, size, jen.Id(typ))
	}
	args := []jen.Code{part(keysName, p.localType())}
	if p.beside {
		args = append(args, part(slotsName, slotType))
	}
	return jen.Id(name).Call(args...)
}

// helper is the name of the helper that does what levels say with a block.
func (p *blockPrinter) helper(levels [][]comparator, size int) string {
	for _, level := range levels {
		slices.SortFunc(level, func(a, b comparator) int { return a.low - b.low })
	}
	key := fmt.Sprint(size, levels)
	if name, ok := p.helpers[key]; ok {
		return name
	}
	kind, doc := "Merge", "puts %d elements in order that form two runs, one ascending and one descending."
	if lowest := levels[0][0]; lowest.high == lowest.low+1 && len(levels) > 1 {
		kind, doc = "Sort", "puts %d elements in order."
	}
	if slices.ContainsFunc(slices.Concat(levels...), func(c comparator) bool { return c.keeps != both }) {
		kind, doc = "Choose", "puts those of %d elements in order that the result needs; the others stay anywhere."
	}
	kind = fmt.Sprintf("%s%d", kind, size)
	if p.counts[kind]++; p.counts[kind] > 1 {
		kind = fmt.Sprintf("%s%c", kind, 'a'+p.counts[kind]-1)
	}
	body := p.block(levels, size)
	p.helpers[key] = p.helps(kind, helper{doc: fmt.Sprintf(doc, size), params: p.compared(size), body: body}).name
	return p.helpers[key]
}

// inLocals prints a short block by locals.
func (p *blockPrinter) inLocals(levels [][]comparator, size int) []jen.Code {
	local := func(i int, part part) expr { return id(fmt.Sprintf("key%d%s", i, part.suffix)) }
	compared, kept := make([]bool, size), make([]bool, size)
	for _, level := range levels {
		for _, c := range level {
			compared[c.low], compared[c.high] = true, true
			kept[c.low], kept[c.high] = kept[c.low] || c.keeps.low(), kept[c.high] || c.keeps.high()
		}
	}
	var loads, stores, lines []jen.Code
	for i := range size {
		for _, part := range p.held() {
			to, from := p.atPosition(i, part), local(i, part)
			if compared[i] {
				loads = append(loads, jen.Add(&from.code).Op(":=").Add(&to.code))
			}
			if kept[i] {
				stores = append(stores, jen.Add(&to.code).Op("=").Add(&from.code))
			}
		}
	}
	for _, level := range levels {
		for _, c := range level {
			lines = append(lines, p.exchanged(c, local))
		}
	}
	return append(append(loads, lines...), stores...)
}

// held are the parts of an element of the arrays.
func (p *printer) held() []part {
	if p.beside {
		return []part{p.parts[0], slotPart}
	}
	return p.parts[:1]
}

// exchanged puts two elements in order, or keeps one.
func (p *blockPrinter) exchanged(c comparator, at func(position int, part part) expr) jen.Code {
	if p.beside {
		return p.exchangedBeside(c, at)
	}
	x, y := at(c.low, p.parts[0]), at(c.high, p.parts[0])
	worst := spec.Max
	if p.spec.Best() == spec.Max {
		worst = spec.Min
	}
	var to, gives []jen.Code
	keep := func(x expr, op spec.Op, of ...expr) {
		f := p.dialect.combine
		if other, ok := p.dialect.others[op]; ok {
			f = other
		}
		to, gives = append(to, x.jen()), append(gives, f(of[0], of[1]).jen())
	}
	if c.keeps.low() {
		keep(x, p.spec.Best(), x, y)
	}
	if c.keeps.high() {
		keep(y, worst, x, y)
	}
	return jen.List(to...).Op("=").List(gives...)
}
