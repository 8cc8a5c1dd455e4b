package lower

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
)

// The blocks of a scan share no memory but the workspace. Its first word counts tickets in its lower half; bit 63 is
// the side of this launch, and bits 32 to 62 are the number of words that the last launch used on the other side.
// Nodes follow, each word of them twice: one for each side.
//
// A word is zero, or 32 bits of a node and a sign above them that it is there: both are one word, and no fence has to
// order them. It is written once a launch, on the side of the launch. Meanwhile the blocks clear the other side, so
// that the next launch finds that zero and turns the sides round. A block waits only for tiles of lower tickets:
// their blocks run or have ended.

var (
	words    = ir.Pointer{To: ir.U64}
	wordsToo = ir.Pointer{To: ir.U64, ReadOnly: true}
	there    = ir.U64.Int(1).Shl(32) // the sign that a node is there
)

const fan = spec.ScanFan // nodes of a node of the next level, and the lanes that have one each

// protocol adds the functions by which blocks meet.
func (g *gridScan) protocol() {
	b := g.Build("_ticket", ir.U64, "The first word, in which a ticket is taken.")
	workspace := b.Param("workspace", words)
	word := b.Declare("word", ir.U64)
	b.Add(ir.AtomicAdd{Old: word, At: workspace, By: ir.U64.Int(1)})
	b.Return(word)

	b = g.Build("_word", nil, "Stores a word at once.")
	to, word := b.Param("to", words), b.Param("word", ir.U64)
	b.Add(ir.Store{To: to, Words: []ir.Expr{word}})

	b = g.Build("_read", ir.U64, "Loads a word at once.")
	from := b.Param("from", wordsToo)
	word = b.Declare("word", ir.U64)
	b.Add(ir.Load{To: []ir.Expr{word}, From: from})
	b.Return(word)

	b = g.Build("_nodes", ir.U32, "How many nodes end before a tile: the number of its node of level 0.")
	tile := b.Param("tile", ir.U32)
	nodes := tile
	for level := 1; level < g.Levels; level++ {
		nodes = nodes.Plus(tile.Shr(5 * level))
	}
	b.Return(nodes)

	b = g.Build("_at", words, "The word of a node.")
	side, node := b.Param("side", words), b.Param("node", ir.U32)
	b.Return(side.Plus(ir.U64.Int(int(2 * g.of.ScanWords())).Times(node)))
	g.leaving()
	g.collects()
}

// leaving adds the function that leaves a node.
func (g *gridScan) leaving() {
	b := g.Build("_leave", nil, "Leaves a node.")
	to, value := b.Param("to", words), b.Param("value", g.held)
	bits := g.out(value).Bits()
	if g.of.ScanWords() == 1 {
		b.Do("_word", to, there.Or(bits))
	} else {
		bits = b.Let("bits", bits)
		b.Do("_word", to, there.Or(bits.And(0xffffffff)))
		b.Do("_word", to.Plus(2), there.Or(bits.Shr(32)))
	}
}

// collects adds the function by which a warp waits.
func (g *gridScan) collects() {
	b := g.Build("_collect", g.held,
		"A warp waits for the nodes that its lanes want, all at once: lanes that wait one by one take longer.")
	from, wanted, none := b.Param("from", wordsToo), b.Param("wanted", ir.Bool{}), b.Param("none", g.held)
	isThere := func(word ir.Expr) ir.Expr { return word.Shr(32).Unequal(0) }
	var value ir.Expr
	if g.of.ScanWords() == 1 {
		word := b.Let("word", there)
		b.DoWhile(func() {
			b.If(wanted, func() { b.Set(word, g.Call("_read", from)) })
		}, isThere(word).All().Not())
		value = word.To(ir.U32)
	} else {
		low := b.Let("low", there)
		high := b.Beside("high", low)
		b.DoWhile(func() {
			b.If(wanted, func() {
				b.Set(low, g.Call("_read", from))
				b.Set(high, g.Call("_read", from.Plus(2)))
			})
		}, isThere(low).Both(isThere(high)).All().Not())
		value = high.Shl(32).Or(low.And(0xffffffff))
	}
	b.Return(wanted.Choose(g.in(value.FromBits(g.elem)), none))
}

// trees adds the function by which the lanes of a warp combine what they have; without an identity, the first of them.
func (g *gridScan) trees() {
	lanes := "the lanes"
	if g.leaves {
		lanes = "the first `count` lanes"
	}
	b := g.Build("_tree", g.held, fmt.Sprintf(
		"Lane 0 receives the tree over what %s of a warp have: distance 1, 2, 4, …, the lower on the left.", lanes))
	v := b.Param("v", g.held)
	var count, at ir.Expr
	if g.leaves {
		count = b.Param("count", ir.U32)
	}
	b.Step("The results of other lanes are not used.")
	if g.leaves {
		at = laneOf(b)
	}
	for d := 1; d < g.of.Warp(); d *= 2 {
		both := g.op(v, v.From(ir.Down, d))
		if g.leaves {
			both = at.Plus(d).Less(count).Choose(b.Let(fmt.Sprintf("both%d", d), both), v)
		}
		b.Set(v, both)
		g.tree = append(g.tree, takesIn(d, func(int) bool { return true }))
	}
	b.Return(v)
}

// treeOf is the tree over what the first lanes of a warp have, which is said where there is no identity.
func (g *gridScan) treeOf(v, count ir.Expr) ir.Expr {
	if g.leaves {
		return g.Call("_tree", v, count)
	}
	return g.Call("_tree", v)
}

// publishing adds the function by which a warp publishes what ends with a tile.
func (g *gridScan) publishing() {
	b := g.Build("_publish", nil,
		"A warp publishes the sum of a tile, and the nodes of higher levels that end with it, "+
			"each once the 31 others of its tree are there.")
	side, tile, sum := b.Param("side", words), b.Param("tile", ir.U32), b.Param("sum", g.held)
	b.Step("The node of level 0.")
	lane := laneOf(b)
	node := b.Beside("node", g.Call("_nodes", tile))
	b.If(lane.Equal(0), func() { b.Do("_leave", g.Call("_at", side, node), sum) })
	b.Step("The others: the node of a lane ends 31 - lane nodes before this one.")
	level, shift := ir.Start("level", ir.U32.Int(0)), ir.Start("shift", ir.U32.Int(0))
	at := shift.Local()
	b.Add(ir.For{
		Init: []ir.Let{level, shift}, While: tile.Shr(at).Mod(fan).Equal(fan - 1), Unroll: ir.Rolled,
		Next: []ir.Set{{To: at, Value: at.Plus(5)}},
		Body: b.Region(func() { g.higher(b, level.Local(), at, side, tile, node, lane, sum) }),
	})
}

// awaits adds the function by which a warp awaits the nodes of a level.
func (g *gridScan) awaits() {
	without := "have what changes nothing."
	if g.leaves {
		without = "are left out."
	}
	b := g.Build("_part", g.held, "Lane 0 of a warp receives what a level has before a tile: "+
		"the tree over its nodes since the last node of the next level.")
	side, tile, level := b.Param("side", words), b.Param("tile", ir.U32), b.Param("level", ir.U32)
	b.Step("At most 31, one a lane. Lanes without one " + without)
	lane := laneOf(b)
	shift := b.Beside("shift", ir.Times(5, level))
	node := b.Beside("node", tile.Shr(shift))
	count := b.Beside("count", node.Mod(fan))
	b.If(count.Equal(0), func() { b.Return(g.none()) })
	end := node.Minus(count).Plus(lane).Plus(1).Shl(shift).Minus(1)
	from := b.LetAs("from", wordsToo, g.Call("_at", side, g.Call("_nodes", end).Plus(level)))
	b.Return(g.treeOf(g.Call("_collect", from, lane.Less(count), g.none()), count))
}

// higher appends how a warp publishes the node of the next level that ends with a tile.
func (g *gridScan) higher(b *ir.Builder, level, shift, side, tile, node, lane, sum ir.Expr) {
	before := ir.U32.Int(fan - 1).Minus(lane).Shl(shift)
	from := b.LetAs("from", wordsToo, g.Call("_at", side, g.Call("_nodes", tile.Minus(before)).Plus(level)))
	v := b.Let("v", g.treeOf(g.Call("_collect", from, lane.Less(fan-1), sum), ir.U32.Int(fan)))
	b.Set(sum, v.From(ir.Idx, 0))
	b.Set(level, level.Plus(1))
	b.If(lane.Equal(0), func() { b.Do("_leave", g.Call("_at", side, node.Plus(level)), sum) })
}

// kernel adds the frame: it finds the block's tile, and what is before each strip.
func (g *gridScan) kernel() {
	b := g.Build("", nil)
	var arrays []ir.Expr
	for _, in := range g.inputs {
		arrays = append(arrays, in.param(b))
	}
	n, out, workspace := b.Param("n", ir.U64), b.Param("out", ir.Pointer{To: g.elem}), b.Param("workspace", words)

	b.Step("Each block has a tile. A grid with fewer blocks cannot give the result.")
	all := b.Let("all", n.Over(g.Tile()).Plus(n.Mod(g.Tile()).Unequal(0))) // of any n, -1 too
	b.If(ir.Blocks.Less(all), func() { b.Add(ir.Trap{}) })
	tiles := b.Let("tiles", all.To(ir.U32))
	tile := b.Beside("tile", ir.U32.Int(0))
	lane := b.Beside("lane", ir.Thread.Mod(g.of.Warp()))
	warp := b.Beside("warp", ir.Thread.Over(g.of.Warp()))
	side := b.Let("side", workspace.Plus(spec.GridHeader))

	b.Step("One tile is block 0's. If there are several, a block has the tile of its ticket, " +
		"so that the tiles before it have blocks that run.")
	b.IfElse(tiles.LessEqual(1), func() {
		b.If(ir.Block.Unequal(0).Either(tiles.Equal(0)), b.End)
	}, func() { g.takeTicket(b, tiles, tile, workspace, side) })

	b.Step("The strip of the warp.")
	first := b.Let("first", tile.To(ir.U64).Times(ir.U32.Int(g.Tile())).Plus(warp.Times(g.Strip())))
	count := b.Let("count", first.GreaterEqual(n).Choose(ir.U32.Int(0),
		n.Minus(first).Less(g.Strip()).Choose(n.Minus(first).To(ir.U32), ir.U32.Int(g.Strip()))))
	x := b.Declare("x", g.elements())
	args := []ir.Expr{x}
	for _, in := range arrays {
		args = append(args, in.Plus(first))
	}
	b.Do("_load", append(args, count)...)
	sum := b.Let("sum", g.Call("_strip", x))

	total, before := g.inTile(b, lane, warp, sum)
	b.Step("The tiles before it: a warp publishes what ends with this one, and each awaits some levels.")
	b.If(tiles.Greater(1), func() {
		parts := b.Share("parts", ir.Array{Of: g.held, N: g.Levels})
		b.If(warp.Equal(g.Strips-1), func() { b.Do("_publish", side, tile, total) })
		below := func(level ir.Expr) ir.Expr { return level.Less(g.Levels) }
		next := func(level ir.Expr) ir.Expr { return level.Plus(g.Strips) }
		b.For(ir.Rolled, "level", warp, below, next, func(level ir.Expr) {
			part := b.Let("part", g.Call("_part", side, tile, level))
			b.If(lane.Equal(0), func() { b.Set(parts.At(level), part) })
		})
		b.Add(ir.Barrier{})
		g.prefix(b, parts, tile, warp, before)
	})
	b.Step("The elements.")
	args = []ir.Expr{x, before, out.Plus(first), count}
	if g.leaves {
		args = append(args, warp.Greater(0).Either(tile.Greater(0)))
	}
	b.Do("_store", args...)
}

// inTile appends how a warp finds the sum of the tile, and that of the strips before its own.
func (g *gridScan) inTile(b *ir.Builder, lane, warp, sum ir.Expr) (total, before ir.Expr) {
	b.Step("The sums of the strips before it, and that of the tile.")
	sums := b.Share("sums", ir.Array{Of: g.held, N: g.Strips})
	b.If(lane.Equal(0), func() { b.Set(sums.At(warp), sum) })
	b.Add(ir.Barrier{})
	v := b.Let("v", sums.At(lane.Mod(g.Strips)))
	ofStrip := func(t int) bool { return t%g.of.Warp() < g.Strips }
	g.Exchanges = slices.Clone(g.strip)
	g.Shows(fmt.Sprintf("Each lane reads a strip that a warp left in shared memory; the first %d are used.", g.Strips),
		func(t int) []int {
			if ofStrip(t) {
				return []int{t % g.of.Warp() * g.of.Warp()}
			}
			return nil
		})
	for d := 1; d < g.Strips; d *= 2 {
		left := b.Let(fmt.Sprintf("left%d", d), v.From(ir.Up, d))
		b.If(lane.GreaterEqual(d), func() { b.Set(v, g.op(left, v)) })
		g.Exchanges = append(g.Exchanges, takesIn(-d, ofStrip))
	}
	total = b.Let("total", v.From(ir.Idx, g.Strips-1))
	before = b.Beside("before", v.From(ir.Idx, warp.Equal(0).Choose(ir.U32.Int(0), warp.Minus(1))))
	if !g.leaves {
		b.If(warp.Equal(0), func() { b.Set(before, g.none()) })
	}
	g.Shows("Each thread of warp w reads lane w-1: the strips of the tile before its own, if there are any.",
		func(t int) []int {
			if warp := t / g.of.Warp(); warp > 0 {
				return []int{warp*g.of.Warp() + warp - 1}
			}
			return nil
		})
	return total, before
}

// takeTicket appends how a block finds its tile and its side, and clears its share of the other one.
func (g *gridScan) takeTicket(b *ir.Builder, tiles, tile, workspace, side ir.Expr) {
	used := g.Call("_nodes", tiles).To(ir.U64)
	if n := g.of.ScanWords(); n > 1 {
		used = used.Times(int(n))
	}
	taken := b.Share("taken", ir.U64)
	b.If(ir.Thread.Equal(0), func() {
		word := b.Let("word", g.Call("_ticket", workspace))
		b.Set(taken, word)
		b.If(word.To(ir.U32).Equal(ir.Blocks.Minus(1)), func() {
			b.Do("_word", workspace, word.Not().And(ir.U64.Int(1).Shl(63)).Or(used.Shl(32)))
		})
		b.Note("all others have theirs: the next launch finds the other side")
	})
	b.Add(ir.Barrier{})
	word := b.Let("word", taken)
	b.Set(tile, word.To(ir.U32))
	b.If(tile.GreaterEqual(tiles), b.End)
	now := b.Let("now", word.Shr(63).To(ir.U32))
	last := b.Beside("used", word.Shr(32).To(ir.U32).And(0x7fffffff))
	b.Set(side, side.Plus(now))
	next := func(i ir.Expr) ir.Expr { return i.Plus(tiles.To(ir.U64).Times(ir.U32.Int(g.ScanOrder.Threads()))) }
	first := tile.To(ir.U64).Times(ir.U32.Int(g.ScanOrder.Threads())).Plus(ir.Thread)
	b.For(ir.Rolled, "i", first, func(i ir.Expr) ir.Expr { return i.Less(last) }, next, func(i ir.Expr) {
		other := workspace.Plus(ir.U64.Int(spec.GridHeader)).Plus(ir.U64.Int(2).Times(i))
		other = other.Plus(ir.U32.Int(1).Minus(now))
		b.Do("_word", other, ir.U64.Int(0))
	})
}

// prefix appends how a warp takes in what is before the tile. Without an identity, a level has nodes there where the
// digit of the tile's number to the base 32 is not 0, and higher levels where the digits above it are not.
func (g *gridScan) prefix(b *ir.Builder, parts, tile, warp, before ir.Expr) {
	g.Shows("", nil)
	g.Exchanges = append(g.Exchanges, g.tree...)
	g.Shows("Each thread reads what the levels have in shared memory: all tiles before its own.", func(int) (from []int) {
		for level := range min(g.Levels, g.Strips) {
			from = append(from, level*g.of.Warp())
		}
		return from
	})
	prefix := b.Let("prefix", parts.At(g.Levels-1))
	for level := g.Levels - 2; level >= 0; level-- {
		if !g.leaves {
			b.Set(prefix, g.op(prefix, parts.At(level)))
			continue
		}
		digit := tile
		if level > 0 {
			digit = tile.Shr(ir.U32.Int(5 * level))
		}
		above := tile.Shr(ir.U32.Int(5 * (level + 1)))
		b.If(digit.Mod(fan).Unequal(0), func() {
			b.Set(prefix, g.Call("_append", above.Unequal(0), prefix, parts.At(level)))
		})
	}
	if !g.leaves {
		b.Set(before, g.op(prefix, before))
		return
	}
	both := b.Let("both", g.op(prefix, before))
	b.Set(before, tile.Equal(0).Choose(before, warp.Equal(0).Choose(prefix, both)))
}
