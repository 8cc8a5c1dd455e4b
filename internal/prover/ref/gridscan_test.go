package ref

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// words is an algebra of expressions: the text of a small one, a number for the text of a larger one. Equal words are
// one order.
type words struct {
	Algebra[string, int, bool]
	numbers map[string]string
}

func newWords() words { return words{numbers: map[string]string{}} }

func (words) Absent() string         { return "" }
func (words) Settle(x string) string { return x }
func (w words) Join(x, y string) string {
	switch {
	case x == "":
		return y
	case y == "":
		return x
	}
	text := fmt.Sprintf("(%s %s)", x, y)
	if len(text) < 40 {
		return text
	}
	if w.numbers[text] == "" {
		w.numbers[text] = fmt.Sprintf("[%d]", len(w.numbers))
	}
	return w.numbers[text]
}

// plainScan is the order of docs/order.md a second time, from the elements that a result combines down to them:
// a function for the value of each group.
type plainScan struct {
	words
	piece int
	wide  int // strips of a tile
	x     []string
	made  map[string]string
}

// once is the value of a name.
func (p *plainScan) once(make func() string, name string, args ...any) string {
	name = fmt.Sprintf(name, args...)
	if _, ok := p.made[name]; !ok {
		p.made[name] = make()
	}
	return p.made[name]
}

// scanned is element i of the scan of a list at distances below d.
func (p *plainScan) scanned(list func(i int) string, i, d int) string {
	if d == 1 {
		return list(i)
	}
	if i < d/2 {
		return p.scanned(list, i, d/2)
	}
	return p.Join(p.scanned(list, i-d/2, d/2), p.scanned(list, i, d/2))
}

// between is the tree over the elements from..to-1 of a list. The length of the left half is a power of two.
func (p *plainScan) between(list func(i int) string, from, to int) string {
	if to-from <= 1 {
		if to == from {
			return ""
		}
		return list(from)
	}
	half := 1
	for 2*half < to-from {
		half *= 2
	}
	return p.Join(p.between(list, from, from+half), p.between(list, from+half, to))
}

// ofPiece is the fold of the first n elements of piece q.
func (p *plainScan) ofPiece(q, n int) (all string) {
	for i := q * p.piece; i < q*p.piece+n && i < len(p.x); i++ {
		all = p.Join(all, p.x[i])
	}
	return all
}

// ofRow is the scan of the pieces of row r at piece n.
func (p *plainScan) ofRow(r, n int) string {
	return p.once(func() string { return p.scanned(func(i int) string { return p.ofPiece(32*r+i, p.piece) }, n, 32) },
		"row %d %d", r, n)
}

// ofStrip is the fold of the first n rows of strip s.
func (p *plainScan) ofStrip(s, n int) (all string) {
	for r := range n {
		all = p.Join(all, p.ofRow(8*s+r, 31))
	}
	return all
}

// ofTile is the scan of the strips of tile t at strip n.
func (p *plainScan) ofTile(t, n int) string {
	return p.once(func() string { return p.scanned(func(i int) string { return p.ofStrip(p.wide*t+i, 8) }, n, p.wide) },
		"tile %d %d", t, n)
}

// node is node (level, k).
func (p *plainScan) node(level, k int) string {
	return p.once(func() string {
		if level == 0 {
			return p.ofTile(k, p.wide-1)
		}
		return p.between(func(i int) string { return p.node(level-1, i) }, 32*k, 32*k+32)
	}, "node %d %d", level, k)
}

// before is what is before tile t among the nodes of a level and higher ones.
func (p *plainScan) before(level, t int) string {
	if t == 0 {
		return ""
	}
	return p.once(func() string {
		return p.Join(p.before(level+1, t/32), p.between(func(i int) string { return p.node(level, i) }, t/32*32, t))
	}, "before %d %d", level, t)
}

// element is that of the scan at i.
func (p *plainScan) element(i int, exclusive bool) string {
	q := i / p.piece
	r := q / 32
	s := r / 8
	n := i%p.piece + 1
	if exclusive {
		n--
	}
	tile, pieces := p.before(0, s/p.wide), ""
	if s%p.wide > 0 {
		tile = p.Join(tile, p.ofTile(s/p.wide, s%p.wide-1))
	}
	if q%32 > 0 {
		pieces = p.ofRow(r, q%32-1)
	}
	strip := p.Join(p.ofStrip(s, r%8), pieces)
	return p.Join(tile, p.Join(strip, p.ofPiece(q, n)))
}

// TestGridScan compares two writings of the order, as expressions.
func TestGridScan(t *testing.T) {
	for _, typ := range []spec.Type{spec.Float32, spec.Float64} {
		s := spec.Spec{Type: typ}
		tile := ScanTile(s)
		for _, n := range []int{0, 1, 2, 3, 5, 8, 130, 1500, tile, 2*tile + 77} {
			p := &plainScan{newWords(), ScanPiece(s), map[spec.Type]int{spec.Float32: 4, spec.Float64: 8}[typ],
				make([]string, n), map[string]string{}}
			for i := range p.x {
				p.x[i] = fmt.Sprintf("%x", i)
			}
			for _, exclusive := range []bool{false, true} {
				got := GridScan(p.words, s, exclusive, p.x)
				if len(got) != n {
					t.Fatalf("%s, %d elements: %d", typ, n, len(got))
				}
				for i := range n {
					if want := p.element(i, exclusive); got[i] != want {
						t.Fatalf("%s, exclusive %t, element %d of %d:\n%s\n%s", typ, exclusive, i, n, got[i], want)
					}
				}
			}
		}
	}
}

// TestNodes compares two writings of what is before a tile, of names in the place of sums.
func TestNodes(t *testing.T) {
	var s spec.Spec
	p := &plainScan{words: newWords(), wide: 8, made: map[string]string{}}
	sums := make([]string, 40*32*32)
	for i := range sums {
		sums[i] = fmt.Sprintf("t%x", i)
		p.made[fmt.Sprintf("tile %d 7", i)] = sums[i]
	}
	for _, tile := range []int{0, 1, 2, 3, 31, 32, 33, 63, 64, 65, 1023, 1024, 1025, 1056, 2080, 32*1024 + 7, 33*1024 + 96,
		rand.IntN(len(sums))} {
		got := BeforeTile(p.words, s, tile, func(level, k int) string { return OfNodes(p.words, s, level, k, sums) })
		if want := p.before(0, tile); got != want {
			t.Errorf("tile %d:\n%s\n%s", tile, got, want)
		}
	}
}

// TestScanOfNumbers: of an order that does not matter, a scan has the sums of what is before, and begins with the
// identity.
func TestScanOfNumbers(t *testing.T) {
	s := spec.Spec{Type: spec.Uint32, Op: spec.Sum}
	in := make([]Element, 3*ScanTile(s)+5)
	for i := range in {
		in[i] = Element{uint64(i)*2654435761&0xffffffff | 1, true}
	}
	inclusive, exclusive := GridScan(Numbers{Spec: s}, s, false, in), GridScan(Numbers{Spec: s}, s, true, in)
	sum := uint64(0)
	for i := range in {
		if exclusive[i] != (Element{sum, true}) {
			t.Fatalf("exclusive, element %d: %v, want %d", i, exclusive[i], sum)
		}
		if sum = (sum + in[i].Bits) & 0xffffffff; inclusive[i] != (Element{sum, true}) {
			t.Fatalf("inclusive, element %d: %v, want %d", i, inclusive[i], sum)
		}
	}
}
