package ptx

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/internal/prover/ref"
)

// The workspace of a scan has words of 64 bits. Word 0 holds the tickets that were drawn in its lower half, the side of
// the launch in bit 63, and between them how many words the launch before has left on the other side. Word 16 + 2*i +
// side, for i below the words that the launch uses, holds 32 bits of a node of it and above them the sign that they are
// there, 1; of a node of 64 bits i is even for the lower half and odd for the upper one; above a node of less than 32
// bits there are zeros. Where an array has one tile, block 0 works on it and nobody touches the workspace. Else the
// protocol of a block is
//
//  1. one thread adds 1 to word 0, once, before the block does anything else in the workspace: it gets the ticket,
//     the side and the words that are left. The block works on the tile of that number; a block of a greater one only
//     does 4 and 5;
//  2. it stores each word of the nodes that end with its tile once, on the launch's side, with the sign;
//  3. of the nodes before its tile, lanes of a warp read words again and again, and do nothing else, until the signs of
//     all are there, by a vote of the warp;
//  4. it stores zero, once, to the words of its share of the other side. Such a word is below the words that are left,
//     and its number, modulo the threads of all tiles, is the number of one of the block's threads. A block without a
//     tile has none;
//  5. the thread of 1 of the block of the last ticket of the grid stores to word 0, once, after 1: no ticket, the
//     other side, and the words that the launch uses.
//
// All accesses are relaxed, of the scope of the GPU or more. Then, by coherence and atomicity alone (PTX ISA, chapter
// 8), for any number of blocks and tiles, where side p is zero, and the other side from the words left on, when a
// launch begins:
//
//   - additions to word 0 are in one order, so tickets are 0, 1, 2, … and all blocks get the same side and the same
//     number of words. The store of 5 comes after its own thread's addition, which is the last one: so it is the last
//     write there.
//   - a word of side p is stored by one block only, once, and zero before. So a thread that reads the sign reads the
//     value that this block has stored, and a thread that reads again and again comes to read it. Nothing else is
//     stored there in this launch.
//   - a block waits for nodes of lower tickets alone. Their blocks have begun, so they go on. By induction over
//     tickets every wait ends; by the claims about blocks every node is the reference's, and so is every element.
//   - a word of the other side is read by nobody and zeroed by one block, if it was left. So in the next launch,
//     which comes after all of this one (a kernel boundary), that side is zero, the one of this launch from the words
//     that it used on, and word 0 says so.
//
// Only the progress of the memory model excludes a wait that reads old values for ever, as everywhere.

const (
	noTicketBits = 32 // of word 0: tickets below, then the words left
	sideBit      = 63
)

// ticketProtocol is what a block does in the workspace.
type ticketProtocol struct {
	block     *scanBlock
	call      check.Call
	workspace *exec.Exchange
	before    bv.Value         // word 0, before the block's addition
	counts    int              // additions to word 0
	drawer    int              // the thread that made it
	reads     map[[2]int]bool  // of each thread, by place: whether the last one gave what it waits for
	nodes     map[int]bv.Value // what words hold that may be read, by place
}

func (b *scanBlock) newTicketProtocol(c check.Call, g *exec.Grid) *ticketProtocol {
	p := &ticketProtocol{block: b, call: c, reads: map[[2]int]bool{}, nodes: map[int]bv.Value{}}
	words := max(b.Used, b.Most, b.Words(b.N))
	ticket := uint64(b.Number) | uint64(b.Side)<<sideBit
	p.before = c.Dom.Const(8*wordBytes, ticket|uint64(b.Used)<<noTicketBits)
	if b.Most > b.Used {
		left := g.Unknown(32, "the words left", int64(b.Used), int64(b.Most))
		p.before = exec.Number(int64(ticket)).Plus(1<<noTicketBits, left)
	}
	p.workspace = &exec.Exchange{Name: "workspace", Size: wordBytes * (firstSlot + 2*words), Align: workspaceAlign,
		Given: p.given}
	if b.tile.Count > 0 && b.tiles > 1 {
		for i, node := range ref.NodesBefore(b.tile.Number) {
			for half := range b.halves() {
				p.nodes[p.at(node, half)] = p.word(c.Elements[b.tile.Count+i], half)
			}
		}
	}
	return p
}

// halves is how many words a node takes.
func (s *Scan) halves() int { return int(s.spec.ScanWords()) }

// at is where a part of a node is.
func (p *ticketProtocol) at(n ref.Node, half int) int {
	b := p.block
	return p.place(int(b.order.Node(n.Level, int64(n.K)))*b.halves()+half, b.Side)
}

// place is where word i of a side is.
func (p *ticketProtocol) place(i, side int) int { return wordBytes * (firstSlot + 2*i + side) }

// word is a part of a value with the sign.
func (p *ticketProtocol) word(x bv.Value, half int) bv.Value {
	d, bits := p.call.Dom, p.partBits()
	return d.Concat(d.Extract(x, half*signAbove, bits), d.Const(wordBytes*8-bits, 1<<(signAbove-bits)))
}

// partBits is how many bits of a node a word has.
func (p *ticketProtocol) partBits() int { return min(signAbove, p.block.spec.Type.Bits()) }

// given is what an access reads.
func (p *ticketProtocol) given(a exec.Met) (bv.Value, string) {
	d := p.call.Dom
	if a.Writes {
		x, known := d.Known(a.Value.V)
		switch {
		case a.At != 0 || a.Bytes != wordBytes || !known || x != 1 || !isDefined(d, a.Value):
			return nil, "want that 1 is added to the first word of the workspace"
		case p.counts > 0:
			return nil, "the block draws a ticket again"
		}
		p.counts, p.drawer = p.counts+1, a.Thread
		return p.before, ""
	}
	word := p.nodes[a.At]
	switch {
	case p.counts == 0:
		return nil, "reads the workspace before the block has a ticket"
	case word == nil || a.Bytes != wordBytes:
		return nil, "reads what is no node before the block's tile"
	case !a.Together:
		return nil, "waits for a node by itself: want a vote of its warp"
	}
	p.reads[[2]int{a.Thread, a.At}] = a.Again
	return word, ""
}

// check looks at what the block did.
func (p *ticketProtocol) check() error {
	b, did := p.block, p.workspace.Did
	if b.tiles == 1 {
		if len(did) > 0 {
			return b.fault("%s: a block uses the workspace, though there is one tile", did[0].Where)
		}
		return nil
	}
	if p.counts != 1 || !did[0].Writes || !did[0].Reads {
		return b.fault("the block does not begin with a ticket")
	}
	for by, there := range p.reads {
		if !there {
			return b.fault("thread %d reads word %d and goes on without what it waits for", by[0], by[1]/wordBytes)
		}
	}
	stores := map[int]int{}
	for _, a := range did[1:] {
		if a.Reads {
			continue
		}
		if why := p.may(a); why != "" {
			return b.fault("%s: stores %s, at word %d of the workspace", a.Where, why, a.At/wordBytes)
		}
		if stores[a.At]++; stores[a.At] > 1 {
			return b.fault("%s: stores word %d of the workspace again", a.Where, a.At/wordBytes)
		}
	}
	for _, at := range p.wanted() {
		if stores[at] != 1 {
			return b.fault("word %d of the workspace is not stored", at/wordBytes)
		}
	}
	return nil
}

// may says what is wrong with a store; "": nothing is.
func (p *ticketProtocol) may(a exec.Met) string {
	b, d := p.block, p.call.Dom
	x, known := d.Known(a.Value.V)
	known = known && isDefined(d, a.Value)
	switch {
	case a.Bytes != wordBytes:
		return fmt.Sprintf("%d bytes", a.Bytes)
	case a.At == 0 && !p.last():
		return "the tickets, though it has not the last one"
	case a.At == 0 && a.Thread != p.drawer:
		return "the tickets, by a thread that drew none"
	case a.At == 0:
		if known && x == uint64(1-b.Side)<<sideBit|uint64(b.Words(b.N))<<noTicketBits {
			return ""
		}
		return "what the next launch must not begin with"
	case slices.Contains(p.own(), a.At):
		if p.sign(a) {
			return ""
		}
		return "a node without the sign that it is there"
	case slices.Contains(p.share(), a.At):
		if known && x == 0 {
			return ""
		}
		return "what is not zero on the other side"
	}
	return "what is neither a node that ends with the tile, nor a word of the share that it clears"
}

// sign reports whether a word has the sign that a value is there, and zeros between a narrow one and the sign.
func (p *ticketProtocol) sign(a exec.Met) bool {
	d, bits := p.call.Dom, p.partBits()
	x, known := d.Known(d.Extract(a.Value.V, bits, wordBytes*8-bits))
	return known && x == 1<<(signAbove-bits)
}

// last reports whether the block has the last ticket of the grid.
func (p *ticketProtocol) last() bool { return p.block.Number == p.block.Blocks-1 }

// own are the places of the nodes that the block leaves.
func (p *ticketProtocol) own() (all []int) {
	if p.block.tile.Count == 0 {
		return nil
	}
	for _, n := range ref.NodesOf(p.block.tile.Number) {
		for half := range p.block.halves() {
			all = append(all, p.at(n, half))
		}
	}
	return all
}

// share are the places that the block clears.
func (p *ticketProtocol) share() (all []int) {
	b := p.block
	if b.tile.Count == 0 {
		return nil
	}
	threads := b.order.Threads()
	for first := b.Number * threads; first < b.Used; first += b.tiles * threads {
		for i := first; i < min(first+threads, b.Used); i++ {
			all = append(all, p.place(i, 1-b.Side))
		}
	}
	return all
}

// wanted are all places that the block stores to.
func (p *ticketProtocol) wanted() []int {
	all := append(p.own(), p.share()...)
	if p.last() {
		all = append(all, 0)
	}
	return all
}

// published is what the block left of a node.
func (p *ticketProtocol) published(n ref.Node) exec.Cell {
	var at []int
	for half := range p.block.halves() {
		at = append(at, p.at(n, half))
	}
	return leftAt(p.call.Dom, p.workspace, at, p.block.spec.Type)
}
