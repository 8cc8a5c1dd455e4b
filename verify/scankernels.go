//go:build !js

package verify

import (
	"context"
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/internal/prover/weak"
	"github.com/shflgen/shflgen/spec"
)

// scanClaims are what is claimed of a kernel of an array's scan.
type scanClaims struct {
	alone    []int        // lengths of one tile
	tickets  []ptx.Ticket // blocks of more tiles, with claims about their part of the result and their nodes
	clears   []ptx.Ticket // blocks with claims about their stores to the workspace
	idle     []ptx.Ticket // blocks without a tile
	tooSmall []uint64     // elements for which some grids are too small
	meetings []weak.Scan  // launches with all executions examined
}

// clearRounds is up to how many words each thread of a block clears where it is claimed for every number of words left.
const clearRounds = 4

// maxLeft is how many words a launch may leave in the workspace, as its first word holds them.
const maxLeft = 1<<31 - 1

// scanClaimsOf are those of a spec's kernel.
func scanClaimsOf(s spec.Spec) (c scanClaims) {
	o := s.ScanOrder()
	tile, strip, row, v := o.Tile(), o.Strip(), o.Row(), o.Vector
	c.alone = []int{1, 2, v - 1, v, v + 1, row - 1, row, row + 1, strip - 1, strip, strip + 1, 2*strip + 3*row + 5*v + 1,
		tile - 1, tile}
	slices.Sort(c.alone)
	c.alone = slices.Compact(c.alone)

	threads := o.Threads()
	// Each tile is looked at where the launch before has left so many words that its block clears none; of the first tiles
	// also where each of its threads clears one. The last ticket of the grid is one by itself.
	add := func(tiles, last int, numbers ...int) {
		for i, t := range numbers {
			all := []ptx.Ticket{{Blocks: max(tiles, t+2), Side: (t + i) % 2, More: true, Most: threads * t}}
			if tiles < 4 { // on either side
				other := all[0]
				other.Side = 1 - other.Side
				clears := other
				clears.Used, clears.Most = threads*(t+1), threads*(t+tiles)
				all = append(all, other, clears)
			}
			if t == tiles-1 {
				all = append(all, ptx.Ticket{Blocks: tiles, Side: i % 2, Most: threads * t})
			}
			for _, at := range all {
				at.N, at.Number = (tiles-1)*tile+last, t
				at.Most = min(at.Most, maxLeft)
				c.tickets = append(c.tickets, at)
			}
		}
	}
	add(2, 1, 0, 1)
	add(2, tile, 1)
	add(3, strip+row+v+1, 0, 1, 2)
	// a node of level 1, and what is after it
	add(40, row-1, 31, 32, 33, 39)
	add(1100, 2*strip, 1023, 1024, 1060, 1099)                                     // of level 2
	add(int(o.Tiles(spec.MaxGridElements)), tile, 1<<15-1, 3<<20+5<<10+9, 1<<28-1) // of all levels

	c.clears = append(c.clears, ptx.Ticket{N: spec.MaxGridElements, Blocks: 1<<28 + 1, Number: 1<<28 - 1, Side: 1,
		More: true, Most: maxLeft})
	for t := range 3 {
		for i, used := range []int{1, threads * t, threads*t + 1, threads*(3+t) + 7, threads * 9} {
			c.clears = append(c.clears, ptx.Ticket{N: 2*tile + 1, Blocks: 3 + i%2, Number: t, Side: i % 2, Used: used})
		}
		for rounds := range clearRounds { // of all threads
			c.clears = append(c.clears, ptx.Ticket{N: 2*tile + 1, Blocks: 5, Number: t, Side: rounds % 2, More: true,
				Used: threads * (t + 1 + 3*rounds), Most: threads * (t + 3 + 3*rounds)})
		}
	}
	for _, n := range []int{0, 1, tile, tile + 1, spec.MaxGridElements} {
		tiles := max(2, int(o.Tiles(int64(n))))
		for i, number := range []int{tiles, tiles + 97} {
			c.idle = append(c.idle,
				ptx.Ticket{N: n, Blocks: number + 1, Number: number, Side: i, Most: maxLeft},
				ptx.Ticket{N: n, Blocks: number + 2, Number: number, Side: 1 - i, Most: maxLeft, More: true})
		}
	}
	c.idle = append(c.idle, ptx.Ticket{Blocks: 1})
	// of 64 bits without sign
	for _, n := range []int{tile + 1, 3 * tile, 1100 * tile, spec.MaxGridElements, 1 << 62, -tile, -1} {
		c.tooSmall = append(c.tooSmall, uint64(n))
	}
	// more blocks take minutes in unoptimised code
	c.meetings = []weak.Scan{{Blocks: 2, Tiles: 2, Used: 3}, {Blocks: 2, Tiles: 2, Side: 1, Used: 2*threads + 1}}
	return c
}

// few are those of a kernel that holds the bodies of users' functions, as terms of bodies are large: of short arrays,
// and of blocks of up to 3 tiles.
func (c scanClaims) few(s spec.Spec) scanClaims {
	o := s.ScanOrder()
	c.alone = []int{1, o.Vector + 1, o.Row() + 1, o.Strip() + 1}
	c.tickets = slices.DeleteFunc(c.tickets, func(t ptx.Ticket) bool { return t.N > 3*o.Tile() })
	c.meetings = c.meetings[:1]
	return c
}

// all are the parts of the proof.
func (c scanClaims) all() (all []part[*ptx.Scan]) {
	for _, n := range c.alone {
		all = append(all, claimed(func(k *ptx.Scan) (check.Subject, error) {
			return k.Block(ptx.Ticket{N: n, Blocks: 1, More: true})
		}, "of %d elements", n))
	}
	for _, t := range c.tickets {
		all = append(all, claimed(func(k *ptx.Scan) (check.Subject, error) { return k.Block(t) }, "%s", t))
	}
	for _, l := range c.meetings {
		all = append(all, meets(func(k *ptx.Scan) error { return k.Meet(l) }, "what %d blocks on %d tiles say to each other",
			l.Blocks, l.Tiles))
	}
	return all
}

// proveScan is the proof of the kernel of an array's scan in some PTX. The error is a refusal, or that of ctx.
func (r *Report) proveScan(ctx context.Context, file *ptx.File, w way) error {
	k, err := w.scan(ctx, file, r.Spec)
	if err != nil {
		return err
	}
	c := scanClaimsOf(r.Spec)
	if w.inlined {
		c = c.few(r.Spec)
	}
	if err := c.withoutElements(k); err != nil {
		return err
	}
	if err := proveParts(ctx, r, c.all(), func() (*ptx.Scan, error) { return w.scan(ctx, file, r.Spec) }); err != nil ||
		r.Verdict != Proved {
		return err
	}
	r.Masks = c.words(k)
	r.note(c.notes(r.Spec)...)
	return nil
}

// withoutElements looks at what does not depend on elements: at what blocks clear, at blocks without a tile, and at
// grids that are too small.
func (c scanClaims) withoutElements(k *ptx.Scan) error {
	for _, t := range c.clears {
		if err := k.Clears(t); err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
	}
	for _, t := range c.idle {
		if err := k.Idle(t); err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
	}
	for _, n := range c.tooSmall {
		if err := k.TooSmall(n); err != nil {
			return err
		}
	}
	return nil
}

// words say what a proof ranges over.
func (c scanClaims) words(k *ptx.Scan) string {
	said := fmt.Sprintf("all inputs of %s elements by one block", term.Ranges(append([]int{0}, c.alone...), " to "))
	for i := 0; i < len(c.tickets); {
		n, numbers := c.tickets[i].N, []int(nil)
		for ; i < len(c.tickets) && c.tickets[i].N == n; i++ {
			numbers = append(numbers, c.tickets[i].Number)
		}
		said += fmt.Sprintf(", and of %d elements by the blocks of the tiles %s of %d", n,
			term.Ranges(slices.Compact(numbers), " to "), k.Tiles(n))
	}
	return said + ", each of its elements and of any nodes before its tile; each by terms"
}

// notes say for which launches a proof holds, and what it shows beside the results.
func (c scanClaims) notes(s spec.Spec) []string {
	var used []int
	for _, t := range c.clears {
		if t.Most == 0 {
			used = append(used, t.Used)
		}
	}
	blocks := slices.MaxFunc(c.meetings, func(a, b weak.Scan) int { return a.Blocks - b.Blocks }).Blocks
	return []string{
		fmt.Sprintf("launched by blocks of %d×1×1 threads, where any block may draw any ticket", s.ScanOrder().Threads()),
		ptx.OneDimension,
		"any number of blocks, from that of the tiles on",
		"any alignment of in and of out",
		"each element of the tile stored exactly once and no other one, nothing read outside of the tile, " +
			"the workspace used by the protocol alone",
		fmt.Sprintf("a grid of fewer blocks than the tiles of %s elements ends in a trap", term.Ranges(c.tooSmall, " to ")),
		fmt.Sprintf("all executions of up to %d blocks and tiles that PTX's memory model allows", blocks),
		"in, out and workspace do not overlap",
		fmt.Sprintf("any number of words that the launch before has left where the block clears "+
			"none of them, on 2 and 3 tiles also where it clears one a thread; "+
			"on 3 tiles it clears them where each thread clears 1 to %d, and of %s words", clearRounds,
			term.Ranges(slices.Compact(slices.Sorted(slices.Values(used))), " to ")),
		"by the protocol, a workspace that is zero before the first of such launches serves the next",
	}
}
