package golang

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/network"
)

// rows prints a function that gives one value a row: a loop over the rows, around a function of
// one row. That one takes the accumulators in groups of neighbours, each group in locals.
type rows struct {
	spec    shflgen.Spec
	order   shflgen.RowOrder
	dialect dialect
	widen   conversion // of an element of memory
	column  *column    // of an op that gives a column
	row     string     // the function of one row
	local   string     // the type of a local
}

// rowGroup is the number of accumulators that are locals at once.
const rowGroup = 8

// emitRows prints a row's network as a Go file.
func emitRows(n *network.Network, pkg string) ([]byte, error) {
	s, of := n.Spec, rowsFile
	if s.F != shflgen.NoApplied {
		of = emitApply
	}
	f, err := of(n, pkg)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := f.Render(&out); err != nil {
		return nil, fmt.Errorf("golang: %s: %w", s.FuncName(), err)
	}
	return out.Bytes(), nil
}

// header starts a file, with the contract of its function.
func header(f *jen.File, s shflgen.Spec, lines []string) {
	f.HeaderComment(strings.TrimPrefix(s.Header(), "// "))
	f.HeaderComment("")
	for _, line := range contract.Parameters(s) {
		f.HeaderComment("  " + line)
	}
	for _, line := range lines {
		f.Comment(line)
	}
}

// rowsFile is the file of a reduction.
func rowsFile(n *network.Network, pkg string) (*jen.File, error) {
	s := n.Spec
	r, err := newRows(s)
	if err != nil {
		return nil, err
	}
	algebra, err := contract.Algebra(s)
	if err != nil {
		return nil, fmt.Errorf("golang: %w", err)
	}
	f := jen.NewFile(pkg)
	lines := []string{fmt.Sprintf("%s: row r of the matrix is in[r*pitch : r*pitch+%d], and its result is out[r]%s.", s.FuncName(), s.Cols, alsoColumn(s))}
	lines = append(append(append(lines, contract.Gives(s, "")...), "There is a row for each element of out.", ""), algebra...)
	header(f, s, lines)
	cols := jen.Index(jen.Lit(s.Cols)).Id(goType(s.InType()))
	params := []jen.Code{jen.Id("in").Index().Id(goType(s.InType())), jen.Id("pitch").Int(), jen.Id("out").Index().Id(goType(s.Type))}
	result, stored := jen.Id(goType(s.Type)), jen.Id("out").Index(jen.Id("r"))
	if s.HasLane() {
		params = append(params, jen.Id("idx").Index().Int32())
		result, stored = jen.Params(jen.Id(goType(s.Type)), jen.Int32()), stored.Op(",").Id("idx").Index(jen.Id("r"))
	}
	f.Func().Id(s.FuncName()).Params(params...).Block(
		jen.For(jen.Id("r").Op(":=").Range().Id("out")).Block(
			stored.Op("=").Id(r.row).Call(
				jen.Parens(jen.Op("*").Add(cols)).Call(jen.Id("in").Index(jen.Id("r").Op("*").Id("pitch").Op(":"))))))
	f.Line().Comment(r.row + " is the result of one row.")
	f.Func().Id(r.row).Params(jen.Id("x").Op("*").Add(cols)).Add(result).Block(r.body()...)
	for _, h := range r.dialect.helpers {
		h.print(f)
	}
	return f, nil
}

func newRows(s shflgen.Spec) (*rows, error) {
	alone := network.Alone(s)
	d, err := dialectOf(alone)
	if err != nil {
		return nil, err
	}
	name := s.FuncName()
	r := &rows{spec: s, order: s.RowOrder(), dialect: d, local: d.bits, row: string(unicode.ToLower(rune(name[0]))) + name[1:] + "Row"}
	if d.fromBits != nil {
		r.local = d.elem
	}
	if s.HasLane() {
		r.column = columnOf(r)
	}
	if s.In != shflgen.AsType {
		decode := helperFor(alone, s.InType(), decodeHelper)
		r.widen = decode.of
		r.dialect.helpers = append([]helper{decode}, r.dialect.helpers...)
	}
	return r, nil
}

// load defines or sets accumulator i of a group: its element at an index alone, or combined with
// what the accumulator has.
func (r *rows) load(from expr, i int, first bool, at start) []jen.Code {
	a, e := local("a%d", i), r.widen.of(from.at(i))
	var lines []jen.Code
	if r.dialect.fromBits == nil {
		e = r.dialect.load.of(e)
	}
	if r.dialect.encode != nil {
		raw := local("raw%d", i)
		lines = append(lines, statement(raw, defined, e))
		e = r.dialect.encode(raw)
	}
	if r.column != nil && r.column.packed != "" {
		e = r.column.pack(e, at.plus(i))
	}
	if first {
		return append(lines, statement(a, defined, e))
	}
	return append(lines, assign(a, r.dialect.combine(a, e)))
}

// loads load the first accumulators of a group, from the columns from at on.
func (r *rows) loads(from expr, count int, first bool, at start) []jen.Code {
	var lines []jen.Code
	for i := range count {
		lines = append(lines, r.load(from, i, first, at)...)
	}
	return lines
}

// tree combines the first accumulators of a group, as far as there are any. The result is a0.
func (r *rows) tree(count int) []jen.Code {
	var lines []jen.Code
	for d := 1; d < count; d *= 2 {
		for i := 0; i+d < count; i += 2 * d {
			lines = append(lines, assign(local("a%d", i), r.dialect.combine(local("a%d", i), local("a%d", i+d))))
		}
	}
	return lines
}

// result returns what a row has.
func (r *rows) result(e expr) []jen.Code {
	if r.column != nil {
		return r.column.result(r, e)
	}
	return []jen.Code{returned(r.dialect.store.of(e))}
}

// body is the function of one row.
func (r *rows) body() []jen.Code {
	cols, p := r.spec.Cols, r.order.Accumulators()
	held := min(cols, p) // accumulators that have a column
	rest := cols % rowGroup
	groups := (held + rowGroup - 1) / rowGroup
	var lines []jen.Code
	if cols < rowGroup {
		lines = append(append(lines, jen.Comment("Neighbouring columns combine.")), r.loads(id("x"), cols, true, start{})...)
		return append(append(lines, r.tree(cols)...), r.result(id("a0"))...)
	}
	whole := held / rowGroup * rowGroup
	group := r.group(whole, rest)
	if groups == 1 {
		return append(group, r.result(id("a0"))...)
	}
	lines = append(lines, jen.Comment(fmt.Sprintf("The accumulators, %d neighbours at a time: each takes in its columns from left to right,", rowGroup)),
		jen.Comment("then neighbours combine."),
		jen.Var().Id("t").Index(jen.Lit(groups)).Id(r.local),
		jen.For(jen.Id("j").Op(":=").Lit(0), jen.Id("j").Op("<").Lit(whole), jen.Id("j").Op("+=").Lit(rowGroup)).Block(
			append(group, jen.Id("t").Index(jen.Id("j").Op("/").Lit(rowGroup)).Op("=").Id("a0"))...))
	if held < p && rest > 0 {
		lines = append(lines, jen.Line(), jen.Comment("The last columns."),
			jen.Id("c").Op(":=").Parens(jen.Op("*").Index(jen.Lit(rest)).Id(goType(r.spec.InType()))).Call(jen.Id("x").Index(jen.Lit(whole).Op(":"))))
		lines = append(append(lines, r.loads(id("c"), rest, true, start{n: whole})...), r.tree(rest)...)
		lines = append(lines, jen.Id("t").Index(jen.Lit(groups-1)).Op("=").Id("a0"))
	}
	at := func(i jen.Code) expr { return expr{*jen.Id("t").Index(i), primary} }
	lines = append(lines, jen.Line(), jen.Comment("Neighbouring groups combine."),
		jen.For(jen.Id("d").Op(":=").Lit(1), jen.Id("d").Op("<").Lit(groups), jen.Id("d").Op("*=").Lit(2)).Block(
			jen.For(jen.Id("i").Op(":=").Lit(0), jen.Id("i").Op("+").Id("d").Op("<").Lit(groups), jen.Id("i").Op("+=").Lit(2).Op("*").Id("d")).Block(
				assign(at(jen.Id("i")), r.dialect.combine(at(jen.Id("i")), at(jen.Id("i").Op("+").Id("d")))))))
	return append(lines, r.result(at(jen.Lit(0)))...)
}

// group is the work of one group of accumulators, from j on, where whole of all accumulators stand
// in whole groups.
func (r *rows) group(whole, rest int) []jen.Code {
	cols, p := r.spec.Cols, r.order.Accumulators()
	array := func(n int) *jen.Statement {
		return jen.Parens(jen.Op("*").Index(jen.Lit(n)).Id(goType(r.spec.InType())))
	}
	at := func(k string) *jen.Statement { return jen.Id("x").Index(jen.Id(k).Op(":")) }
	if whole == rowGroup && cols == rowGroup {
		return append(r.loads(id("x"), rowGroup, true, start{}), r.tree(rowGroup)...)
	}
	lines := []jen.Code{jen.Id("c").Op(":=").Add(array(rowGroup)).Call(at("j"))}
	lines = append(lines, r.loads(id("c"), rowGroup, true, start{name: "j"})...)
	if cols > p {
		loop := []jen.Code{jen.Id("c").Op(":=").Add(array(rowGroup)).Call(at("k"))}
		loop = append(loop, r.loads(id("c"), rowGroup, false, start{name: "k"})...)
		lines = append(lines, jen.Id("k").Op(":=").Id("j").Op("+").Lit(p),
			jen.For(jen.Op(";").Id("k").Op("<=").Lit(cols-rowGroup).Op(";").Id("k").Op("+=").Lit(p)).Block(loop...))
		if rest > 0 {
			some := []jen.Code{jen.Id("c").Op(":=").Add(array(rest)).Call(at("k"))}
			lines = append(lines, jen.If(jen.Id("k").Op("<").Lit(cols)).Block(append(some, r.loads(id("c"), rest, false, start{name: "k"})...)...))
		}
	}
	return append(lines, r.tree(rowGroup)...)
}
