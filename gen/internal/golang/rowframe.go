package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/gen/internal/contract"
)

// The frame of a function of rows: the parameters of the function of a matrix, the loop over its rows, and the call of
// the function of one row, which is given the row of its results, or returns the row's value.

// promise says where the rows and their results are.
func (r *rowApply) promise() []string {
	s := r.spec
	where, how := fmt.Sprintf("out[r*outPitch : r*outPitch+%d].", s.Cols()),
		[]string{"out may be in, with the same pitch; else they do not overlap."}
	if r.fn.PerRow() {
		where, how = "is out[r].", []string{"There is a row for each element of out."}
	}
	switch {
	case r.fn.Residual():
		where += " " + contract.Residual
		how = []string{contract.InPlace}
	case r.fn.Second != "":
		where += " " + contract.Grad
		how = []string{contract.GradInPlace}
	}
	lines := []string{fmt.Sprintf("%s: row r of the matrix is in[r*pitch : r*pitch+%d], and its result %s",
		s.FuncName(), s.Cols(), where), contract.Gives(s, "")[0]}
	return append(append(lines, how...),
		fmt.Sprintf("From %d rows on, several processors share them.", 2*partRows(s)), "", contract.Applied(s))
}

// element is the type of an element in memory.
func (r *rowApply) element() string { return goType(r.spec.InType()) }

// array is a pointer to a row.
func (r *rowApply) array(element string) *jen.Statement {
	return jen.Op("*").Index(jen.Lit(r.spec.Cols())).Id(element)
}

// frame prints the function of a matrix, and that of a row.
func (r *rowApply) frame(f *jen.File, parts helper) {
	s, array := r.spec, r.array(r.element())
	part := func(of *jen.Statement, pitch string) jen.Code {
		return jen.Parens(array).Call(of.Index(jen.Id("r").Op("*").Id(pitch).Op(":")))
	}
	var params, of, args []jen.Code
	matrix := func(name, pitch, row string) {
		params = append(params, jen.Id(name).Index().Id(r.element()), jen.Id(pitch).Int())
		of, args = append(of, jen.Id(row).Add(array)), append(args, part(jen.Id(name), pitch))
	}
	row := "x"
	if r.fn.Residual() {
		row = "a"
	}
	matrix("in", "pitch", row)
	if r.fn.Second != "" {
		matrix(r.fn.Second, r.fn.Second+"Pitch", r.fn.Second)
	}
	if r.fn.PerRow() {
		params = append(params, jen.Id("out").Index().Float32())
	} else {
		matrix("out", "outPitch", "y")
	}
	if r.fn.Residual() {
		matrix("sum", "sumPitch", "x")
	}
	for _, p := range r.also() {
		has, arg := jen.Id(p).Add(array), jen.Id(p)
		all := has
		switch p {
		case "eps":
			has = jen.Id(p).Float32()
			all = has
		case "label":
			has, all, arg = jen.Id(p).Int32(), jen.Id(p).Index().Int32(), jen.Id(p).Index(jen.Id("r"))
		}
		params, of, args = append(params, all), append(of, has), append(args, arg)
	}
	call, over, count := jen.Id(r.prefix+"Row").Call(args...), jen.Id("rows"), jen.Id("rows")
	rowFunc := jen.Id(r.prefix + "Row").Params(of...)
	if r.fn.PerRow() {
		call, over, count = jen.Id("out").Index(jen.Id("r")).Op("=").Add(call), jen.Id("out"), jen.Len(jen.Id("out"))
		rowFunc = rowFunc.Float32()
	} else {
		params = append(params, jen.Id("rows").Int())
	}
	f.Func().Id(s.FuncName()).Params(params...).Block(rowLoop(s, parts, over, count, call)...)
	f.Line().Comment(r.prefix + "Row is one row.")
	f.Func().Add(rowFunc).Block(r.body()...)
}

// also are the parameters beside the matrices.
func (r *rowApply) also() (names []string) {
	for _, p := range []struct {
		has  bool
		name string
	}{{r.fn.Weight, "weight"}, {r.fn.Bias, "bias"}, {r.fn.Eps, "eps"}, {r.fn.Picks, "label"}} {
		if p.has {
			names = append(names, p.name)
		}
	}
	return names
}
