package golang

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen"
)

// A sort of many elements compares two positions at a time, and blocks of positions do alike: the halves
// of a segment are sorted alike, and so are theirs. What blocks do stands once, in helpers that take one.

// comparator puts the elements of two positions in order: position lane times registers plus register.
type comparator struct{ low, high int }

// shortBlock is the number of elements up to which a helper holds a block in locals.
const shortBlock = 16

// keysName is the array of the elements that are compared, by position.
const keysName = "keys"

// blockPrinter prints the comparators of blocks.
type blockPrinter struct {
	*printer
	helpers map[string]string // by what they do, their names
	counts  map[string]int    // of names
}

// comparators are those of live values, level by level, and the elements before and after them, by position;
// ok is false where something else than elements and comparators is among them.
func (p *printer) comparators(live [][]*value) (levels [][]comparator, in, out []*value, ok bool) {
	first, last := p.segmentPositions()
	at := map[*value]int{}
	out = make([]*value, last-first)
	for _, values := range live {
		pairs := map[[2]*value]bool{}
		var level []comparator
		for _, v := range values {
			switch v.kind {
			case element, enter:
				n := v.lane*p.spec.Brings() + v.reg - first
				if n < 0 || n >= len(out) {
					return nil, nil, nil, false
				}
				at[v], out[n] = n, v
			case combine:
				two := [2]*value{v.a, v.b}
				x, okA := at[v.a]
				y, okB := at[v.b]
				if !okA || !okB {
					return nil, nil, nil, false
				}
				low, high := min(x, y), max(x, y)
				if !pairs[two] {
					if pairs[two] = true; out[x] != v.a || out[y] != v.b {
						return nil, nil, nil, false
					}
					level = append(level, comparator{low, high})
				}
				to := low
				if v.op != p.spec.Best() {
					to = high
				}
				at[v], out[to] = to, v
			}
		}
		if in == nil {
			in = slices.Clone(out)
		}
		if level != nil {
			levels = append(levels, level)
		}
	}
	return levels, in, out, len(levels) > 0 && !slices.Contains(in, nil)
}

// addBlocks prints the steps of a sort by helpers of blocks, if they are comparators of one array.
func (p *printer) addBlocks(out *blocks, live [][]*value) (done bool, err error) {
	if p.beside {
		return false, nil
	}
	levels, in, sorted, ok := p.comparators(live)
	if !ok || len(in) <= shortBlock {
		return false, nil
	}
	lines, err := p.defineAll(live[0])
	if err != nil {
		return false, err
	}
	var keys []jen.Code
	for _, v := range in {
		e := p.local(v, p.parts[0])
		keys = append(keys, &e.code)
	}
	lines = append(lines, jen.Id(keysName).Op(":=").Op("&").Index(jen.Lit(len(in))).Id(p.localType()).Values(keys...))
	out.add(p.net.Steps[0].Title, lines)
	b := &blockPrinter{printer: p, helpers: map[string]string{}, counts: map[string]int{}}
	lines = []jen.Code{jen.Id(b.helper(levels, len(in))).Call(jen.Id(keysName))}
	for i, v := range sorted {
		if v.kind == combine {
			lines = append(lines, define(p.name(v, p.parts[0]), b.at(i)))
		}
	}
	out.add("All of them are put in order.", lines)
	return true, nil
}

// segmentPositions are those that what is printed holds.
func (p *printer) segmentPositions() (first, last int) {
	n := p.spec.Brings()
	if p.piece == nil {
		return 0, p.shape.Lanes * n
	}
	return p.piece.base * n, (p.piece.base + p.piece.lanes) * n
}

// block prints the comparators of a block of so many elements, an array x.
func (p *blockPrinter) block(levels [][]comparator, size int) []jen.Code {
	if size <= shortBlock {
		return p.inLocals(levels, size)
	}
	half := 1
	for 2*half < size {
		half *= 2
	}
	within := func(level []comparator) bool {
		return !slices.ContainsFunc(level, func(c comparator) bool { return c.low < half && c.high >= half })
	}
	var lines []jen.Code
	for i := 0; i < len(levels); {
		j := i
		for j < len(levels) && within(levels[j]) {
			j++
		}
		if i == j {
			for _, c := range levels[i] {
				lines = append(lines, exchanged(p.at(c.low), p.at(c.high), p.printer))
			}
			i++
			continue
		}
		for _, part := range [][2]int{{0, half}, {half, size}} {
			some := make([][]comparator, 0, j-i)
			for _, level := range levels[i:j] {
				var here []comparator
				for _, c := range level {
					if part[0] <= c.low && c.high < part[1] {
						here = append(here, comparator{c.low - part[0], c.high - part[0]})
					}
				}
				if here != nil {
					some = append(some, here)
				}
			}
			if len(some) > 0 {
				lines = append(lines, jen.Id(p.helper(some, part[1]-part[0])).Call(sliceOf(id(keysName), part[0], part[1]-part[0], jen.Id(p.localType()))))
			}
		}
		i = j
	}
	return lines
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
	kind, doc := "Merge", "puts %d elements in order that are two runs, one of which ascends and one descends."
	if lowest := levels[0][0]; lowest.high == lowest.low+1 && len(levels) > 1 {
		kind, doc = "Sort", "puts %d elements in order."
	}
	kind = fmt.Sprintf("%s%d", kind, size)
	if p.counts[kind]++; p.counts[kind] > 1 {
		kind = fmt.Sprintf("%s%c", kind, 'a'+p.counts[kind]-1)
	}
	body := p.block(levels, size)
	h := helperFor(p.spec, p.spec.Type, helperKind{kind, func(h *helper, _ shflgen.Type) {
		h.doc = fmt.Sprintf(doc, size)
		h.params = []jen.Code{jen.Id(keysName).Op("*").Index(jen.Lit(size)).Id(p.localType())}
		h.gives, h.body = jen.Null(), body
	}})
	p.dialect.helpers = append(p.dialect.helpers, h)
	p.helpers[key] = h.name
	return h.name
}

func (p *blockPrinter) at(position int) expr { return id(keysName).at(position) }

// inLocals prints a short block by locals.
func (p *blockPrinter) inLocals(levels [][]comparator, size int) []jen.Code {
	local := func(i int) expr { return id(fmt.Sprintf("key%d", i)) }
	var lines []jen.Code
	for i := range size {
		lines = append(lines, define(fmt.Sprintf("key%d", i), p.at(i)))
	}
	for _, level := range levels {
		for _, c := range level {
			lines = append(lines, exchanged(local(c.low), local(c.high), p.printer))
		}
	}
	for i := range size {
		to, from := p.at(i), local(i)
		lines = append(lines, jen.Add(&to.code).Op("=").Add(&from.code))
	}
	return lines
}

// exchanged puts two elements in order.
func exchanged(x, y expr, p *printer) jen.Code {
	first, last := p.dialect.combine, p.dialect.combine
	worst := shflgen.Max
	if p.spec.Best() == shflgen.Max {
		worst = shflgen.Min
	}
	if f, ok := p.dialect.others[p.spec.Best()]; ok {
		first = f
	}
	if f, ok := p.dialect.others[worst]; ok {
		last = f
	}
	a, b := first(x, y), last(x, y)
	return jen.List(&x.code, &y.code).Op("=").List(&a.code, &b.code)
}
