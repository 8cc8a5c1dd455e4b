package lower

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// none is what changes nothing, of an op that is neither associative nor commutative: so results show the order.
const none = 7

func hashed(a, b, mask uint64) uint64 {
	switch {
	case a == none:
		return b
	case b == none:
		return a
	}
	n := ((a*0x9e3779b97f4a7c15+1)^(b*0xc2b2ae3d27d4eb4f))>>11 ^ a<<3
	if n &= mask; n == none {
		n++
	}
	return n
}

// op is an operator, and the identity none.
type op func(a, b uint64) uint64

// scan is the inclusive scan of an array in place: distance 1, 2, 4, …
func (f op) scan(a []uint64) {
	for d := 1; d < len(a); d *= 2 {
		for i := len(a) - 1; i >= d; i-- {
			a[i] = f(a[i-d], a[i])
		}
	}
}

// tree is the tree over at most 32 nodes.
func (f op) tree(a []uint64) uint64 {
	t := slices.Repeat([]uint64{none}, 32)
	copy(t, a)
	for d := 1; d < 32; d *= 2 {
		for i := 0; i+d < 32; i += 2 * d {
			t[i] = f(t[i], t[i+d])
		}
	}
	return t[0]
}

// row scans a row after what is before it in the strip, and returns the row's sum.
func (f op) row(o spec.ScanOrder, row []uint64, before uint64, exclusive bool) uint64 {
	whole := slices.Clone(row)
	var last []uint64
	for piece := range slices.Chunk(whole, o.Vector) {
		for v := 1; v < o.Vector; v++ {
			piece[v] = f(piece[v-1], piece[v])
		}
		last = append(last, piece[o.Vector-1])
	}
	f.scan(last)
	for i := range row {
		p, v := i/o.Vector, i%o.Vector
		to := before
		if p > 0 {
			to = f(before, last[p-1])
		}
		switch {
		case !exclusive:
			row[i] = f(to, whole[i])
		case v > 0:
			row[i] = f(to, whole[i-1])
		default:
			row[i] = to
		}
	}
	return last[31]
}

// expected is the scan of elements in the order of docs/order.md.
func (f op) expected(o spec.ScanOrder, x []uint64, exclusive bool) []uint64 {
	tiles := (len(x) + o.Tile() - 1) / o.Tile()
	all := append(slices.Clone(x), slices.Repeat([]uint64{none}, tiles*o.Tile()-len(x))...)
	nodes := make([][]uint64, o.Levels+1)
	for tile := range slices.Chunk(all, o.Tile()) {
		prefix := uint64(none)
		for level := o.Levels - 1; level >= 0; level-- {
			prefix = f(prefix, f.tree(nodes[level]))
		}
		var sums []uint64
		for strip := range slices.Chunk(tile, o.Strip()) {
			total := uint64(none)
			for row := range slices.Chunk(strip, o.Row()) {
				total = f(total, f.row(o, row, total, exclusive))
			}
			sums = append(sums, total)
		}
		f.scan(sums)
		for i, e := range tile {
			before := prefix
			if w := i / o.Strip(); w > 0 {
				before = f(prefix, sums[w-1])
			}
			tile[i] = f(before, e)
		}
		sum := sums[o.Strips-1]
		for level := 0; ; level++ {
			if nodes[level] = append(nodes[level], sum); len(nodes[level]) < spec.ScanFan {
				break
			}
			sum, nodes[level] = f.tree(nodes[level]), nil
		}
	}
	return all[:len(x)]
}

// kernels are the specs that make programs of different forms.
func kernels() map[string]spec.Spec {
	all := map[string]spec.Spec{}
	for _, p := range []spec.Pattern{spec.GridInclusiveScan, spec.GridExclusiveScan} {
		for _, t := range []spec.Type{
			spec.Int8, spec.Uint16, spec.Int32, spec.Uint64, spec.Float32, spec.Float64, spec.Bfloat16,
		} {
			s := spec.Spec{Pattern: p, Type: t, Op: spec.Sum, Mask: spec.Full}
			all[fmt.Sprintf("%s of %s", p, t)] = s
			if t.Class() == spec.Float {
				s.Op = spec.Maximum
				all[fmt.Sprintf("%s of encoded %s", p, t)] = s
			}
			if p == spec.GridInclusiveScan {
				s.Op, s.User = spec.User, &spec.UserOp{GoFunc: spec.GoFunc{Name: "join"}}
				all[fmt.Sprintf("%s of %s without identity", p, t)] = s
			}
		}
		product := &spec.Map{Kind: spec.Product, GoFunc: spec.GoFunc{Name: "product"}}
		all[fmt.Sprintf("%s of products", p)] = spec.Spec{
			Pattern: p, Type: spec.Uint32, Op: spec.Sum, Mask: spec.Full, Map: product,
		}
	}
	return all
}

// scanned runs the kernel of s, three times with one workspace, and compares what it leaves.
func scanned(s spec.Spec, o spec.ScanOrder, n int, seed uint64) error {
	p, err := GridScan(s, o)
	if err != nil {
		return err
	}
	return runs(p, s, o, n, seed)
}

// input is an array of random numbers, aligned or not.
func input(draw *rand.Rand, n, size int) *ir.Memory {
	m := &ir.Memory{Bytes: make([]byte, n*size), Skew: []int{0, size}[draw.IntN(2)], ReadOnly: true}
	for i := range m.Bytes {
		m.Bytes[i] = byte(draw.Uint32())
	}
	return m
}

// element is element i of an array.
func element(m *ir.Memory, i, size int) uint64 {
	var word [8]byte
	copy(word[:], m.Bytes[i*size:(i+1)*size])
	return binary.LittleEndian.Uint64(word[:])
}

// number is element i of an array. none is the value that changes nothing.
func number(m *ir.Memory, i, size int) uint64 {
	if n := element(m, i, size); n != none {
		return n
	}
	m.Bytes[i*size]++
	return none + 1
}

func runs(p *ir.Program, s spec.Spec, o spec.ScanOrder, n int, seed uint64) error {
	draw, size, mask := rand.New(rand.NewPCG(seed, 2)), s.Type.Bits()/8, ^uint64(0)>>(64-s.Type.Bits())
	combine := func(a, b uint64) uint64 { return hashed(a, b, mask) }
	launch := ir.Launch{
		Blocks: max(1, int(o.Tiles(int64(n)))) + draw.IntN(3), Resident: draw.IntN(4), Seed: seed, Identity: none,
		Primitive: func(f *ir.Func, args []uint64) []uint64 {
			switch f.Name[strings.LastIndex(f.Name, "_"):] {
			case "_op":
				return []uint64{combine(args[0], args[1])}
			case "_map":
				return []uint64{(args[0] ^ args[1]) & mask}
			case "_key", "_unkey":
				return []uint64{args[0] ^ flip}
			}
			return args[:1]
		},
	}
	if _, integers, ok := network.Alone(s).Encoded(); ok && integers.Type != s.Type {
		launch.Identity = none ^ flip
		launch.Primitive = encoding(launch.Primitive)
	}
	nodes := o.NodesBefore(o.Tiles(int64(n)))
	workspace := &ir.Memory{Bytes: make([]byte, s.ScanLaunch(0).Workspace+16*int(s.ScanWords()*nodes))}
	for again := range 3 {
		launch.Args = nil
		made := make([]uint64, n)
		for range s.Shape().Matrices() {
			in := input(draw, n, size)
			for i := range made {
				made[i] ^= number(in, i, size)
			}
			launch.Args = append(launch.Args, in)
		}
		out := &ir.Memory{Bytes: make([]byte, n*size), Skew: []int{0, size}[draw.IntN(2)]}
		launch.Args = append(launch.Args, uint64(n), out, workspace)
		if err := p.Run(launch); err != nil {
			return err
		}
		for i, want := range op(combine).expected(o, made, s.Pattern == spec.GridExclusiveScan) {
			if got := element(out, i, size); got != want {
				return fmt.Errorf("launch %d, %d blocks of %d elements: element %d is %x, want %x",
					again, launch.Blocks, n, i, got, want)
			}
		}
	}
	return nil
}

// flip is what an encoding changes in an element.
const flip = 0x40

// encoding combines encoded elements: an op that is called on others, or gives others, does not get by.
func encoding(primitive func(*ir.Func, []uint64) []uint64) func(*ir.Func, []uint64) []uint64 {
	return func(f *ir.Func, args []uint64) []uint64 {
		if strings.HasSuffix(f.Name, "_op") {
			return []uint64{primitive(f, []uint64{args[0] ^ flip, args[1] ^ flip})[0] ^ flip}
		}
		return primitive(f, args)
	}
}

// Small orders have as many levels of nodes as large arrays do.
func TestGridScan(t *testing.T) {
	for name, s := range kernels() {
		o := small(s)
		for i, n := range extent.Pick([]int{2*o.Tile() + 5}, []int{0, 1, o.Tile() - 3, 2*o.Tile() + 5}) {
			if err := scanned(s, o, n, uint64(i)); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
}

// small is an order of small tiles.
func small(s spec.Spec) spec.ScanOrder {
	return spec.ScanOrder{Vector: s.ScanOrder().Vector, Rows: 2, Strips: 2, Levels: 3}
}

// Nodes of level 1, of 32 tiles each.
func TestGridScanOfLevels(t *testing.T) {
	names := []string{"grid-exclusive-scan of encoded float64"}
	for _, name := range extent.Pick(names, append(names, "grid-inclusive-scan of int32 without identity")) {
		s := kernels()[name]
		o := small(s)
		o.Rows = 1
		if err := scanned(s, o, 34*o.Tile()+1, 5); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}

// The order of the spec, with its tiles of 4096 elements.
func TestGridScanOfTiles(t *testing.T) {
	s := spec.Spec{Pattern: spec.GridInclusiveScan, Type: spec.Int32, Op: spec.Sum, Mask: spec.Full}
	if err := scanned(s, s.ScanOrder(), 2*s.ScanOrder().Tile()+77, 3); err != nil {
		t.Fatal(err)
	}
}

// withoutEach calls f with a program that lacks a statement, for each one that is not a definition or a title.
func withoutEach(body *[]ir.Stmt, f func(lacks ir.Stmt)) {
	whole := *body
	for i, s := range whole {
		switch s := s.(type) {
		case ir.Let, ir.Step, ir.Remark:
			continue
		case ir.If:
			then, other := s.Then, s.Else
			back := func() { whole[i] = ir.If{Init: s.Init, Cond: s.Cond, Then: then, Else: other} }
			withoutEach(&then, func(lacks ir.Stmt) { back(); f(lacks) })
			withoutEach(&other, func(lacks ir.Stmt) { back(); f(lacks) })
			whole[i] = s
		case ir.Variant:
			inner := s
			withoutEach(&inner.Then, func(lacks ir.Stmt) { whole[i] = inner; f(lacks) })
			withoutEach(&inner.Older, func(lacks ir.Stmt) { whole[i] = inner; f(lacks) })
			whole[i] = s
		case ir.For:
			inner := s
			withoutEach(&inner.Body, func(lacks ir.Stmt) { whole[i] = inner; f(lacks) })
			whole[i] = s
		case ir.Each:
			inner := s
			withoutEach(&inner.Body, func(lacks ir.Stmt) { whole[i] = inner; f(lacks) })
			whole[i] = s
		case ir.Parallel:
			inner := s
			withoutEach(&inner.Body, func(lacks ir.Stmt) { whole[i] = inner; f(lacks) })
			whole[i] = s
		case ir.DoWhile:
			inner := s
			withoutEach(&inner.Body, func(lacks ir.Stmt) { whole[i] = inner; f(lacks) })
			whole[i] = s
		}
		*body = append(append([]ir.Stmt{}, whole[:i]...), whole[i+1:]...)
		f(s)
		*body = whole
	}
}

// Each statement of the kernel is needed: without it, the checker or some launch finds a fault. But for a trap, which
// good launches do not see, and for what ends a function early that had nothing left to do.
func TestGridScanNeedsItsStatements(t *testing.T) {
	s := kernels()["grid-inclusive-scan of int32"]
	o := small(s)
	p, err := GridScan(s, o)
	if err != nil {
		t.Fatal(err)
	}
	spared := map[string]int{"_part ir.If": 1, "_part ir.Return": 1, " ir.If": 2, " ir.Return": 1, " ir.Trap": 1}
	number := 0
	for _, f := range p.Funcs {
		withoutEach(&f.Body, func(lacks ir.Stmt) {
			if number++; number%extent.Pick(11, 5) != 0 || ir.Check(p) != nil {
				return
			}
			for seed, n := range []int{1, 2*o.Tile() + 5, 34 * o.Tile()} {
				if runs(p, s, o, n, uint64(seed)) != nil {
					return
				}
			}
			at := fmt.Sprintf("%s %T", strings.TrimPrefix(f.Name, p.Name), lacks)
			if spared[at]--; spared[at] < 0 {
				t.Errorf("%s: %v", at, lacks)
			}
		})
	}
}

// A grid with fewer blocks than tiles ends in a trap.
func TestGridScanOfFewBlocks(t *testing.T) {
	s := kernels()["grid-inclusive-scan of int32"]
	o := small(s)
	p, err := GridScan(s, o)
	if err != nil {
		t.Fatal(err)
	}
	err = p.Run(ir.Launch{Blocks: 1, Args: []any{&ir.Memory{}, uint64(o.Tile() + 1), &ir.Memory{}, &ir.Memory{}}})
	if err == nil || !strings.Contains(err.Error(), "trap") {
		t.Errorf("got %v", err)
	}
}
