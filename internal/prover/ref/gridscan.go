package ref

import (
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// The scan of an array goes from small groups of elements to large ones: a piece holds V elements, a row 32 pieces, a
// strip R rows, a tile W strips, where V is 16 bytes of them, and at most 4. docs/order.md states the order, and so do
// the four lines of [warp.tile], [RowScan], [OfNodes] and [BeforeTile]. Missing elements are left out everywhere.

// The sizes of groups.
const (
	rowPieces  = 32
	stripRows  = 8
	nodeNodes  = 32
	nodeLevels = 6 // more than 2^40 elements fill
)

// tileStrips is the number W of strips of a tile: 4 of elements of up to 4 bytes, 8 of those of 8.
func tileStrips(s spec.Spec) int { return max(4, s.Type.Bits()/8) }

// ScanPiece is the number V of elements of a piece of s, ScanRow that of a row, ScanStrip that of a strip and ScanTile
// that of a tile. The last ones of an array may have fewer.
func ScanPiece(s spec.Spec) int { return min(4, 128/s.Type.Bits()) }
func ScanRow(s spec.Spec) int   { return rowPieces * ScanPiece(s) }
func ScanStrip(s spec.Spec) int { return stripRows * ScanRow(s) }
func ScanTile(s spec.Spec) int  { return tileStrips(s) * ScanStrip(s) }

// ScanNodes is how many nodes of one level make one of the next level, and how many levels there are.
func ScanNodes() (nodes, levels int) { return nodeNodes, nodeLevels }

// gridScan is the scan of as many elements as there are lanes.
func (w warp[V, N, B]) gridScan() Outcome[V, N, B] {
	out := w.keep()
	for i, x := range GridScan(w.Algebra, w.spec, w.spec.Pattern == spec.GridExclusiveScan, w.in) {
		out.Value[i], out.Named[i] = x, true
	}
	return out
}

// GridScan is the scan of an array: element i of the result combines the elements up to i, of an exclusive scan those
// before i. It changes nothing in x.
func GridScan[V, N, B any](alg Algebra[V, N, B], s spec.Spec, exclusive bool, x []V) (out []V) {
	tile := ScanTile(s)
	sums := make([]V, len(x)/tile) // of the tiles that have all their elements: of another one nothing is after it
	for t := range sums {
		sums[t] = OfTile(alg, s, x[t*tile:(t+1)*tile])
	}
	for t := 0; t*tile < len(x); t++ {
		before := BeforeTile(alg, s, t, func(level, k int) V { return OfNodes(alg, s, level, k, sums) })
		out = append(out, TileScan(alg, s, exclusive, before, x[t*tile:min((t+1)*tile, len(x))])...)
	}
	return out
}

// TileScan is the scan of an array at the elements x of one tile. before is the total before the tile: absent for the
// first one.
func TileScan[V, N, B any](alg Algebra[V, N, B], s spec.Spec, exclusive bool, before V, x []V) (out []V) {
	w := warp[V, N, B]{Algebra: alg, spec: s}
	_, _, rows, strips := w.tile(x)
	for r := 0; r*ScanRow(s) < len(x); r++ {
		tile := w.Join(before, w.prior(strips, r/stripRows, tileStrips(s)))
		row, _ := RowScan(alg, s, exclusive, tile, w.prior(rows, r, stripRows), x[r*ScanRow(s):min((r+1)*ScanRow(s), len(x))])
		out = append(out, row...)
	}
	return out
}

// RowScan is a scan at the elements x of one row, and the sum of a whole row. tile is the total before its strip, and
// rows the total in its strip before it.
func RowScan[V, N, B any](alg Algebra[V, N, B], s spec.Spec, exclusive bool, tile, rows V, x []V) (out []V, sum V) {
	w := warp[V, N, B]{Algebra: alg, spec: s}
	in, pieces, _, _ := w.tile(x)
	for i := range x {
		upTo := in[i]
		if exclusive {
			upTo = w.prior(in, i, ScanPiece(s))
		}
		ofStrip := w.Join(rows, w.prior(pieces, i/ScanPiece(s), rowPieces))
		out = append(out, w.Settle(w.Join(tile, w.Join(ofStrip, upTo))))
	}
	return out, pieces[len(pieces)-1]
}

// StripsScan is the scan of the sums of the strips of a tile.
func StripsScan[V, N, B any](alg Algebra[V, N, B], s spec.Spec, sums []V) []V {
	return warp[V, N, B]{Algebra: alg, spec: s}.scan(slices.Clone(sums))
}

// OfTile is node (0, t): the sum of the elements x of tile t, none missing.
func OfTile[V, N, B any](alg Algebra[V, N, B], s spec.Spec, x []V) V {
	_, _, _, strips := warp[V, N, B]{Algebra: alg, spec: s}.tile(x)
	return strips[tileStrips(s)-1]
}

// OfNodes is node (level, k): the sum of tile k, or the tree over 32 nodes of the level below.
func OfNodes[V, N, B any](alg Algebra[V, N, B], s spec.Spec, level, k int, tiles []V) V {
	if level == 0 {
		return tiles[k]
	}
	var below []V
	for i := range nodeNodes {
		below = append(below, OfNodes(alg, s, level-1, nodeNodes*k+i, tiles))
	}
	return NodesTree(alg, s, below)
}

// NodesTree is the tree over nodes of one level: those of a higher one, or a part of what is before a tile.
func NodesTree[V, N, B any](alg Algebra[V, N, B], s spec.Spec, nodes []V) V {
	return warp[V, N, B]{Algebra: alg, spec: s}.tree(slices.Clone(nodes))
}

// BeforeTile is what is before tile t, of the nodes that it reads: its parts from the highest level to level 0, from
// left to right. Part L is the tree over the nodes of level L that stand between those of level L+1 before the tile and
// the tile itself.
func BeforeTile[V, N, B any](alg Algebra[V, N, B], s spec.Spec, t int, node func(level, k int) V) V {
	before := alg.Absent()
	for level := nodeLevels - 1; level >= 0; level-- {
		tiles := 1 // of a node of the level
		for range level {
			tiles *= nodeNodes
		}
		var nodes []V
		for k := t / (tiles * nodeNodes) * nodeNodes; k < t/tiles; k++ {
			nodes = append(nodes, node(level, k))
		}
		if len(nodes) > 0 {
			before = alg.Join(before, NodesTree(alg, s, nodes))
		}
	}
	return before
}

// tile scans the elements of a tile in their pieces; the sums of pieces in their rows, those of rows in their strips,
// and those of strips.
func (w warp[V, N, B]) tile(x []V) (in, pieces, rows, strips []V) {
	in = inGroups(x, ScanPiece(w.spec), w.leftToRight)
	pieces = inGroups(lasts(in, ScanPiece(w.spec)), rowPieces, w.scan)
	rows = inGroups(lasts(pieces, rowPieces), stripRows, w.leftToRight)
	strips = inGroups(lasts(rows, stripRows), tileStrips(w.spec), w.scan)
	return in, pieces, rows, strips
}

// leftToRight is the inclusive scan of elements that combines each with all before it.
func (w warp[V, N, B]) leftToRight(x []V) []V {
	for i := 1; i < len(x); i++ {
		x[i] = w.Join(x[i-1], x[i])
	}
	return x
}

// inGroups scans each group of n elements. The last group may have fewer.
func inGroups[V any](x []V, n int, scan func([]V) []V) (all []V) {
	for group := range slices.Chunk(x, n) {
		all = append(all, scan(slices.Clone(group))...)
	}
	return all
}

// lasts are the last elements of each group of n.
func lasts[V any](x []V, n int) (all []V) {
	for group := range slices.Chunk(x, n) {
		all = append(all, group[len(group)-1])
	}
	return all
}

// prior is the element before element i in its group of n; absent where i is the first one.
func (w warp[V, N, B]) prior(x []V, i, n int) V {
	if i%n == 0 {
		return w.Absent()
	}
	return x[i-1]
}
