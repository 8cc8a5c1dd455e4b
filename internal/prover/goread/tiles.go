package goread

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/ref"
)

// A scan of an array of any length is followed where it has one form, [File.InTiles]: the texts below. They cut the
// array into tiles, these into strips and these into rows of a known length, and call functions of a row, of the sums
// of strips, of nodes and of two values. Claims about these are decided by terms. With these claims the texts are the
// order of docs/order.md:
//
//   - Strip: before each row, rows is what the rows of the strip before it combine to, from left to right. The last
//     row may lack elements. It is scanned with zeros in their place, and only elements of the array are stored. A
//     row's scan at an element depends on that element and those before it alone, so the zeros do not matter.
//   - Tile: strip w is scanned with tile = before op the scan of the sums of strips at w-1, and with before for w =
//     0. The scan at w depends on the sums up to w alone, and these are set. A tile has W strips, so w stays below W.
//     The sum of the last strip of a whole tile is that of whole rows, so the tile's sum is the scan at W-1.
//   - Add, Before: after t tiles, counts holds the digits of t to the base 32, the lowest one first, and the nodes
//     (L, k) of level L with 32 floor(t/32^(L+1)) <= k < floor(t/32^L) are the first of nodes[L]. One more tile keeps
//     that: a digit that becomes 32 ends a node of the next level, the tree over all 32, and begins again with 0. t
//     stays below 32^6.
//   - The function itself: each round takes the next tile. The last tile may be short: nobody reads what Tile and
//     Add make of a short one.
//
// The identity stands where nothing is: combining with it changes nothing but the payload of a NaN.
//
// Elements that are made of inputs are made row by row: Made sets as many elements as x has, of the inputs of the same
// numbers.
//
// In the texts for a user's operator, all its operands are elements: a parameter tells tile, strip and row whether an
// element is before them, short rows have no zeros, and Append leaves out absent elements.

const (
	addForm = `
func Add(nodes *[$levels][$nodes]T, counts *[$levels]int, sum T) {
	for level := range nodes {
		nodes[level][counts[level]] = sum
		counts[level]++
		if counts[level] < $nodes {
			return
		}
		counts[level] = 0
		sum = Tree(nodes[level][:])
	}
}
func Tree(a []T) T {
	BODY
}
func Join(a, b T) T {
	BODY
}`
	tilesForm = `
func F($arrays, out []T) {
	$panics
	var nodes [$levels][$nodes]T
	var counts [$levels]int
	for len($in) > 0 {
		n := min(len($in), $tile)
		before := Before(&nodes, &counts)
		sum := Tile($parts, out[:n], before)
		Add(&nodes, &counts, sum)
		$rest
	}
}
func Before(nodes *[$levels][$nodes]T, counts *[$levels]int) T {
	before := Identity()
	for level := $top; level >= 0; level-- {
		if n := counts[level]; n > 0 {
			part := Tree(nodes[level][:n])
			before = Join(before, part)
		}
	}
	return before
}
func Tile($arrays, out []T, before T) T {
	var sums [$strips]T
	var sum T
	tile := before
	for w := 0; len($in) > 0; w++ {
		n := min(len($in), $strip)
		sums[w] = Strip($parts, out[:n], tile)
		scanned := sums
		Strips(&scanned)
		sum = scanned[w]
		tile = Join(before, sum)
		$rest
	}
	return sum
}
func Row(in, out *[$row]T, tile, rows T) T {
	BODY
}
func Strips(a *[$strips]T) {
	BODY
}
func Identity() T {
	BODY
}`
	stripForm = `
func Strip($arrays, out []T, tile T) T {
	rows := Identity()
	for len(in) >= $row {
		sum := Row((*[$row]T)(in), (*[$row]T)(out), tile, rows)
		rows = Join(rows, sum)
		in, out = in[$row:], out[$row:]
	}
	if len(in) > 0 {
		var x, y [$row]T
		copy(x[:], in)
		Row(&x, &y, tile, rows)
		copy(out, y[:len(out)])
	}
	return rows
}`
	// of elements that are made of inputs, a row before it is scanned
	madeStripForm = `
func Strip($arrays, out []T, tile T) T {
	rows := Identity()
	for len($in) >= $row {
		var x [$row]T
		Made(x[:], $all)
		sum := Row(&x, (*[$row]T)(out), tile, rows)
		rows = Join(rows, sum)
		$row_rest
	}
	if len($in) > 0 {
		var x, y [$row]T
		Made(x[:len($in)], $all)
		Row(&x, &y, tile, rows)
		copy(out, y[:len(out)])
	}
	return rows
}`
	madeForm = `
func Made(x []T, $arrays) {
	BODY
}`
)

// The form of a user's operator, where it is another.
const (
	userTilesForm = `
func F($arrays, out []T) {
	$panics
	var nodes [$levels][$nodes]T
	var counts [$levels]int
	for t := 0; len($in) > 0; t++ {
		n := min(len($in), $tile)
		before := Before(&nodes, &counts)
		sum := Tile($parts, out[:n], before, t > 0)
		Add(&nodes, &counts, sum)
		$rest
	}
}
func Before(nodes *[$levels][$nodes]T, counts *[$levels]int) T {
	var before T
	some := false
	for level := $top; level >= 0; level-- {
		if n := counts[level]; n > 0 {
			part := Tree(nodes[level][:n])
			before = Append(some, before, part)
			some = true
		}
	}
	return before
}
func Tile($arrays, out []T, before T, some bool) T {
	var sums [$strips]T
	var sum T
	tile := before
	for w := 0; len($in) > 0; w++ {
		n := min(len($in), $strip)
		sums[w] = Strip($parts, out[:n], tile, some || w > 0)
		scanned := sums
		Lanes(scanned[:w+1])
		sum = scanned[w]
		tile = Append(some, before, sum)
		$rest
	}
	return sum
}
func Append(there bool, a, b T) T {
	if !there {
		return b
	}
	return Join(a, b)
}
func Row(in, out []T, tile T, some bool, rows T, begun bool) T {
	BODY
}
func Lanes(a []T) {
	BODY
}`
	userStripForm = `
func Strip($arrays, out []T, tile T, some bool) T {
	var rows T
	for r := 0; len($in) > 0; r++ {
		n := min(len($in), $row)
		$made
		sum := Row($made_row[:n], out[:n], tile, some, rows, r > 0)
		rows = Append(r > 0, rows, sum)
		$rest
	}
	return rows
}`
)

// part is the name of a function beside the exported one.
func (f *File) part(word string) string { return strings.ToLower(f.Func[:1]) + f.Func[1:] + word }

// InTiles is why a scan of an array does not have the one form; "": it does.
func (f *File) InTiles() (why string) { // predeclared names mean what they do: [File.predeclared]
	if !f.emitted {
		return "want an emitted file"
	}
	s, form := f.Spec, tilesForm+stripForm
	made, row := "", "in"
	switch {
	case s.Made() && s.User == nil:
		form = tilesForm + madeStripForm + madeForm
	case s.Made():
		made, row = "var x [$row]T\nMade(x[:n], $parts)", "x"
		form = userTilesForm + userStripForm + madeForm
	case s.User != nil:
		form = userTilesForm + userStripForm
	}
	number := func(n int) string { return fmt.Sprint(n) }
	nodes, levels := ref.ScanNodes()
	tile, strip, of := ref.ScanTile(s), ref.ScanStrip(s), ref.ScanRow(s)
	form = strings.NewReplacer("$made_row", row, "$made", made).Replace(form + addForm)
	form = f.arrayText(form, of)
	form = strings.NewReplacer("$nodes", number(nodes), "$levels", number(levels), "$top", number(levels-1),
		"$tile", number(tile), "$strips", number(tile/strip), "$strip", number(strip), "$row", number(of)).Replace(form)
	return f.template(map[string]hole{"T": f.typeHole(scalarType(s.Type))}).declares(form)
}

// arrayText is a form with the arrays that a scan reads. It moves all of them on by n or by a row.
func (f *File) arrayText(form string, row int) string {
	var params, names, parts, rests, rows []string
	panics := ""
	for _, p := range f.shape.In {
		in := p.InMemory()
		if f.Spec.Map == nil {
			in = "in"
		}
		names, params = append(names, in), append(params, fmt.Sprintf("%s []%s", in, scalarType(p.Type)))
		parts, rests = append(parts, in+"[:n]"), append(rests, in+"[n:]")
		rows = append(rows, fmt.Sprintf("%s[%d:]", in, row))
	}
	for _, other := range append(slices.Clone(names[1:]), "out") {
		panics += fmt.Sprintf("if len(%s) != len(%s) {\n\tpanic(%q)\n}\n", other, names[0],
			fmt.Sprintf("%s: %s has another length than %s", f.Func, other, names[0]))
	}
	list := func(all []string) string { return strings.Join(all, ", ") }
	return strings.NewReplacer("$arrays", list(params), "$panics", panics, "$parts", list(parts), "$all", list(names),
		"$rest", list(names)+", out = "+list(rests)+", out[n:]",
		"$row_rest", list(names)+", out = "+list(rows)+", out["+fmt.Sprint(row)+":]", "$in", names[0]).Replace(form)
}
