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
