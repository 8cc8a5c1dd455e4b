package golang

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/internal/spelling"
	"github.com/shflgen/shflgen/spec"
)

// rows prints a function that gives one value a row: a loop over the rows, around a function of
// one row. That one takes the accumulators in groups of neighbours, each group in locals.
type rows struct {
	spec    spec.Spec
	order   spec.RowOrder
	dialect dialect
	widen   conversion // of an element of memory
	inputs  []spec.Port
	mapped  func(in []expr) expr // what the map makes of a column; nil: the element itself
	column  *column              // of an op that gives a column
	// defines e, exponentials of n columns that are combined; nil: the columns are
	exps  func(n int, from *jen.Statement) []jen.Code
	row   string // the function of one row
	local string // the type of a local that holds a scalar
}

// rowGroup is the number of accumulators that are locals at once.
const rowGroup = 8

// emitRows prints a row's network as a Go file.
func emitRows(n *network.Network, pkg string) ([]byte, error) {
	s, of := n.Spec, rowsFile
	if s.F != spec.NoApplied {
		of = emitApply
	}
	f, err := of(n, pkg)
	if err != nil {
		return nil, err
	}
	return rendered(f, s)
}

// header starts a file, with the contract of its function.
func header(f *jen.File, s spec.Spec, lines []string) {
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
	importUsers(f, s)
	imports(f, s)
	lines := []string{fmt.Sprintf("%s: %s, and its result is out[r]%s.", s.FuncName(), r.where(), alsoColumn(s))}
	lines = append(append(append(lines, contract.Gives(s, "")...), r.howMany(), ""), algebra...)
	header(f, s, lines)
	var params, args, columns []jen.Code
	for i, p := range r.inputs {
		in, pitch := r.matrix(i)
		cols := jen.Index(jen.Lit(s.Cols)).Id(goType(p.Type))
		params = append(params, jen.Id(in).Index().Id(goType(p.Type)), jen.Id(pitch).Int())
		if s.Ranged() {
			args, columns = append(args, rangedRow(in, pitch)), append(columns, jen.Id(rowNames[i]).Index().Id(goType(p.Type)))
			continue
		}
		args = append(args, jen.Parens(jen.Op("*").Add(cols)).Call(jen.Id(in).Index(jen.Id("r").Op("*").Id(pitch).Op(":"))))
		columns = append(columns, jen.Id(rowNames[i]).Op("*").Add(cols))
	}
	if s.Ranged() {
		params = append(params, jen.Id("cols").Int())
	}
	elem := typeOf(s.Shape().Out[0])
	params = append(params, jen.Id("out").Index().Add(elem))
	result, stored := jen.Add(elem), jen.Id("out").Index(jen.Id("r"))
	if s.HasLane() {
		params = append(params, jen.Id("idx").Index().Int32())
		result, stored = jen.Params(elem, jen.Int32()), stored.Op(",").Id("idx").Index(jen.Id("r"))
	}
	parts := helperFor(s, s.Type, partsHelper)
	f.Func().Id(s.FuncName()).Params(params...).Block(append(inRange(s),
		rowLoop(s, parts, jen.Id("out"), jen.Len(jen.Id("out")), stored.Op("=").Id(r.row).Call(args...))...)...)
	f.Line().Comment(r.row + " is the result of one row.")
	f.Func().Id(r.row).Params(columns...).Add(result).Block(r.body()...)
	for _, h := range append(r.dialect.helpers, parts) {
		h.print(f)
	}
	return f, nil
}

// howMany says how many rows there are, and what several processors share.
func (r *rows) howMany() string {
	const rows = "There is a row for each element of out. "
	if r.spec.Ranged() {
		return rows + fmt.Sprintf("From %d elements on, several processors share them. "+
			"It panics if cols is not one of %d to %d.", 2*partColumns, r.spec.Least, r.spec.Cols)
	}
	return rows + fmt.Sprintf("From %d rows on, several processors share them.", 2*partRows(r.spec))
}

// rowNames are the parameters of the function of one row, and chunkNames the columns of a group.
var (
	rowNames   = [spec.MaxMapInputs]string{"x", "y", "z"}
	chunkNames = [spec.MaxMapInputs]string{"c", "cy", "cz"}
)

// matrix names an input of the function, and its pitch.
func (r *rows) matrix(i int) (in, pitch string) {
	in = r.inputs[i].InMemory()
	if r.spec.Map == nil {
		return in, "pitch"
	}
	return in, in + "Pitch"
}

// where says where rows are.
func (r *rows) where() string {
	var all []string
	cols := fmt.Sprint(r.spec.Cols)
	if r.spec.Ranged() {
		cols = "cols"
	}
	for i := range r.inputs {
		in, pitch := r.matrix(i)
		all = append(all, fmt.Sprintf("%s[r*%s : r*%[2]s+%s]", in, pitch, cols))
	}
	if len(all) == 1 {
		return "row r of the matrix is " + all[0]
	}
	return "row r is " + spelling.List(all)
}

// alone is [network.Alone] by the name from which those of functions in Go are made.
func alone(s spec.Spec) spec.Spec {
	one := network.Alone(s)
	one.Name = s.FuncName()
	return one
}

func newRows(s spec.Spec) (*rows, error) {
	alone := alone(s)
	d, err := dialectOf(alone)
	if err != nil {
		return nil, err
	}
	name := s.FuncName()
	r := &rows{spec: s, order: s.RowOrder(), dialect: d, local: d.bits, inputs: s.Shape().Matrices(),
		row: string(unicode.ToLower(rune(name[0]))) + name[1:] + "Row"}
	if d.fromBits != nil {
		r.local = d.elem
	}
	if s.HasLane() { // elements are compared as they are
		r.column, r.dialect.helpers = columnOf(s), nil
		r.dialect.helpers = append(r.dialect.helpers, r.column.helpers...)
		return r, nil
	}
	if s.In.Integer() {
		r.widen = func(e expr) expr { return e.to(goType(s.Type)) }
	} else if s.In != spec.AsType {
		decode := helperFor(alone, s.InType(), decodeHelper)
		r.widen = decode.of
		if s.Map.BeforeWidening() {
			r.widen = func(e expr) expr { return decode.of(e.and(hex(0x7fff))) }
		}
		r.dialect.helpers = append([]helper{decode}, r.dialect.helpers...)
	}
	if s.Map != nil && !s.MapsStored() {
		var helpers []helper
		if r.mapped, helpers, err = columnMap(s); err != nil {
			return nil, err
		}
		r.dialect.helpers = append(helpers, r.dialect.helpers...)
	}
	return r, nil
}

// localType is the type of a local.
func (r *rows) localType() jen.Code {
	if r.spec.Elem != nil {
		return typeOf(r.spec.Shape().Out[0])
	}
	return jen.Id(r.local)
}

// element is column i of some columns of each input, as it is combined.
func (r *rows) element(from []expr, i int) expr {
	var in []expr
	for _, x := range from {
		in = append(in, x.at(i))
	}
	return r.made(in)
}

// made is what is combined of an element of each input.
func (r *rows) made(in []expr) expr {
	for i, x := range in {
		in[i] = r.widen.of(x)
	}
	if r.mapped == nil {
		return in[0]
	}
	return r.mapped(in)
}

// load defines or sets accumulator i of a group: its element at an index alone, or combined with
// what the accumulator has.
func (r *rows) load(from []expr, i int, first bool) []jen.Code {
	a := local("a%d", i)
	lines, e := r.loaded(i, r.element(from, i))
	if first {
		return append(lines, statement(a, defined, e))
	}
	return append(lines, assign(a, r.dialect.combine(a, e)))
}

// loaded is what accumulator i takes in of an element, after some statements.
func (r *rows) loaded(i int, e expr) (before []jen.Code, taken expr) {
	if r.dialect.fromBits == nil {
		e = r.dialect.load.of(e)
	}
	if r.dialect.encode == nil {
		return nil, e
	}
	raw := local("raw%d", i)
	return []jen.Code{statement(raw, defined, e)}, r.dialect.encode(raw)
}

// loads load the first accumulators of a group
func (r *rows) loads(from []expr, count int, first bool) []jen.Code {
	var lines []jen.Code
	for i := range count {
		lines = append(lines, r.load(from, i, first)...)
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
	return []jen.Code{returned(r.dialect.store.of(e))}
}

// body is the function of one row.
func (r *rows) body() []jen.Code {
	if r.column != nil {
		return r.column.body()
	}
	if r.spec.Ranged() {
		return r.rangedBody()
	}
	cols, p := r.spec.Cols, r.order.Accumulators()
	held := min(cols, p) // accumulators that have a column
	rest := cols % rowGroup
	groups := (held + rowGroup - 1) / rowGroup
	var lines []jen.Code
	if cols < rowGroup {
		lines = append(append(lines, r.few(cols)...), jen.Comment("Neighbouring columns combine."))
		lines = append(lines, r.loads(r.named(rowNames), cols, true)...)
		return append(append(lines, r.tree(cols)...), r.result(id("a0"))...)
	}
	whole := held / rowGroup * rowGroup
	group := r.group(whole, rest)
	if groups == 1 {
		return append(group, r.result(id("a0"))...)
	}
	lines = append(lines,
		jen.Comment(fmt.Sprintf("The accumulators, %d neighbours at a time: each takes in its columns from left to right,",
			rowGroup)),
		jen.Comment("then neighbours combine."),
		jen.Var().Id("t").Index(jen.Lit(groups)).Add(r.localType()),
		jen.For(jen.Id("j").Op(":=").Lit(0), jen.Id("j").Op("<").Lit(whole), jen.Id("j").Op("+=").Lit(rowGroup)).Block(
			append(group, jen.Id("t").Index(jen.Id("j").Op("/").Lit(rowGroup)).Op("=").Id("a0"))...))
	if held < p && rest > 0 {
		lines = append(append(lines, jen.Line(), jen.Comment("The last columns.")), r.chunks(rest, jen.Lit(whole))...)
		lines = append(append(lines, r.loads(r.named(chunkNames), rest, true)...), r.tree(rest)...)
		lines = append(lines, jen.Id("t").Index(jen.Lit(groups-1)).Op("=").Id("a0"))
	}
	at := func(i jen.Code) expr { return expr{*jen.Id("t").Index(i), primary} }
	lines = append(lines, jen.Line(), jen.Comment("Neighbouring groups combine."),
		jen.For(jen.Id("d").Op(":=").Lit(1), jen.Id("d").Op("<").Lit(groups), jen.Id("d").Op("*=").Lit(2)).Block(
			jen.For(jen.Id("i").Op(":=").Lit(0), jen.Id("i").Op("+").Id("d").Op("<").Lit(groups),
				jen.Id("i").Op("+=").Lit(2).Op("*").Id("d")).Block(
				assign(at(jen.Id("i")), r.dialect.combine(at(jen.Id("i")), at(jen.Id("i").Op("+").Id("d")))))))
	return append(lines, r.result(at(jen.Lit(0)))...)
}

// group is the work of one group of accumulators, from j on, where whole of all accumulators stand
// in whole groups.
func (r *rows) group(whole, rest int) []jen.Code {
	cols, p := r.spec.Cols, r.order.Accumulators()
	if whole == rowGroup && cols == rowGroup {
		return append(append(r.few(cols), r.loads(r.named(rowNames), rowGroup, true)...), r.tree(rowGroup)...)
	}
	lines := append(r.chunks(rowGroup, jen.Id("j")), r.loads(r.named(chunkNames), rowGroup, true)...)
	if cols > p {
		loop := append(r.chunks(rowGroup, jen.Id("k")), r.loads(r.named(chunkNames), rowGroup, false)...)
		lines = append(lines, jen.Id("k").Op(":=").Id("j").Op("+").Lit(p),
			jen.For(jen.Op(";").Id("k").Op("<=").Lit(cols-rowGroup).Op(";").Id("k").Op("+=").Lit(p)).Block(loop...))
		if rest > 0 {
			some := append(r.chunks(rest, jen.Id("k")), r.loads(r.named(chunkNames), rest, false)...)
			lines = append(lines, jen.If(jen.Id("k").Op("<").Lit(cols)).Block(some...))
		}
	}
	return append(lines, r.tree(rowGroup)...)
}

// few defines the exponentials of a row of at most a group.
func (r *rows) few(cols int) []jen.Code {
	if r.exps == nil {
		return nil
	}
	return r.exps(cols, jen.Lit(0))
}

// chunks define the next n columns of each input, from one on.
func (r *rows) chunks(n int, from *jen.Statement) []jen.Code {
	if r.exps != nil {
		return r.exps(n, from)
	}
	var lines []jen.Code
	for i, p := range r.inputs {
		lines = append(lines,
			jen.Id(chunkNames[i]).Op(":=").Parens(jen.Op("*").Index(jen.Lit(n)).Id(goType(p.Type))).
				Call(jen.Id(rowNames[i]).Index(from.Clone().Op(":"))))
	}
	return lines
}

// named are the names of the inputs, as expressions.
func (r *rows) named(names [spec.MaxMapInputs]string) []expr {
	if r.exps != nil {
		return []expr{id("e")}
	}
	var all []expr
	for i := range r.inputs {
		all = append(all, id(names[i]))
	}
	return all
}
