package cuda

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/network"
)

// gridScan prints a kernel that scans an array. A block has one tile: its warps scan a strip each, the block the sums of the
// strips; then the block publishes the sum of its tile, and awaits the nodes before it.
type gridScan struct {
	*printer
	shflgen.ScanOrder
	of     shflgen.Spec
	name   string // of the kernel
	vector vector // a piece
	inputs []scanInput
	row    *rows // makes elements of the inputs
	none   expr  // what changes nothing, of what is combined; zero where the op has no identity, which nobody takes in
	leaves bool  // what is not there is left out: the op has no identity
}

// scanFile is the file of the kernel of a scan.
func scanFile(n *network.Network, users Users) (*file, error) {
	s := n.Spec
	g := &gridScan{
		printer:   newPrinter(&network.Network{Spec: network.Alone(s)}, archesOf(s)),
		ScanOrder: s.ScanOrder(), of: s, name: s.FileName(), vector: vectorOfSome(s.Type, s.ScanOrder().Vector), leaves: s.KeepsWithoutMembers(),
	}
	g.inputs = scanInputs(s)
	g.row = &rows{printer: g.printer, of: s, name: g.name, inputs: inputsOf(s)}
	f := &file{Header: s.Header(), Guard: s.Guard(), Parameters: contract.Parameters(s), Includes: headers(s.InType())}
	combines, err := g.combining(users)
	if err != nil {
		return nil, err
	}
	f.helps(combines)
	load := g.load
	if s.Made() {
		load = g.loadMade
	}
	f.Plan = []function{g.tree(), g.publish(), g.part(), load(), g.strip(), g.store()}
	if f.function, err = g.kernel(); err != nil {
		return nil, err
	}
	if g.encoded != nil {
		helpers, err := g.encoded.helpers()
		if err != nil {
			return nil, err
		}
		f.helps(helpers)
	}
	made, err := g.makes()
	if err != nil {
		return nil, err
	}
	f.helps(slices.Concat(made, g.streams(), g.protocol()))
	f.Host = g.host(f.function)
	return f, g.err
}

// combining are the functions of the op, and of what changes nothing.
func (g *gridScan) combining(users Users) ([]string, error) {
	all, err := userFunctions(g.of, users)
	if g.of.User != nil {
		return append(all, g.usersCombining()...), err
	}
	all = append(all, g.opFunction())
	if h := g.noneFunction(); h != "" {
		all = append(all, h)
	}
	return all, err
}

// opFunction makes the op a function, and returns it.
func (g *gridScan) opFunction() string {
	if g.opHelper != "" {
		return g.opHelper
	}
	h := helper{
		does: fmt.Sprintf("The %s of a and b.", g.of.Op), result: g.ctype.name, name: g.name + "_op",
		params: fmt.Sprintf("%s a, %[1]s b", g.ctype.name), body: lines(fmt.Sprintf("return %s;", g.op(term("a"), term("b")))),
	}
	g.op = calling(h.name)
	return h.String()
}

// noneFunction sets what changes nothing. Of floats it is a function, returned here, whose inline PTX hides the constant:
// see [printer.withIdentity].
func (g *gridScan) noneFunction() string {
	g.none = g.identity
	if !isIdentityLocal(g.combined) {
		return ""
	}
	g.usesIdentity, g.none = true, call(g.name+"_none")
	steps := g.withIdentity(nil)
	return helper{does: steps[0].Title, result: g.ctype.name, name: g.name + "_none", body: lines(append(steps[0].Lines, "return identity;")...)}.String()
}

// in is an element as what is combined; out is the element back.
func (g *gridScan) in(e expr) expr {
	if g.encoded == nil {
		return e
	}
	return g.encoded.encode(e)
}

func (g *gridScan) out(e expr) expr {
	if g.encoded == nil {
		return e
	}
	return g.encoded.decode(e)
}

// piecesOf is the parameter for the elements of a thread: of each row, a piece.
func (g *gridScan) piecesOf(constant string) param {
	return param{name: "x", declare: fmt.Sprintf("%s%s (&x)[%d][%d]", constant, g.ctype.name, g.Rows, g.Vector)}
}

const (
	lane        = "unsigned lane = threadIdx.x % 32u;"
	eachRow     = "for (int r = 0; r < %d; ++r)"
	unrolled    = "#pragma unroll"
	notUnrolled = "#pragma unroll 1"
)

// rows is a loop over the rows of a strip.
func (g *gridScan) rows(body ...string) []string {
	return append(append([]string{unrolled, fmt.Sprintf(eachRow, g.Rows) + " {"}, indented(body)...), "}")
}

// elements is a loop over the elements of a thread.
func (g *gridScan) elements(body ...string) []string {
	inner := append([]string{unrolled, fmt.Sprintf("for (int v = 0; v < %d; ++v)", g.Vector)}, indented(body)...)
	return append([]string{unrolled, fmt.Sprintf(eachRow, g.Rows)}, indented(inner)...)
}

// combine is the statement that sets a to left op right.
func (g *gridScan) combine(a, left, right string) string {
	return fmt.Sprintf("%s = %s;", a, g.op(name(left), name(right)))
}

// load is the function by which a thread loads its elements.
func (g *gridScan) load() function {
	var pieces []string
	for v := range g.Vector {
		pieces = append(pieces, fmt.Sprintf("x[r][%d] = %s;", v, g.in(g.vector.element(name("piece"), v))))
	}
	single := g.in(name(fmt.Sprintf("from[%d * r + v]", g.Row())))
	return function{
		Contract: []string{
			fmt.Sprintf("Loads the thread's elements of a strip of `count`, pieces of %d, one in each of %d rows; what is not there %s.", g.Vector, g.Rows, g.absent()),
			fmt.Sprintf("A piece is %d bytes: one load, where the strip is whole and aligned.", g.vector.bytes()),
		},
		Type: "void", Name: g.name + "_load",
		Params: params{g.piecesOf(""), {name: "in", declare: "const " + g.elem.name + " *in"}, {name: "count", declare: "unsigned count"}},
		Steps: []step{{Title: "The lane has the piece of its number in each row.", Lines: append(append([]string{
			lane,
			fmt.Sprintf("if (count == %du && ((unsigned long long)in & %du) == 0u) {", g.Strip(), g.vector.bytes()-1),
			fmt.Sprintf("    const %s *pieces = reinterpret_cast<const %[1]s *>(in) + lane;", g.vector.name),
		}, indented(g.rows(append([]string{fmt.Sprintf("%s piece = %s;", g.vector.name, g.name+"_take(pieces + 32 * r)")}, pieces...)...))...),
			append(append([]string{"} else {", fmt.Sprintf("    const %s *from = in + %du * lane;", g.elem.name, g.Vector)},
				indented(g.elements(fmt.Sprintf("x[r][v] = %s < count ? %s : %s;", g.placeOf(), single, g.none)))...), "}")...)}},
	}
}

// streams are the load and the store of a piece, which says that it is read or written once: without that, on an H200, a
// scan of 2^28 float64 takes 4 % longer.
func (g *gridScan) streams() []string {
	put := g.vector.puts(g.name+"_put", "Stores a piece, which the kernel does not read.")
	if g.of.Made() {
		return []string{put}
	}
	return []string{g.vector.takes(g.name+"_take", "Loads a piece, which no other thread reads.", true), put}
}

// placeOf is the place in the strip of element v of row r.
func (g *gridScan) placeOf() string {
	return fmt.Sprintf("%du * lane + %du * r + v", g.Vector, g.Row())
}

// strip is the function by which a warp scans a strip.
func (g *gridScan) strip() function {
	last := g.Vector - 1
	var pieces, before []string
	for v := range last {
		pieces = append(pieces, g.combine(fmt.Sprintf("x[r][%d]", v+1), fmt.Sprintf("x[r][%d]", v), fmt.Sprintf("x[r][%d]", v+1)))
	}
	each := "the elements at or before it"
	if g.of.Pattern == shflgen.GridExclusiveScan {
		each = "the elements before it"
		for v := last; v > 0; v-- {
			before = append(before, g.combine(fmt.Sprintf("x[r][%d]", v), "before", fmt.Sprintf("x[r][%d]", v-1)))
		}
		before = append(before, "x[r][0] = before;")
	} else {
		for v := range g.Vector {
			before = append(before, g.combine(fmt.Sprintf("x[r][%d]", v), "before", fmt.Sprintf("x[r][%d]", v)))
		}
	}
	ofRow := append([]string{
		"if (lane == 0u)",
		fmt.Sprintf("    before = %s;", g.none),
		"if (r > 0)",
		"    " + g.combine("before", "total", "before"),
		fmt.Sprintf("total = r == 0 ? sum : %s;", g.op(name("total"), name("sum"))),
	}, before...)
	if g.leaves {
		ofRow = g.optionalRow()
	}
	move := func(how, by string) expr {
		return g.ctype.travel(name("last[r]"), func(e expr) expr { return call(how, everyone, e, name(by)) })
	}
	row := append([]string{unrolled}, append([]string{"for (unsigned d = 1u; d < 32u; d *= 2u)"}, indented(g.rows(
		fmt.Sprintf("%s left = %s;", g.ctype.name, move("__shfl_up_sync", "d")),
		"if (lane >= d)",
		"    "+g.combine("last[r]", "left", "last[r]"),
	))...)...)
	return function{
		Contract: []string{fmt.Sprintf("A warp scans a strip: each element becomes the %s of %s in the strip. Returns that of all.", g.noun(), each)},
		Type:     g.ctype.name, Name: g.name + "_strip", Params: params{g.piecesOf("")},
		Steps: []step{
			{Title: "Each piece from left to right.", Lines: append([]string{lane, fmt.Sprintf("%s last[%d];", g.ctype.name, g.Rows)},
				g.rows(append(pieces, fmt.Sprintf("last[r] = x[r][%d];", last))...)...)},
			{Title: "The pieces of each row: lane i takes in lane i - 1, i - 2, i - 4, …", Lines: row},
			{Title: "The rows from left to right.", Lines: append(append([]string{fmt.Sprintf("%s total = %s;", g.ctype.name, g.none)}, g.rows(append([]string{
				fmt.Sprintf("%s sum = %s, before = %s;", g.ctype.name, move("__shfl_sync", "31"), move("__shfl_up_sync", "1")),
			}, ofRow...)...)...), "return total;")},
		},
	}
}

// store is the function by which a thread stores its elements.
func (g *gridScan) store() function {
	element := func(v string) expr { return g.out(g.after("some", name("before"), name("x[r]["+v+"]"))) }
	words := g.vector.gather(func(i int) expr { return element(fmt.Sprint(i)) }, g.Vector, 0)
	return function{
		Contract: []string{fmt.Sprintf("Stores the thread's elements of a strip of `count`, each after the %s of what is before the strip.", g.noun())},
		Type:     "void", Name: g.name + "_store",
		Params: append(params{g.piecesOf("const "), {name: "before", declare: g.ctype.name + " before"}, {name: "out", declare: g.elem.name + " *out"}, {name: "count", declare: "unsigned count"}}, g.some()...),
		Steps: []step{{Title: fmt.Sprintf("%d bytes a store, where the strip is whole and aligned, else element by element.", g.vector.bytes()), Lines: append(append([]string{
			lane,
			fmt.Sprintf("if (count == %du && ((unsigned long long)out & %du) == 0u) {", g.Strip(), g.vector.bytes()-1),
			fmt.Sprintf("    %s *pieces = reinterpret_cast<%[1]s *>(out) + lane;", g.vector.name),
		}, indented(g.rows(fmt.Sprintf("%s_put(pieces + 32 * r, %s%s);", g.name, g.vector.name, braced(words))))...),
			append(append([]string{"} else {", fmt.Sprintf("    %s *to = out + %du * lane;", g.elem.name, g.Vector)},
				indented(g.elements("if ("+g.placeOf()+" < count)", fmt.Sprintf("    to[%d * r + v] = %s;", g.Row(), element("v"))))...), "}")...)}},
	}
}

// tree is the function by which the lanes of a warp combine what they have.
func (g *gridScan) tree() function {
	if g.leaves {
		return g.optionalTree()
	}
	var steps []string
	for d := 1; d < shflgen.WarpSize; d *= 2 {
		from := g.ctype.travel(name("v"), func(e expr) expr { return call("__shfl_down_sync", everyone, e, literal(d)) })
		steps = append(steps, fmt.Sprintf("v = %s;", g.op(name("v"), from)))
	}
	return function{
		Contract: []string{"Lane 0 receives the tree over what the lanes of a warp have: distance 1, 2, 4, …, the lower on the left."},
		Type:     g.ctype.name, Name: g.name + "_tree", Params: params{{name: "v", declare: g.ctype.name + " v"}},
		Steps: []step{{Title: "What other lanes receive is of no use.", Lines: append(steps, "return v;")}},
	}
}

// kernel is the frame: it finds the block's tile, and what is before each strip.
func (g *gridScan) kernel() (function, error) {
	algebra, err := contract.Algebra(g.of)
	if err != nil {
		return function{}, fmt.Errorf("cuda: %w", err)
	}
	var strips, parts []string
	for d := 1; d < g.Strips; d *= 2 {
		from := g.ctype.travel(name("v"), func(e expr) expr { return call("__shfl_up_sync", everyone, e, literal(d)) })
		strips = append(strips, fmt.Sprintf("%s left%d = %s;", g.ctype.name, d, from), fmt.Sprintf("if (lane >= %du)", d), "    "+g.combine("v", fmt.Sprintf("left%d", d), "v"))
	}
	for level := g.Levels - 2; level >= 0; level-- {
		parts = append(parts, g.combine("prefix", "prefix", fmt.Sprintf("parts[%d]", level)))
	}
	parts = append(parts, g.combine("before", "prefix", "before"))
	first := []string{"if (warp == 0u)", fmt.Sprintf("    before = %s;", g.none)}
	stored := fmt.Sprintf("%s_store(x, before, out + first, count);", g.name)
	if g.leaves {
		parts, first = g.optionalParts(), nil
		stored = fmt.Sprintf("%s_store(x, before, out + first, count, warp > 0u || tile > 0u);", g.name)
	}
	shuffle := func(from string) expr {
		return g.ctype.travel(name("v"), func(e expr) expr { return call("__shfl_sync", everyone, e, name(from)) })
	}
	c := g.ctype.name
	return function{
		Contract: append(append(g.promise(), ""), algebra...), Name: g.name,
		Frame: `extern "C" __global__`, Type: fmt.Sprintf("void __launch_bounds__(%d, %d)", g.Threads(), scanThreads/g.Threads()),
		Params: append(g.arrays(), params{
			{name: "n", declare: "unsigned long long n"}, {name: "out", declare: g.elem.name + " *out"}, {name: "workspace", declare: "unsigned long long *workspace"},
		}...),
		Steps: []step{
			{Title: "Each block has a tile. A grid with fewer blocks cannot give the result.", Lines: []string{
				fmt.Sprintf("unsigned long long all = n / %dull + (n %% %[1]dull != 0ull);", g.Tile()), // of any n, -1 too
				"if (gridDim.x < all)",
				"    __trap();",
				"unsigned tiles = (unsigned)all, tile = 0u, lane = threadIdx.x % 32u, warp = threadIdx.x / 32u;",
				fmt.Sprintf("unsigned long long *side = workspace + %d;", shflgen.GridHeader),
			}},
			{Title: "One tile is block 0's. Of several, a block has that of its ticket, so that the tiles before it have blocks that run.", Lines: append(append([]string{
				"if (tiles <= 1u) {",
				"    if (blockIdx.x != 0u || tiles == 0u)",
				"        return;",
				"} else {"}, indented(g.ticket())...), "}")},
			{Title: "The strip of the warp.", Lines: []string{
				fmt.Sprintf("unsigned long long first = (unsigned long long)tile * %du + warp * %du;", g.Tile(), g.Strip()),
				fmt.Sprintf("unsigned count = first >= n ? 0u : n - first < %dull ? (unsigned)(n - first) : %[1]du;", g.Strip()),
				fmt.Sprintf("%s x[%d][%d];", c, g.Rows, g.Vector),
				fmt.Sprintf("%s_load(x, %s, count);", g.name, strings.Join(g.arrayNames(" + first"), ", ")),
				fmt.Sprintf("%s sum = %s_strip(x);", c, g.name),
			}},
			{Title: "The sums of the strips before it, and that of the tile.", Lines: append(append([]string{
				fmt.Sprintf("__shared__ %s sums[%d];", c, g.Strips),
				"if (lane == 0u)",
				"    sums[warp] = sum;",
				"__syncthreads();",
				fmt.Sprintf("%s v = sums[lane %% %du];", c, g.Strips),
			}, strips...), append([]string{
				fmt.Sprintf("%s total = %s, before = %s;", c, shuffle(fmt.Sprint(g.Strips-1)), shuffle("warp == 0u ? 0u : warp - 1u")),
			}, first...)...)},
			{Title: "The tiles before it: a warp publishes what ends with this one, and each awaits some levels.", Lines: append(append([]string{
				"if (tiles > 1u) {",
				fmt.Sprintf("    __shared__ %s parts[%d];", c, g.Levels),
				fmt.Sprintf("    if (warp == %du)", g.Strips-1),
				fmt.Sprintf("        %s_publish(side, tile, total);", g.name),
				"    " + notUnrolled,
				fmt.Sprintf("    for (unsigned level = warp; level < %du; level += %du) {", g.Levels, g.Strips),
				fmt.Sprintf("        %s part = %s_part(side, tile, level);", c, g.name),
				"        if (lane == 0u)",
				"            parts[level] = part;",
				"    }",
				"    __syncthreads();",
				fmt.Sprintf("    %s prefix = parts[%d];", c, g.Levels-1),
			}, indented(parts)...), "}")},
			{Title: "The elements.", Lines: []string{stored}},
		},
	}, nil
}

// scanThreads is the number of threads that a multiprocessor has at least, so that none spills. Measured on an H200.
const scanThreads = 1024

// promise says what the kernel does and how it is launched.
func (g *gridScan) promise() []string {
	words := fmt.Sprintf("16 + %d * w", 2*g.of.ScanWords())
	return append(contract.Gives(g.of, ""),
		strings.Join(g.arrayNames(""), ", ")+" and out have n elements each, 0 to 2^40, of any alignment. They do not overlap.",
		fmt.Sprintf("Launch: %s<<<blocks, %d>>>("+strings.Join(g.arrayNames(""), ", ")+", n, out, workspace), with at least t = ceil(n / %d) blocks, and at least one. More", g.name, g.Threads(), g.Tile()),
		"do nothing; fewer end in a trap.",
		fmt.Sprintf("workspace: %s words of 64 bits of global memory, where w = t + t/32 + t/1024 + …, each rounded down; aligned to 8", words),
		"and zero before the first launch. It serves launches of any n that it is large enough for, one after the other; launches",
		"that may run at the same time, and programmatic dependent launches, need one each.")
}
