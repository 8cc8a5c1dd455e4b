package spec

import "slices"

// GridScan reports whether p scans an array in memory.
func (p Pattern) GridScan() bool { return p.Grid() && p.row().scans }

// ScanOrder is the order in which the elements of an array that is scanned combine; docs/order.md states it. It depends
// on the size of an element alone.
type ScanOrder struct {
	Vector int // elements of a piece: 16 bytes, or 4 elements that are narrower than 4 bytes
	Rows   int // of a strip, of 32 pieces each
	Strips int // of a tile, one a warp
	Levels int // of nodes: enough for the longest array
}

// ScanFan is the number of nodes that a node of the next level combines, of pieces of a row, and at most of strips of a
// tile.
const ScanFan = 32

// The constants of the order of a scan. Measured on an H200: tiles of 16 KB in blocks of 128 threads are faster for
// elements of 4 bytes, tiles of 32 KB for those of 8. Both hold 4096 elements, and so do those of narrower elements: a
// thread has each in a register of its own.
const (
	scanRows    = 8
	scanPiece   = 4 // elements at most
	scanStrips4 = 4
	scanStrips8 = 8
)

// ScanOrder is the order of a scan of s.
func (s Spec) ScanOrder() ScanOrder {
	o := ScanOrder{Vector: min(scanPiece, rowVectorBytes*8/s.Type.Bits()), Rows: scanRows, Strips: scanStrips4}
	if s.Type.Bits() == 64 {
		o.Strips = scanStrips8
	}
	for tiles := o.Tiles(MaxGridElements); tiles > 0; tiles /= ScanFan {
		o.Levels++
	}
	return o
}

// Row is the number of elements of a row.
func (o ScanOrder) Row() int { return ScanFan * o.Vector }

// Strip is the number of elements of a strip.
func (o ScanOrder) Strip() int { return o.Rows * o.Row() }

// Tile is the number of elements of a tile.
func (o ScanOrder) Tile() int { return o.Strips * o.Strip() }

// Threads is the number of threads of a block, which has a tile.
func (o ScanOrder) Threads() int { return o.Strips * WarpSize }

// Tiles is the number of tiles of n elements.
func (o ScanOrder) Tiles(n int64) int64 { return (n + int64(o.Tile()) - 1) / int64(o.Tile()) }

// A node of level 0 is the sum of a tile. Node k of level L is the tree over the nodes 32k to 32k+31 of level L-1; it
// is there if all of them are. Nodes have numbers, in the order in which their last tiles end, so that those of fewer
// tiles are a prefix.

// NodesBefore is how many nodes end before a tile: all nodes of an array of so many tiles.
func (o ScanOrder) NodesBefore(tile int64) int64 {
	nodes := int64(0)
	for range o.Levels {
		nodes += tile
		tile /= ScanFan
	}
	return nodes
}

// Node is the number of node k of a level.
func (o ScanOrder) Node(level int, k int64) int64 {
	tiles := int64(1)
	for range level {
		tiles *= ScanFan
	}
	return o.NodesBefore((k+1)*tiles-1) + int64(level)
}

// ScanLaunch is how a scan of n elements is launched.
func (s Spec) ScanLaunch(n int64) GridLaunch {
	o := s.ScanOrder()
	tiles := o.Tiles(n)
	return GridLaunch{Blocks: int(max(1, tiles)), Threads: o.Threads(),
		Workspace: int(8 * (GridHeader + 2*s.ScanWords()*o.NodesBefore(tiles)))}
}

// ScanWords is the number of 64-bit words of the workspace that hold a node on one side: each has 32 bits of it, or a
// narrower element with zeros above it.
func (s Spec) ScanWords() int64 { return int64(max(1, s.Type.Bits()/RegisterBits)) }

// Made reports whether elements are made of inputs that have ports of their own: by a map, or, of a scan of an array,
// by widening what is narrower in memory than the results.
func (s Spec) Made() bool { return s.Map != nil || s.Pattern.GridScan() && s.In() != AsType }

// ScanTypes lists the types of elements that scans of arrays take.
func ScanTypes() []Type {
	return slices.DeleteFunc(Types(), func(t Type) bool { return t.Packed() })
}

// validateScan rejects what a scan of an array does not take.
func (s Spec) validateScan(wrong report) {
	if s.In() != AsType && s.Op == AbsMax {
		wrong("in", s.In(), "%s takes %s of elements as they are in memory alone; leave -in out", s.Pattern, s.Op)
	}
	if s.Map.User() && s.Map.Resolved() && s.Type == Composite {
		wrong("map", s.Map.Ref,
			"%s gives %s, and %s takes functions that give scalars alone yet; want one that gives a number", s.Map, s.Elem,
			s.Pattern)
	}
	switch u := s.User; {
	case u == nil || !u.Resolved():
	case s.Type == Composite:
		wrong("op", u.Ref, "%s combines %s, and %s takes functions of scalars alone yet; want one of two numbers", u, s.Elem,
			s.Pattern)
	case s.Pattern == GridExclusiveScan && u.Identity == nil:
		wrong("op", u.Ref, "the first element of out is the identity, and none of %s is established; "+
			"want identity=NAME in its directive, or %s", u, GridInclusiveScan)
	}
}
