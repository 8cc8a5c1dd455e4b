package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/network"
)

// whereRead are the statements of the steps so far for the lanes that read a piece. They leave x in a local, where the
// others have another value.
func (b *block) whereRead(x *network.Node, other expr) []string {
	local := fmt.Sprintf("x%d", b.made)
	b.made++
	read := append(together(b.group), fmt.Sprintf("%s = %s;", local, b.element(x)))
	b.names[x] = name(local)
	return append([]string{fmt.Sprintf("%s %s = %s;", b.ctype.name, local, other)},
		ofThreads(fmt.Sprintf("thread < %du", b.few), read)...)
}

// firstThreads is the condition of the first threads, which are whole warps. By a vote all lanes of a warp take one
// way, and compilers see that; else they guard shuffles under the condition against lanes that are elsewhere. Where
// redux.sync combines the lanes of the first warp after short pieces, compilers skip no instruction of the other warps
// by such a branch, and they wait for each. Measured on an H200 with and without the vote, cycles of a call in a chain
// and 10^9 calls a second: float32, 64 threads, one distance after the other, 222 and 15.0, 228 and 14.8; 256 threads
// 228 and 6.3, 234 and 6.1; float64, 1024 threads 600 and 0.76, 630 and 0.73; int32, 128 threads, by redux.sync 133 and
// 13.1, 143 and 13.6; 256 threads 162 and 7.01, 166 and 6.99; 1024 threads, by redux.sync of several warps, 271 and
// 1.37, 280 and 1.36.
func (b *block) firstThreads(n int) string {
	if b.redux && !b.leaves && b.piece < minVote {
		return fmt.Sprintf("thread < %du", n)
	}
	return b.together(n)
}

// minVote is the least piece before redux.sync for which lanes vote.
const minVote = 8

// together is the condition of the first threads, by a vote where every warp is whole.
func (b *block) together(n int) string {
	own := name("thread").less(number(n))
	if b.shape.Lanes%warpSize != 0 {
		return own.text
	}
	return call("__any_sync", everyone, own).text
}

// Who runs statements.
const (
	firstWarp = "thread < 32u"
	thread0   = "thread == 0u"
)

// ofThreads are statements for some threads alone.
func ofThreads(who string, lines []string) []string {
	return append(append([]string{fmt.Sprintf("if (%s) {", who)}, indented(lines)...), "}")
}

// rake loads an element of a lane's piece.
func (b *block) rake(n *network.Node, e network.Load) []string {
	b.alone = b.alone || b.early == nil || !b.rakesAlone()
	if b.few = 0; e.Threads < warpSize {
		b.few = e.Threads
	}
	if b.rakesAlone() {
		return b.toArray(n, e)
	}
	lines := []string{b.local(n, name("piece").entry(e.At.First))}
	if !b.knows {
		lines, b.knows = append([]string{b.found(e)}, lines...), true
	}
	return lines
}

// local defines a local of a node.
func (b *block) local(n *network.Node, value expr) string {
	local := fmt.Sprintf("x%d", b.made)
	b.made++
	b.names[n] = name(local)
	return fmt.Sprintf("%s %s = %s;", b.ctype.name, local, value)
}

// toArray loads an element of a lane's piece to an array, the first one after it has found the piece. If the last
// barrier comes early, the first one loads all.
func (b *block) toArray(n *network.Node, e network.Load) []string {
	apart := max(b.apart, 1)
	at := e.At.First / apart
	b.names[n] = name("mine").entry(at)
	load := func(at int) string { return fmt.Sprintf("mine[%d] = piece[%d];", at, at*apart) }
	if at > 0 {
		if b.early != nil {
			return nil
		}
		return []string{load(at)}
	}
	array, lines := fmt.Sprintf("%s mine[%d];", b.ctype.name, b.piece), []string{b.found(e), load(0)}
	if b.early == nil {
		return append([]string{array}, lines...)
	}
	for at := 1; at < b.piece; at++ {
		lines = append(lines, load(at))
	}
	return append([]string{array}, ofThreads(firstWarp, lines)...)
}

// found is the declaration of the piece that a thread reads. Threads that scan may store their results there.
func (b *block) found(e network.Load) string {
	only := "const "
	if b.scans > 0 && (b.scans <= warpSize || b.shared) { // else others read it
		only = ""
	}
	return fmt.Sprintf("%s%s *piece = &slots[%s];", only, b.ctype.name, b.pieceAt(e.At))
}

// modulo is x modulo a number.
func modulo(x expr, n int) expr { return x.op("%", mulBinds, number(n)) }

// stores leaves elements, or what warps or lanes have combined, for others.
func (b *block) stores(title string, n *network.Node, e network.Store) {
	in := e.Puts[0].In.Name
	if in == network.Slots && !b.own.none() {
		b.now = append(b.now, b.leavePieces(e)...)
		b.flush(title)
		b.closeScan()
		return
	}
	if b.shape.HasIndex() && b.alone {
		b.close("warp == 0u", e.Of[0])
	}
	b.alone = b.alone || in == network.Left && b.rakesAlone()
	arrays, puts := b.arrays(e), b.puts(e)
	switch {
	case b.scans > 0 && in == network.Partial:
		b.printed = append(b.printed, step{Title: fmt.Sprintf("The results of the %d warps that scan.", b.scans/warpSize),
			Lines: arrays})
	case !b.leaves || in != network.Partial: // else the barrier prints them
		b.now = append(b.now, arrays...)
	}
	if !b.rakes || in == network.Slots {
		b.own = b.element(e.Of[0])
		b.names[n] = b.own
	}
	b.now = append(b.now, puts...)
}

// closeRaking ends the steps of threads that rake, of one warp or of several, and leave what they have combined for
// others. Of elements of several words, they return what they have combined, so that their own elements need no
// registers meanwhile.
func (b *block) closeRaking(e network.Store) {
	threads := e.Puts[0].By.Len()
	lines := together(b.group)
	returns := !b.spec.All() && !b.shape.Array()
	if returns && b.spec.Words() > 1 {
		lines = append(lines, fmt.Sprintf("all = %s;", b.element(e.Of[0])))
	}
	if threads < b.spec.Block().Threads {
		lines = ofThreads(b.firstThreads(threads), lines)
	}
	if returns {
		lines, b.defined = append([]string{b.all(b.own)}, lines...), true
	}
	b.printed = append(b.printed,
		step{Title: "The partial results of the threads that rake.",
			Lines: b.arrays(e)},
		step{Title: b.group[0].Title, Lines: append(lines, "__syncthreads();")})
	b.group, b.alone = nil, false
}

// layout is where slots lie in shared memory: after each run of slots come some that nobody
// uses.
type layout struct{ run, gap int }

// layout leaves 16 bytes or an element free after each 128 bytes of whole pieces, or after each piece if that
// is longer.
// Shared memory serves 128 bytes a clock in banks of 4 bytes. Pieces of 2^k bytes that begin in
// the same bank would be served one after the other; so the eight lanes that load 16 bytes
// each in a clock begin in eight different places of 16 bytes.
//
// Of 16 elements, each is loaded by itself and the pieces are an element apart, where shuffles alone follow: the sums
// begin before the last element is there. Measured on an H200, 512 threads, one at a time and 16 bytes at a time:
// float32 312 cycles and 2.61 10^9 blocks a second, 336 and 2.10; float64 396 and 2.01, 409 and 1.97; int32, by
// redux.sync, 226 and 3.03, 214 and 3.05. Of 8 and 32 float32 it is behind: 239 and 5.8, 228 and 6.3; 412 and 1.12, 378
// and 1.20.
func (b *block) layout() layout {
	size := b.combined.Bits() / 8
	if run := b.piece * b.apart; b.apart > 1 { // the threads of a warp read that many slots in a row each time
		if run >= b.slots {
			return layout{1, 0}
		}
		return layout{run, b.apart}
	}
	if b.piece%2 == 1 { // one after the other, in different banks
		return layout{1, 0}
	}
	if b.piece*size <= 16 {
		return layout{1, 0} // one load a lane, of all neighbours at once
	}
	if b.piece == 16 && (size == 4 || size == 8) && !b.redux && !b.takes {
		return layout{b.piece, 1}
	}
	return layout{b.piece * max(1, 128/size/b.piece), max(16/size, 1)}
}

// of is the index of a slot.
func (l layout) of(slot expr) expr {
	if l.gap == 0 {
		return slot
	}
	skipped := slot.over(number(l.run))
	if l.gap > 1 {
		skipped = skipped.times(number(l.gap))
	}
	return slot.plus(skipped)
}

// pieceAt is the index of the first slot of the piece that a thread reads or writes. Runs are whole pieces.
func (b *block) pieceAt(at network.Place) expr {
	l, threads := b.layout(), max(b.scans, warpSize)
	at.First = 0
	t := &at.Terms
	switch first := at.Terms[0]; {
	case len(at.Terms) == 2: // neighbours share as many pieces
		*t = []network.Term{{Times: first.Times + l.gap, Div: first.Div}, at.Terms[1]}
	case first.Times > 1 && l.run == first.Times:
		*t = []network.Term{{Times: first.Times + l.gap, Div: first.Div, Mod: first.Mod}}
	case l.gap > 0 && first.Div > 1:
		*t = []network.Term{first, {Times: l.gap, Div: l.run / first.Times * first.Div}}
	default:
		return l.of(b.slot(at, threads))
	}
	return b.slot(at, threads)
}

// size is the length of an array of so many slots.
func (l layout) size(slots int) int { return slots + (slots-1)/l.run*l.gap }
