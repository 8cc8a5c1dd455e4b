package lower

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/gen/internal/ops"
	"github.com/shflgen/shflgen/spec"
)

// gridReduce lowers the reduction of an array. A block takes whole chunks: each of its threads combines its elements of
// a chunk, then the threads of the block combine what they have, by a network or as [gridReduce.usersThreads] has it.
// The block that begins last combines the results of the chunks.
type gridReduce struct {
	*ir.Program
	threads
	network.Grid
	inputs   []gridInput
	inFlight int // loads of a thread at once
}

// gridInput is an array that a thread loads elements from, with the names of the loaded values.
type gridInput struct {
	array
	chunk string // its elements of the chunk

	from, short string // the elements of a batch of rounds, and of the last round, which is short
	vectors     string // the same batch by 16 bytes
	last        string // the vector of the short round
}

// loadsInFlight is the number of loads of a thread that are in flight at once. Arrays of a map share them.
const loadsInFlight = 8

// Kernel is the program of a network of rows or of an array.
func Kernel(n *network.Network) (*ir.Program, error) {
	switch s := n.Spec; {
	case s.Pattern.GridScan():
		return GridScan(s, s.ScanOrder())
	case s.Pattern.Applies():
		return RowApply(s, *n.Row)
	case s.Pattern.Columns():
		return ColReduce(s, *n.Grid)
	case n.Grid != nil:
		return GridReduce(s, *n.Grid)
	}
	return RowReduce(n.Spec, *n.Row)
}

// GridReduce is the kernel of a reduction of s, with -parts and the kernels that reduce chunks and combine them. Its
// primitives are the op, what is combined of inputs, and what encodes and decodes elements: _op, _made, _key and
// _unkey.
func GridReduce(s spec.Spec, grid network.Grid) (*ir.Program, error) {
	t := newThreads(s, grid.Threads)
	g := &gridReduce{Program: t.program, threads: t, Grid: grid, inputs: gridInputs(s)}
	g.inFlight = loadsInFlight >> (len(g.inputs) - 1)
	g.across(grid.Threads, []string{"_threads", "_places"}, g.Across, g.Places)
	g.primitives()
	g.protocol()
	if s.User != nil {
		g.usersThreads()
	}
	g.thread("_few", ir.U32, (*reducing).few)
	g.thread("_thread", ir.U64, func(t *reducing) { t.rounds(g.inFlight) })
	if s.Grid().Parts {
		g.deep()
	}
	g.kernel()
	if s.Grid().Parts {
		g.chunks()
		g.combine()
	}
	return g.Program, ir.Check(g.Program)
}

func gridInputs(s spec.Spec) (all []gridInput) {
	for _, in := range inputsOf(s, 0) {
		if s.Map == nil {
			all = append(all, gridInput{in, "chunk", "from", "short_round", "vectors", "last"})
		} else {
			n := in.name
			all = append(all, gridInput{in, n, n + "_from", n + "_short", n + "_vectors", in.x + "_last"})
		}
	}
	return all
}

// primitives adds the op and what makes of inputs what it combines, and the functions that are made of them.
func (g *gridReduce) primitives() {
	var inputs []ir.Type
	for _, in := range g.inputs {
		if inputs = append(inputs, in.of); !g.Has("_gather" + in.suffix) {
			gather(g.Program, "_gather"+in.suffix, "an array", in.piece)
		}
	}
	g.Primitive("_made", g.held, inputs...)
	if g.of.HasLane() {
		g.winner().functions()
		return
	}
	g.threads.primitives()
	if g.of.User != nil {
		g.joins()
	}
}

// gather adds the function that loads a piece of memory element by element.
func gather(p *ir.Program, suffix, of string, in piece) {
	b := p.Build(suffix, in.vector(), fmt.Sprintf("%d elements of %s that is not aligned to %d bytes.", in.count, of,
		accessBytes))
	from := b.Restrict("from", ir.Pointer{To: in.of, ReadOnly: true})
	element := func(i int) ir.Expr { return from.At(i) }
	if in.of.Class() != spec.Float && in.fraction() == 1 {
		b.Add(ir.Remark{Text: "From the last to the first: nvcc 13.0 for sm_100 takes what begins like an aligned load " +
			"for that load."})
		x := make([]ir.Expr, in.count)
		for i := range slices.Backward(x) {
			x[i] = b.Let(fmt.Sprintf("x%d", i), from.At(i))
		}
		element = func(i int) ir.Expr { return x[i] }
	}
	b.Return(in.gather(element))
}

// leavesOut reports whether elements that are not there are left out: a map gives anything there, and a user's operator
// may have no identity. Others are loaded as what changes nothing.
func (g *gridReduce) leavesOut() bool { return g.of.Map != nil || g.of.User != nil }

// absent are the bits of an element of a type that changes nothing.
func (g *gridReduce) absent(t spec.Type) uint64 {
	bits, _ := ops.IdentityBits(network.Alone(g.of).Op, t)
	return bits
}

// absents defines a vector that is loaded where there is no element: of what changes nothing, but for a map, which may
// make anything of it.
func (g *gridReduce) absents(b *ir.Builder) ir.Expr {
	in := g.inputs[0]
	return in.filled(b, "none", g.absent(in.of.Type))
}

// filled defines a vector of elements of equal bits.
func (p piece) filled(b *ir.Builder, name string, bits uint64) ir.Expr {
	x := b.Declare(name, p.vector())
	for _, word := range x.Words() {
		b.Set(word, p.every(bits))
	}
	return x
}

// every is a word of elements of equal bits.
func (p piece) every(bits uint64) ir.Expr {
	all := uint64(0)
	for i := range p.fraction() {
		all |= bits << (i * p.of.Bits())
	}
	return p.word().Digits(all)
}

// u is a constant that counts elements, rounds, chunks or threads.
func u(n int) ir.Expr { return ir.U32.Int(n) }
