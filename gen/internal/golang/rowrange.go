package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/spec"
)

// A function of rows of a range of lengths takes the length beside the matrix. Its row is a slice.

// inRange are the statements that panic at a number of columns that the function is not for, and define how many rows a
// processor has at least.
func inRange(s spec.Spec) []jen.Code {
	if !s.Ranged() {
		return nil
	}
	cols := jen.Id("cols")
	return []jen.Code{
		jen.If(cols.Clone().Op("<").Lit(s.Least).Op("||").Add(cols).Op(">").Lit(s.Cols)).Block(
			jen.Panic(jen.Lit(fmt.Sprintf("%s: cols is not one of %d to %d", s.FuncName(), s.Least, s.Cols)))),
		jen.Id("least").Op(":=").Parens(jen.Lit(partColumns - 1).Op("+").Add(cols)).Op("/").Add(cols),
	}
}

// rangedRow is the slice of an input that is row r.
func rangedRow(in, pitch string) jen.Code {
	begin := jen.Id("r").Op("*").Id(pitch)
	return jen.Id(in).Index(begin.Clone(), begin.Clone().Op("+").Id("cols"), jen.Len(jen.Id(in)))
}

// rangedBody is the function of one row of a range of lengths.
func (r *rows) rangedBody() []jen.Code {
	p, n := r.order.Accumulators(), jen.Len(jen.Id(rowNames[0]))
	if r.spec.Cols < rowGroup {
		lines := append([]jen.Code{jen.Comment("Neighbouring columns combine.")}, r.rest(r.spec.Cols, dec, n)...)
		return append(lines, r.result(id("a0"))...)
	}
	group := append(r.chunks(rowGroup, jen.Id("j")), r.loads(r.named(chunkNames), rowGroup, true)...)
	if r.spec.Cols > p {
		loop := append(r.chunks(rowGroup, jen.Id("k")), r.loads(r.named(chunkNames), rowGroup, false)...)
		group = append(group, jen.Id("k").Op(":=").Id("j").Op("+").Lit(p),
			jen.For(jen.Op(";").Id("k").Op("<=").Add(n).Op("-").Lit(rowGroup).Op(";").Id("k").Op("+=").Lit(p)).Block(loop...))
		end := r.takes(0)
		for i := 1; i < rowGroup-1; i++ {
			end = append(end, jen.If(r.there(i)).Block(r.takes(i)...))
		}
		group = append(group, jen.If(r.there(0)).Block(end...))
	}
	groups := id("groups")
	group = append(append(group, r.tree(rowGroup)...), jen.Id("t").Index(&groups.code).Op("=").Id("a0"),
		jen.Id("groups").Op("++"))
	lines := []jen.Code{
		jen.Comment(fmt.Sprintf("The accumulators, %d neighbours at a time: each takes in its columns from left to right,",
			rowGroup)),
		jen.Comment("then neighbours combine."),
		jen.Var().Id("t").Index(jen.Lit((min(r.spec.Cols, p) + rowGroup - 1) / rowGroup)).Add(r.localType()),
		jen.Id("groups").Op(":=").Lit(0),
		jen.For(jen.Id("j").Op(":=").Lit(0), jen.Id("j").Op("<=").Min(jen.Lit(p), n).Op("-").Lit(rowGroup),
			jen.Id("j").Op("+=").Lit(rowGroup)).Block(group...),
	}
	if r.spec.Least < p { // some rows have fewer columns than there are accumulators
		rest := append(r.rest(rowGroup-1, behind, jen.Id("rest")), jen.Id("t").Index(jen.Id("groups")).Op("=").Id("a0"),
			jen.Id("groups").Op("++"))
		lines = append(lines, jen.Line(),
			jen.Comment("The last columns of a row that has fewer than there are accumulators."),
			jen.Id("k").Op(":=").Id("groups").Op("*").Lit(rowGroup),
			jen.If(jen.Id("rest").Op(":=").Min(jen.Lit(p), n).Op("-").Id("k").Op(";").Id("rest").Op(">").Lit(0)).Block(rest...))
	}
	at := func(i jen.Code) expr { return expr{*jen.Id("t").Index(i), primary} }
	lines = append(lines, jen.Line(), jen.Comment("Neighbouring groups combine."),
		jen.For(jen.Id("d").Op(":=").Lit(1), jen.Id("d").Op("<").Id("groups"), jen.Id("d").Op("*=").Lit(2)).Block(
			jen.For(jen.Id("i").Op(":=").Lit(0), jen.Id("i").Op("+").Id("d").Op("<").Id("groups"),
				jen.Id("i").Op("+=").Lit(2).Op("*").Id("d")).Block(
				assign(at(jen.Id("i")), r.dialect.combine(at(jen.Id("i")), at(jen.Id("i").Op("+").Id("d")))))))
	return append(lines, r.result(at(jen.Lit(0)))...)
}

// there is the condition that the row has column k + i.
func (r *rows) there(i int) jen.Code {
	return jen.Add(behind(i).statement()).Op("<").Len(jen.Id(rowNames[0]))
}

// behind is the place k + i.
func behind(i int) expr {
	if i == 0 {
		return id("k")
	}
	return id("k").plus(dec(i))
}

// placed is what column `column` gives accumulator i, and the statements that come before.
func (r *rows) placed(i int, column expr) (before []jen.Code, e expr) {
	var in []expr
	for j := range r.inputs {
		in = append(in, id(rowNames[j]).index(column))
	}
	return r.loaded(i, r.made(in))
}

// takes are the statements by which accumulator i of a group takes in column k + i.
func (r *rows) takes(i int) []jen.Code {
	before, e := r.placed(i, behind(i))
	return append(before, assign(local("a%d", i), r.dialect.combine(local("a%d", i), e)))
}

// rest are the statements by which columns combine to a0: the first ones of at most some, as many as there are.
func (r *rows) rest(most int, column func(i int) expr, there jen.Code) (lines []jen.Code) {
	more := func(i int) *jen.Statement { return jen.If(jen.Add(there).Op(">").Lit(i)) }
	for i := range most {
		before, e := r.placed(i, column(i))
		if i == 0 {
			lines = append(append(lines, before...), statement(local("a0"), defined, e))
			continue
		}
		lines = append(lines, jen.Var().Id(fmt.Sprintf("a%d", i)).Add(r.localType()),
			more(i).Block(append(before, assign(local("a%d", i), e))...))
	}
	for d := 1; d < most; d *= 2 {
		for i := 0; i+d < most; i += 2 * d {
			lines = append(lines, more(i+d).Block(
				assign(local("a%d", i), r.dialect.combine(local("a%d", i), local("a%d", i+d)))))
		}
	}
	return lines
}
