package gen

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// lowerFrame lowers what is in memory: rows, or an array. The program stands around the networks of its threads.
func (t target) lowerFrame(s spec.Spec) (made lowered, err error) {
	switch {
	case s.Pattern.Row():
		made, err = t.lowerRow(s)
	case s.Pattern.GridScan(): // its order alone decides which elements combine
		made.net, made.chosen = &network.Network{Spec: s}, lowering{name: "tiles",
			builds: "each block scans a tile, then takes in what is before it by a tree over tiles"}
	default:
		made, err = t.lowerGrid(s)
	}
	if err != nil {
		return lowered{}, err
	}
	made.net.Program, err = t.program(made.net)
	if err == nil && s.Pattern.Applies() && made.net.Program.Threads > 1 {
		made.rejected = rejectedLanes(s, *made.net.Row)
	}
	return made, err
}

// lowerRow lowers a row: its threads combine what they have by the network of a warp or block,
// which the target chooses as it does for that pattern.
func (t target) lowerRow(s spec.Spec) (lowered, error) {
	row := network.RowOf(s)
	made := lowered{
		net: &network.Network{Spec: s, Row: &row},
		chosen: lowering{name: "rows",
			builds: "each thread combines its columns, then the threads of a row combine what they have"},
	}
	if s.Pattern.Applies() { // its threads combine by their own steps
		return made, nil
	}
	if across, ok := row.AcrossSpec(s); ok {
		inner, err := t.within(s, across)
		if err != nil {
			return lowered{}, err
		}
		made.rejected, made.variant = inner.rejected, inner.variant
		row.Across = inner.net
		for _, n := range row.Across.Variants() {
			n.Kernel = s.FileName()
		}
	}
	if columns, ok := row.ColumnsSpec(s); ok {
		inner, err := t.within(s, columns)
		if err != nil {
			return lowered{}, err
		}
		row.Columns = inner.net
	}
	return made, nil
}

// rejectedLanes are the numbers of lanes that were not chosen to share a row, with the costs of the model.
func rejectedLanes(s spec.Spec, row network.Row) (all []Rejected) {
	choices := row.LaneChoices(s)
	chosen := slices.IndexFunc(choices, func(w network.RowWork) bool {
		return w.Lanes == row.Lanes && w.ByWords == row.ByWords
	})
	for i, w := range choices {
		if i != chosen {
			more := network.RowModel.Of(w)/network.RowModel.Of(choices[chosen]) - 1
			all = append(all, Rejected{Lowering: fmt.Sprintf("%d lanes a row%s", w.Lanes, taken(w)), Reason: fmt.Sprintf(
				"by the model of rows it costs %.0f%% more than %d lanes%s", 100*more, row.Lanes, taken(choices[chosen]))})
		}
	}
	return all
}

// taken says how lanes take a row of an odd number of halves, where there are several ways.
func taken(w network.RowWork) string {
	switch {
	case w.ByWords:
		return ", by words"
	case w.Odd:
		return ", element by element"
	}
	return ""
}

// within lowers what the threads of s combine together. Floats that were combined as integers would be converted on the
// way, so these take no lowerings that need a newer architecture.
func (t target) within(s, across spec.Spec) (lowered, error) {
	if network.ByShuffles(s) {
		t.lowerings = slices.DeleteFunc(slices.Clone(t.lowerings), func(l lowering) bool { return l.from != spec.AnyArch })
	}
	return t.lower(across)
}

// lowerGrid lowers an array: the threads of a block combine what they have by the network of a block, which the target
// chooses as it does for that pattern. With a user's function they combine by separate steps, as some threads may have
// nothing.
func (t target) lowerGrid(s spec.Spec) (lowered, error) {
	grid := network.GridOf(s)
	made := lowered{
		net: &network.Network{Spec: s, Grid: &grid},
		chosen: lowering{name: "chunks",
			builds: "each block combines whole chunks, then one block combines what the chunks have"},
	}
	if s.Pattern.Columns() {
		made.chosen = lowering{name: "columns",
			builds: "each block combines rows of some columns, then one block of these columns what the others have"}
	}
	if s.User != nil || s.Pattern.Columns() {
		return made, nil
	}
	inner, err := t.within(s, grid.AcrossSpec(s))
	if err != nil {
		return lowered{}, err
	}
	grid.Across = inner.net
	for _, n := range grid.Across.Variants() {
		n.Kernel, n.Linear = s.FileName(), true
	}
	if s.HasLane() {
		places, err := t.within(s, grid.PlacesSpec(s))
		if err != nil {
			return lowered{}, err
		}
		grid.Places = places.net
		for _, n := range grid.Places.Variants() {
			n.Linear = true
		}
	}
	made.variant, made.rejected = inner.variant, inner.rejected
	return made, nil
}

// lowerCluster lowers what the blocks of a cluster do: each combines its threads by the network of a block,
// which the target chooses as it does for that pattern; then the blocks combine what they have.
func (t target) lowerCluster(s spec.Spec) (lowered, error) {
	made, err := t.within(s, network.OfBlock(s))
	if err != nil {
		return lowered{}, err
	}
	made.net.Kernel = s.FileName()
	made.net = &network.Network{Spec: s, Block: made.net}
	return made, nil
}

// lowerWords lowers a load or a store of elements in global memory: lanes exchange the words of
// elements by the network of a transpose, which the target chooses as it does for that pattern.
func (t target) lowerWords(s spec.Spec) (lowered, error) {
	inner, err := t.lower(network.WordsSpec(s))
	if err != nil {
		return lowered{}, err
	}
	words := network.Words{Type: s.GlobalWord(), Count: s.GlobalWords(), Across: inner.net}
	return lowered{
		net: &network.Network{Spec: s, Words: &words, Choice: inner.net.Choice},
		chosen: lowering{name: "words side by side", builds: "lanes access words side by side, and exchange them: " +
			inner.chosen.builds},
		rejected: inner.rejected,
	}, nil
}
