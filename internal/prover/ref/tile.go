package ref

import "github.com/shflgen/shflgen/spec"

// Tile says that the elements of a scan of an array are those of one tile of a longer array, followed by the nodes
// before it, as [NodesBefore] lists them. The results are the tile's part of the result, followed by the nodes that
// end with the tile, as [NodesOf] lists them. The last tile has no nodes, as nobody reads them.
type Tile struct {
	Number, Count int
	Last          bool
}

// Node is a node of an array's scan: number K of a level.
type Node struct{ Level, K int }

// NodesBefore are the nodes that tell what is before tile t: of each level, from 0 on, those before the tile that are
// below the next node of the next level.
func NodesBefore(t int) (all []Node) {
	for level, at := 0, t; at > 0; level, at = level+1, at/nodeNodes {
		for k := at / nodeNodes * nodeNodes; k < at; k++ {
			all = append(all, Node{level, k})
		}
	}
	return all
}

// NodesOf are the nodes that end with tile t, from level 0 up.
func NodesOf(t int) []Node {
	all := []Node{{0, t}}
	for level, k := 1, t; k%nodeNodes == nodeNodes-1; level++ {
		k /= nodeNodes
		all = append(all, Node{level, k})
	}
	return all
}

// Lanes is how many lanes the shape has of a tile under proof: one for each element and each node.
func (t Tile) Lanes() int {
	return t.Count + max(len(NodesBefore(t.Number)), len(t.nodes()))
}

// nodes are those that the tile gives.
func (t Tile) nodes() []Node {
	if t.Last {
		return nil
	}
	return NodesOf(t.Number)
}

// scanTile is what a scan leaves of one tile.
func (w warp[V, N, B]) scanTile() Outcome[V, N, B] {
	out := w.keep()
	leaves := func(i int, x V) { out.Value[i], out.Named[i] = x, true }
	x, nodes, t := w.in[:w.Tile.Count], w.in[w.Tile.Count:], w.Tile.Number
	had := map[Node]V{}
	for i, n := range NodesBefore(t) {
		had[n] = nodes[i]
	}
	before := BeforeTile(w.Algebra, w.spec, t, func(level, k int) V { return had[Node{level, k}] })
	for i, y := range TileScan(w.Algebra, w.spec, w.spec.Pattern == spec.GridExclusiveScan, before, x) {
		leaves(i, y)
	}
	for i, n := range w.Tile.nodes() {
		if n.Level == 0 {
			had[n] = OfTile(w.Algebra, w.spec, x)
		} else {
			var below []V
			for k := range nodeNodes {
				below = append(below, had[Node{n.Level - 1, n.K*nodeNodes + k}])
			}
			had[n] = NodesTree(w.Algebra, w.spec, below)
		}
		leaves(w.Tile.Count+i, w.Settle(had[n]))
	}
	return out
}
