package goread

import (
	"fmt"
	"go/types"
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
//     row may lack elements. It is scanned with zeros in their place, and only elements of the array are stored. What
//     a row has at an element depends on that element and those before it alone, so the zeros do not matter.
//   - Tile: strip w is scanned with tile = before op the scan of the sums of strips at w-1, and with before for w =
//     0. The scan at w depends on the sums up to w alone, and these are set. A tile has W strips, so w stays below W.
//     The sum of the last strip of a whole tile is that of whole rows, so the tile's sum is the scan at W-1.
//   - Add, Before: after t tiles, counts holds the digits of t to the base 32, the lowest one first, and the nodes
//     (L, k) of level L with 32 floor(t/32^(L+1)) <= k < floor(t/32^L) are the first of nodes[L]. One more tile keeps
//     that: a digit that becomes 32 ends a node of the next level, the tree over all 32, and begins again with 0. t
//     stays below 32^6.
//   - The function itself: each round takes the next tile, the last of which may be short. What Tile and Add make of
//     a short one nobody reads.
//
// The identity stands where nothing is: combining with it changes nothing but the payload of a NaN.
//
// Elements that are made of inputs are made row by row: Made sets as many elements as x has, of the inputs of the same
// numbers.
//
// The texts for a user's operator call it on elements alone: tile, strip and row are told whether anything is before
// them, short rows have no zeros, and Append leaves out absent elements.

// scanForm is the function of the array.
const scanForm = `%[15]svar nodes [%[5]d][%[4]d]%[3]s
var counts [%[5]d]int
for len(%[12]s) > 0 {
	n := min(len(%[12]s), %[8]d)
	before := %[1]sBefore(&nodes, &counts)
	sum := %[1]sTile(%[13]s, out[:n], before)
	%[1]sAdd(&nodes, &counts, sum)
	%[14]s
}
`

const beforeForm = `before := %[1]sIdentity()
for level := %[6]d; level >= 0; level-- {
	if n := counts[level]; n > 0 {
		part := %[1]sTree(nodes[level][:n])
		before = %[1]sJoin(before, part)
	}
}
return before
`

const addForm = `for level := range nodes {
	nodes[level][counts[level]] = sum
	counts[level]++
	if counts[level] < %[4]d {
		return
	}
	counts[level] = 0
	sum = %[1]sTree(nodes[level][:])
}
`

const tileForm = `var sums [%[7]d]%[3]s
var sum %[3]s
tile := before
for w := 0; len(%[12]s) > 0; w++ {
	n := min(len(%[12]s), %[9]d)
	sums[w] = %[1]sStrip(%[13]s, out[:n], tile)
	scanned := sums
	%[1]sStrips(&scanned)
	sum = scanned[w]
	tile = %[1]sJoin(before, sum)
	%[14]s
}
return sum
`

const stripForm = `rows := %[1]sIdentity()
for len(in) >= %[10]d {
	sum := %[1]sRow((*[%[10]d]%[3]s)(in), (*[%[10]d]%[3]s)(out), tile, rows)
	rows = %[1]sJoin(rows, sum)
	in, out = in[%[10]d:], out[%[10]d:]
}
if len(in) > 0 {
	var x, y [%[10]d]%[3]s
	copy(x[:], in)
	%[1]sRow(&x, &y, tile, rows)
	copy(out, y[:len(out)])
}
return rows
`

// The texts of a user's operator, where they are others.
const (
	userScanForm = `%[15]svar nodes [%[5]d][%[4]d]%[3]s
var counts [%[5]d]int
for t := 0; len(%[12]s) > 0; t++ {
	n := min(len(%[12]s), %[8]d)
	before := %[1]sBefore(&nodes, &counts)
	sum := %[1]sTile(%[13]s, out[:n], before, t > 0)
	%[1]sAdd(&nodes, &counts, sum)
	%[14]s
}
`
	userBeforeForm = `var before %[3]s
some := false
for level := %[6]d; level >= 0; level-- {
	if n := counts[level]; n > 0 {
		part := %[1]sTree(nodes[level][:n])
		before = %[1]sAppend(some, before, part)
		some = true
	}
}
return before
`
	userTileForm = `var sums [%[7]d]%[3]s
var sum %[3]s
tile := before
for w := 0; len(%[12]s) > 0; w++ {
	n := min(len(%[12]s), %[9]d)
	sums[w] = %[1]sStrip(%[13]s, out[:n], tile, some || w > 0)
	scanned := sums
	%[1]sLanes(scanned[:w+1])
	sum = scanned[w]
	tile = %[1]sAppend(some, before, sum)
	%[14]s
}
return sum
`
	userStripForm = `var rows %[3]s
for r := 0; len(%[12]s) > 0; r++ {
	n := min(len(%[12]s), %[10]d)
	sum := %[1]sRow(in[:n], out[:n], tile, some, rows, r > 0)
	rows = %[1]sAppend(r > 0, rows, sum)
	%[14]s
}
return rows
`
	appendForm = `if !there {
	return b
}
return %[1]sJoin(a, b)
`
)

// The texts of a strip whose elements are made of inputs, a row before it is scanned.
const (
	madeStripForm = `rows := %[1]sIdentity()
for len(%[12]s) >= %[10]d {
	var x [%[10]d]%[3]s
	%[1]sMade(x[:], %[16]s)
	sum := %[1]sRow(&x, (*[%[10]d]%[3]s)(out), tile, rows)
	rows = %[1]sJoin(rows, sum)
	%[17]s
}
if len(%[12]s) > 0 {
	var x, y [%[10]d]%[3]s
	%[1]sMade(x[:len(%[12]s)], %[16]s)
	%[1]sRow(&x, &y, tile, rows)
	copy(out, y[:len(out)])
}
return rows
`
	userMadeStripForm = `var rows %[3]s
for r := 0; len(%[12]s) > 0; r++ {
	n := min(len(%[12]s), %[10]d)
	var x [%[10]d]%[3]s
	%[1]sMade(x[:n], %[13]s)
	sum := %[1]sRow(x[:n], out[:n], tile, some, rows, r > 0)
	rows = %[1]sAppend(r > 0, rows, sum)
	%[14]s
}
return rows
`
)

// tileFunction is a function of the form, by the rest of its name, with its type and text. Where there is no text,
// claims are made of what it computes.
type tileFunction struct{ word, typ, text string }

var userTileFunctions = []tileFunction{
	{"", "(%[11]s, out []%[3]s)", userScanForm},
	{"Before", "(nodes *[%[5]d][%[4]d]%[3]s, counts *[%[5]d]int) %[3]s", userBeforeForm},
	{"Add", "(nodes *[%[5]d][%[4]d]%[3]s, counts *[%[5]d]int, sum %[3]s)", addForm},
	{"Tile", "(%[11]s, out []%[3]s, before %[3]s, some bool) %[3]s", userTileForm},
	{"Strip", "(%[11]s, out []%[3]s, tile %[3]s, some bool) %[3]s", userStripForm},
	{"Append", "(there bool, a %[3]s, b %[3]s) %[3]s", appendForm},
	{"Row", "(in []%[3]s, out []%[3]s, tile %[3]s, some bool, rows %[3]s, begun bool) %[3]s", ""},
	{"Lanes", "(a []%[3]s)", ""},
	{"Tree", "(a []%[3]s) %[3]s", ""},
	{"Join", "(a %[3]s, b %[3]s) %[3]s", ""},
}

var tileFunctions = []tileFunction{
	{"", "(%[11]s, out []%[3]s)", scanForm},
	{"Before", "(nodes *[%[5]d][%[4]d]%[3]s, counts *[%[5]d]int) %[3]s", beforeForm},
	{"Add", "(nodes *[%[5]d][%[4]d]%[3]s, counts *[%[5]d]int, sum %[3]s)", addForm},
	{"Tile", "(%[11]s, out []%[3]s, before %[3]s) %[3]s", tileForm},
	{"Strip", "(%[11]s, out []%[3]s, tile %[3]s) %[3]s", stripForm},
	{"Row", "(in *[%[10]d]%[3]s, out *[%[10]d]%[3]s, tile %[3]s, rows %[3]s) %[3]s", ""},
	{"Strips", "(a *[%[7]d]%[3]s)", ""},
	{"Tree", "(a []%[3]s) %[3]s", ""},
	{"Join", "(a %[3]s, b %[3]s) %[3]s", ""},
	{"Identity", "() %[3]s", ""},
}

// part is the name of a function beside the exported one.
func (f *File) part(word string) string { return strings.ToLower(f.Func[:1]) + f.Func[1:] + word }

// InTiles is why a scan of an array does not have the one form; "": it does.
func (f *File) InTiles() (why string) { // predeclared names mean what they do: [File.predeclared]
	if !f.emitted {
		return "want an emitted file"
	}
	s := f.Spec
	nodes, levels := ref.ScanNodes()
	args := []any{f.part(""), f.Func, scalarType(s.Type), nodes, levels, levels - 1, ref.ScanTile(s) / ref.ScanStrip(s),
		ref.ScanTile(s), ref.ScanStrip(s), ref.ScanRow(s)}
	args = append(args, f.arrayTexts(ref.ScanRow(s))...)
	functions := tileFunctions
	if s.User != nil {
		functions = userTileFunctions
	}
	if s.Made() {
		functions = append(slices.Clone(functions), tileFunction{"Made", "(x []%[3]s, %[11]s)", ""})
	}
	for _, p := range functions {
		decl, fn := f.main, f.info.Defs[f.main.Name].(*types.Func)
		if p.word != "" {
			decl, fn = f.function(f.part(p.word))
		}
		if decl == nil {
			return "want a function " + f.part(p.word)
		}
		typ := types.TypeString(fn.Signature(), nil)
		if want := "func" + filled(p.typ, args); typ != want {
			return "want " + decl.Name.Name + " of type " + want
		}
		if s.Made() && p.word == "Strip" {
			p.text = madeStripForm
			if s.User != nil {
				p.text = userMadeStripForm
			}
		}
		if p.text != "" && f.textOfNode(decl.Body.List...) != filled(p.text, args) {
			return "want " + decl.Name.Name + " in the form of an emitted one"
		}
	}
	return ""
}

// arrayTexts are texts of the arrays that a scan reads: their parameters, the first one's name, parts of n, the
// statement that moves all on by n, the panics, their names, and the statement that moves all on by a row.
func (f *File) arrayTexts(row int) []any {
	var params, names, parts, rests, rows []string
	panics := ""
	for _, p := range f.shape.In {
		in := p.InMemory()
		if f.Spec.Map == nil {
			in = "in"
		}
		names, params = append(names, in), append(params, fmt.Sprintf("%s []%s", in, scalarType(p.Type)))
		parts, rests, rows = append(parts, in+"[:n]"), append(rests, in+"[n:]"), append(rows, fmt.Sprintf("%s[%d:]", in, row))
	}
	for _, other := range append(slices.Clone(names[1:]), "out") {
		panics += fmt.Sprintf("if len(%s) != len(%s) {\n\tpanic(\"%s: %[1]s has another length than %[2]s\")\n}\n", other,
			names[0], f.Func)
	}
	list := func(all []string) string { return strings.Join(all, ", ") }
	return []any{
		list(params), names[0], list(parts), list(names) + ", out = " + list(rests) + ", out[n:]", panics,
		list(names), fmt.Sprintf("%s, out = %s, out[%d:]", list(names), list(rows), row),
	}
}

// filled is a form with its names and numbers.
func filled(form string, args []any) string {
	for i, a := range args {
		for _, verb := range []string{"d", "s"} {
			form = strings.ReplaceAll(form, fmt.Sprintf("%%[%d]%s", i+1, verb), fmt.Sprint(a))
		}
	}
	return form
}
