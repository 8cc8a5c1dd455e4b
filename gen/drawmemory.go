package gen

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/draw"
	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// The sizes of what a picture shows. There are several chunks of each type.
const (
	drawnLength = 1_000_000 // elements of an array
	drawnRows   = 65_536    // of a matrix
)

// stage is what threads do from a beginning on.
type stage struct {
	title   string
	begin   beginning
	members uint32 // of a warp
	rows    func(*network.Call) []network.FigureRow
}

// stagesOf are the stages of a pattern of memory, and the spec by which its threads combine what they have. There are
// none if no threads do.
func stagesOf(s spec.Spec, net *network.Network) (across spec.Spec, all []stage) {
	switch p := net.Program; {
	case s.Pattern.GridScan():
		order := s.ScanOrder()
		return network.Grid{GridOrder: spec.GridOrder{Threads: order.Threads()}}.AcrossSpec(s), ofScan(s, order, p)
	case s.Pattern.Columns():
		launch := s.ColumnLaunch()
		return network.Grid{GridOrder: spec.GridOrder{Threads: launch.Threads}}.AcrossSpec(s), ofColumns(s, launch, p)
	case net.Grid != nil:
		return net.Grid.AcrossSpec(s), ofArray(*net.Grid, p)
	case net.Row.Lanes > 1 && (net.Row.Across != nil || len(p.Exchanges) > 0):
		across, _ = net.Row.AcrossSpec(s)
		return across, []stage{ofRow(s, *net.Row, p)}
	}
	return spec.Spec{}, nil
}

// drawStages draws stages, one after the other.
func (o DrawOptions) drawStages(f *draw.Figure, across spec.Spec, stages []stage) {
	for _, stage := range stages {
		first := len(f.Rows)
		o.Members = stage.members
		o.draw(f, across, stage.rows, &stage.begin)
		f.Rows[first].Title = stage.title
		for _, r := range f.Rows[first:] {
			for i := range r.Reads {
				r.Reads[i].After += first
			}
		}
	}
}

// ofRow is what the threads of a row do. Each begins with its columns.
func ofRow(s spec.Spec, r network.Row, p *ir.Program) stage {
	columns := make([]int, max(r.Lanes, s.Warp())) // of each thread
	for c := range s.Cols() {
		for t := c / r.Vector % r.Lanes; t < len(columns); t += r.Lanes {
			columns[t]++
		}
	}
	rows, each := exchanged(p.Exchanges), "has"
	if r.Across != nil {
		rows, each = r.Across.Figure, "combines"
	}
	return stage{
		title: fmt.Sprintf("Thread t of a row of %d %s its columns: %d * t + v + %d * k, for v < %d.",
			s.Cols(), each, r.Vector, r.Vector*r.Threads/r.Stand, r.Vector),
		begin: beginning{columns, "columns"}, members: r.Members(s), rows: rows,
	}
}

// ofArray is what the threads of a block do: with a chunk, then with the results of all.
func ofArray(g network.Grid, p *ir.Program) []stage {
	chunk := int(g.Chunk(drawnLength))
	chunks := (drawnLength + chunk - 1) / chunk
	rows := exchanged(p.Exchanges)
	if g.Across != nil {
		rows = g.Across.Figure
	}
	return []stage{
		{
			title: fmt.Sprintf("Of %d elements, a block has a chunk of %d. Thread t combines its elements: "+
				"%d * t + v + %d * k, for v < %d.", drawnLength, chunk, g.Vector, g.Accumulators(), g.Vector),
			begin: beginningOf(g.Threads, "elements", func(int) int { return chunk / g.Threads }), rows: rows,
		},
		{
			title: fmt.Sprintf("The block that began last: thread t reads the result of chunk t of %d.", chunks),
			begin: beginningOf(g.Threads, "chunks", func(t int) int { return min(1, max(0, chunks-t)) }), rows: rows,
		},
	}
}

// ofColumns is what the threads of a block do: with a chunk of the rows of a tile, then with the results of all.
func ofColumns(s spec.Spec, l spec.ColumnLaunch, p *ir.Program) []stage {
	chunk := int(s.GridOrder().Chunk(drawnRows))
	chunks, warps := (drawnRows+chunk-1)/chunk, l.Threads/s.Warp()
	ofWarp, ofLane := s.GridOrder().Threads/warps, l.Tile/s.Warp()
	all := cut(p.Exchanges)
	return []stage{
		{
			title: fmt.Sprintf("Of %d rows, a block has a chunk of %d, in a tile of %d columns. Each thread of warp w "+
				"combines %d columns side by side, of rows %d * w + j + %d * k, for j < %d.", drawnRows, chunk, l.Tile,
				ofLane, ofWarp, s.GridOrder().Accumulators(), ofWarp),
			begin: beginningOf(l.Threads, "elements of a column", func(int) int { return chunk / warps }),
			rows:  exchanged(all[0]),
		},
		{
			title: fmt.Sprintf("The block that ended last: each thread of warp w reads the results of chunks "+
				"%d * w + j of %d.", ofWarp, chunks),
			begin: beginningOf(l.Threads, "chunks", func(t int) int {
				return min(ofWarp, max(0, chunks-t/s.Warp()*ofWarp))
			}),
			rows: exchanged(all[1]),
		},
	}
}

// ofScan is what the threads of the block of the last tile do: with their elements, then with nodes before it.
func ofScan(s spec.Spec, o spec.ScanOrder, p *ir.Program) []stage {
	tile := int(o.Tiles(drawnLength)) - 1
	all := cut(p.Exchanges)
	return []stage{
		{
			title: fmt.Sprintf("Of %d elements, a block has a tile of %d, and a warp a strip of %d. Thread t combines "+
				"pieces: %d * lane + v + %d * r, for v < %d.", drawnLength, o.Tile(), o.Strip(), o.Vector, o.Row(), o.Vector),
			begin: beginningOf(o.Threads(), "elements", func(int) int { return o.Rows * o.Vector }),
			rows:  exchanged(all[0]),
		},
		{
			title: fmt.Sprintf("Before tile %d there are nodes: a lane of warp w reads one of level w, which stands for "+
				"%d^w tiles.", tile, spec.ScanFan),
			begin: beginningOf(o.Threads(), "tiles", func(t int) (tiles int) {
				for level := t / s.Warp(); level < o.Levels; level += o.Strips {
					of := 1
					for range level {
						of *= spec.ScanFan
					}
					if t%s.Warp() < tile/of%spec.ScanFan {
						tiles += of
					}
				}
				return tiles
			}),
			rows: exchanged(all[1]),
		},
	}
}

// beginningOf is what each of so many threads begins with.
func beginningOf(threads int, unit string, has func(thread int) int) beginning {
	begin := beginning{make([]int, threads), unit}
	for t := range begin.each {
		begin.each[t] = has(t)
	}
	return begin
}

// cut is the exchanges of each stage: a stage ends where threads start anew.
func cut(all []ir.Exchange) [][]ir.Exchange {
	stages := [][]ir.Exchange{nil}
	for _, e := range all {
		if e.From == nil {
			stages = append(stages, nil)
			continue
		}
		last := &stages[len(stages)-1]
		*last = append(*last, e)
	}
	return stages
}

// exchanged are the rows of exchanges, and what threads hold after each.
func exchanged(all []ir.Exchange) func(c *network.Call) []network.FigureRow {
	return func(c *network.Call) []network.FigureRow {
		own := make([][]uint64, len(c.Elements[0]))
		for t, v := range c.Elements[0] {
			own[t] = []uint64{v}
		}
		every := slices.Repeat([]bool{true}, len(own))
		rows := []network.FigureRow{{Keeps: make([]bool, len(own)), Live: every, Held: own}}
		for i, e := range all {
			row := network.FigureRow{Title: e.Title, Keeps: make([]bool, len(own)), Live: every, Held: slices.Clone(own)}
			if e.From != nil {
				row.Live = make([]bool, len(own))
			}
			for t := 0; e.From != nil && t < len(own); t++ {
				held, from := c.Identity, e.From(t)
				for _, from := range from {
					held = c.Apply(nil, held, rows[i].Held[from][0])
					if row.Keeps[t] = row.Keeps[t] || from == t; from != t {
						row.Reads = append(row.Reads, network.Read{From: from, To: t, After: i, Needed: true})
					}
				}
				row.Held[t] = nil
				if row.Live[t] = len(from) > 0; row.Live[t] {
					row.Held[t] = []uint64{held}
				}
			}
			rows = append(rows, row)
		}
		return rows
	}
}
