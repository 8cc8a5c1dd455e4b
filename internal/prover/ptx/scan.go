package ptx

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/internal/prover/strategy"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/internal/prover/weak"
	"github.com/shflgen/shflgen/spec"
)

// The kernel of an array's scan is executed by itself, one block of a grid of known size on an array of known length,
// wherever in and out start:
//
//	const T *in, unsigned long long n, T *out, unsigned long long *workspace
//
// Of elements that are made of inputs there is an array for each input.
//
// The elements are cut into tiles, and a block works on the tile of the number that it draws, a ticket. One execution
// examines the block of one ticket, with any number: its part of out, and the nodes that it leaves in the workspace
// for other blocks. They are made from the tile's elements and the nodes that it reads, which are unknown. Its
// accesses to the workspace have to follow the protocol of ticket.go.

// Scan is the kernel of an array's scan under proof.
type Scan struct {
	gridKernel
	order spec.ScanOrder
}

// Scan is the kernel of that name, or the only one for "", as that of an array's scan. Functions of users are as in
// [File.Array].
func (f *File) Scan(s spec.Spec, kernel string, bodies func() (bv.Bodies, error)) (_ *Scan, err error) {
	k := &Scan{gridKernel: f.gridKernel(s, bodies), order: s.ScanOrder()}
	k.program, err = k.load(f, kernel, k.order.Threads())
	return k, err
}

// Ticket is a block of a launch: of the scan of N elements by so many blocks, the one that draws ticket Number. The
// launch has one side of the workspace, and Used is how many words the launch before has left on the other. More stands
// for every greater number of blocks too, and Most, where it is not 0, for every number of words up to that: the block
// has to clear the same ones.
type Ticket struct {
	N, Blocks, Number, Side, Used int

	More bool
	Most int
}

// String is what is looked at, in words.
func (t Ticket) String() string {
	more, most := "", ""
	if t.More {
		more = " or more"
	}
	if t.Most > 0 {
		most = fmt.Sprintf(" to %d", t.Most)
	}
	return fmt.Sprintf("ticket %d of %d%s blocks on %d elements, side %d, %d%s words to clear", t.Number, t.Blocks, more,
		t.N, t.Side, t.Used, most)
}

// Tiles is the number of tiles of an array of n elements, 1 of none.
func (s *Scan) Tiles(n int) int { return max(1, int(s.order.Tiles(int64(n)))) }

// Tile is the number of elements of a tile, but for the last one.
func (s *Scan) Tile() int { return s.order.Tile() }

// Words is how many words on one side the scan of n elements uses.
func (s *Scan) Words(n int) int {
	return int(s.spec.ScanWords() * s.order.NodesBefore(s.order.Tiles(int64(n))))
}

// Block is the block of a ticket that has a tile, under proof.
func (s *Scan) Block(t Ticket) (check.Subject, error) {
	b := s.block(t)
	if t.N < 1 || t.Number >= b.tiles || t.Blocks < b.tiles {
		return nil, fmt.Errorf("%s: no block that has a tile", t)
	}
	if err := b.executes(); err != nil {
		return nil, err
	}
	return b, b.alike()
}

// Idle checks that a block without a tile does nothing but its part of the protocol. Where there is one tile, the
// ticket stands for the block's number.
func (s *Scan) Idle(t Ticket) error {
	b := s.block(t)
	b.tile.Count = 0
	b.spec = b.spec.OfCols(1)
	if t.N > 0 && t.Number < s.Tiles(t.N) {
		return fmt.Errorf("%s: a block that has a tile", t)
	}
	if err := b.alike(); err != nil {
		return err
	}
	_, err := b.Run(context.Background(), b.numbers())
	return err
}

// Clears checks what a block does in the workspace, whatever the elements and the nodes before its tile are.
func (s *Scan) Clears(t Ticket) error {
	b := s.block(t)
	d := term.New(strategy.For(s.spec, strategy.Traits{Tile: &b.tile}))
	next := 0
	c := b.call(d, func(bits int) bv.Value {
		next++
		return d.Var(next-1, bits)
	})
	left, err := b.Run(context.Background(), c)
	if err == nil && len(left.Musts) > 0 {
		return b.fault("%s", left.Musts[0].Why)
	}
	return err
}

// TooSmall checks that each block of every grid of fewer blocks than n elements have tiles ends in a trap before it
// does anything.
func (s *Scan) TooSmall(n uint64) error {
	b := s.block(Ticket{N: int(n), Blocks: 1}) // of 64 bits, whatever their sign
	b.tiles = int((n-1)/uint64(s.Tile()) + 1)
	b.total = min(b.tiles-1, maxBlocks)
	b.tile.Count = 0
	b.spec = b.spec.OfCols(1)
	return eachPath(b.fault, func(path *exec.Path) error {
		err := b.once(context.Background(), b.numbers(), path, new(check.Left))
		var fault *exec.Fault
		if errors.As(err, &fault) && fault.Traps() && len(b.protocol.workspace.Did) == 0 {
			return nil
		}
		return b.fault("1 to %d blocks on %d tiles: want a trap, and nothing before it: %v", b.total, b.tiles, err)
	})
}

// scanBlock is a block of a grid under proof.
type scanBlock struct {
	*gridBlock
	*Scan
	Ticket
	tiles    int
	total    int // the greatest number of blocks
	tile     ref.Tile
	protocol *ticketProtocol // of the execution under way
	out      *exec.Matrix    // likewise
}

func (s *Scan) block(t Ticket) *scanBlock {
	b := &scanBlock{Scan: s, Ticket: t, tiles: s.Tiles(t.N)}
	b.gridBlock = &gridBlock{gridKernel: &s.gridKernel, spec: s.spec, blocks: t.Blocks, number: t.Number, role: b}
	b.tile = ref.Tile{Number: t.Number, Count: max(0, min(s.Tile(), t.N-t.Number*s.Tile())), Last: t.Number == b.tiles-1}
	b.spec = b.spec.OfCols(max(1, b.tile.Lanes()))
	if b.total = t.Blocks; t.More {
		b.total = maxBlocks
	}
	return b
}

// maxBlocks is how many blocks a grid may have (CUDA programming guide, "Technical Specifications per Compute
// Capability").
const maxBlocks = 1<<31 - 1

// alike is an error where the launches that a ticket stands for differ in what the block has to do.
func (b *scanBlock) alike() error {
	most := *b
	most.Used = max(b.Used, b.Most)
	share := func(b *scanBlock) []int { return (&ticketProtocol{block: b}).share() }
	switch {
	case !slices.Equal(share(b), share(&most)):
		return fmt.Errorf("%s: some of these are of other words", b.Ticket)
	case b.More && b.tiles > 1 && b.Number == b.Blocks-1:
		return fmt.Errorf("%s: the last ticket, or not", b.Ticket)
	}
	return nil
}

// scanTries is how many inputs are replayed in search of a counterexample.
const scanTries = 24

// Traits says which tile it is.
func (b *scanBlock) Traits() check.Traits {
	t := check.Traits{IntBits: intBits, Tries: scanTries, Ways: []string{b.Ticket.String()}}
	t.Tile = &b.tile
	return withBodies(t, b.executed)
}

// numbers is a call on numbers: each element, node and input is 1.
func (b *scanBlock) numbers() check.Call {
	return b.call(bv.Numbers{}, func(bits int) bv.Value { return bv.Numbers{}.Const(bits, 1) })
}

// call is a call with elements and nodes, and then inputs that are mapped to elements, each of some value of so many
// bits.
func (b *scanBlock) call(d bv.Domain, value func(bits int) bv.Value) check.Call {
	c := check.Call{Dom: d}
	for range b.spec.Cols() {
		c.Elements = append(c.Elements, algebra.Any(d, b.spec, value(b.spec.Type.Bits())))
	}
	for _, p := range b.spec.Shape().Mapped() {
		var input []bv.Value
		for range b.spec.Cols() {
			input = append(input, value(p.Bits))
		}
		c.Inputs = append(c.Inputs, input)
	}
	return c
}

func (b *scanBlock) program() *exec.Program { return b.Scan.program }

func (b *scanBlock) block() string { return b.Ticket.String() }

func (b *scanBlock) begin(c check.Call, g *exec.Grid) []exec.Arg {
	if b.tiles > 1 { // the block of a ticket has any number
		g.Number = g.Unknown(32, "the block's number", 0, int64(b.total-1))
	}
	if b.total > b.Blocks {
		g.Blocks = g.Unknown(32, "the number of blocks", int64(b.Blocks), int64(b.total))
	}
	b.protocol = b.newTicketProtocol(c, g)
	b.out = b.memory("out", b.spec.Type.Bits())
	b.out.Cells = undefined(c.Dom, b.tile.Count, b.spec.Type.Bits())
	return append(b.arrays(c), []exec.Arg{
		{Scalar: c.Dom.Const(64, uint64(b.N))}, {Matrix: b.out}, {Meet: b.protocol.workspace},
	}...)
}

// memory is an array, as far as the block's tile has it: an access of other elements is a fault.
func (b *scanBlock) memory(name string, bits int) *exec.Matrix {
	return &exec.Matrix{Name: name, Unit: bits / 8, Vector: true, From: b.tile.Number * b.Tile()}
}

// arrays are the arrays that are read: the elements, or the inputs of a map.
func (b *scanBlock) arrays(c check.Call) (all []exec.Arg) {
	given := [][]bv.Value{c.Elements}
	if b.spec.Made() {
		given = c.Inputs
	}
	for k, p := range b.spec.Shape().In {
		in := b.memory(p.InMemory(), p.Bits)
		in.ReadOnly = true
		in.Cells = defined(c.Dom, given[k][:b.tile.Count])
		all = append(all, exec.Arg{Matrix: in})
	}
	return all
}

// result are the block's elements of out, which all have to be stored, and the nodes that it leaves.
func (b *scanBlock) result(d bv.Domain) (all []exec.Cell, err error) {
	if err := b.protocol.check(); err != nil {
		return nil, err
	}
	row := b.out.Row(0)
	if row == nil && b.tile.Count > 0 {
		return nil, b.fault("no thread stores an element of out").Wrong()
	}
	for i := range b.tile.Count {
		if stored, _ := row.WrittenAt(i); !stored {
			return nil, b.fault("no thread stores element %d of out", b.tile.Number*b.Tile()+i).Wrong()
		}
		all = append(all, row.Get(d, i))
	}
	if b.tile.Count > 0 && !b.tile.Last {
		for _, node := range ref.NodesOf(b.tile.Number) {
			all = append(all, b.protocol.published(node))
		}
	}
	return all, nil
}

// Meet checks what blocks of a launch say to each other.
func (s *Scan) Meet(l weak.Scan) error {
	return weak.CheckScan(s.spec, s.program, l)
}
