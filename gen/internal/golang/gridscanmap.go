package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/spec"
)

// scanArrays are the arrays that a scan reads: the elements, or inputs of which a row's elements are made before it is
// scanned.
type scanArrays struct {
	names []string
	types []string
	row   *rows // makes the elements
	elem  string
}

func newScanArrays(s spec.Spec) (a scanArrays, err error) {
	if a.row, err = newRows(s); err != nil {
		return a, err
	}
	a.elem = goType(s.Type)
	for i, p := range a.row.inputs {
		in, _ := a.row.matrix(i)
		if s.Map == nil {
			in = "in"
		}
		a.names, a.types = append(a.names, in), append(a.types, goType(p.Type))
	}
	return a, nil
}

// made is the function that makes some elements.
func (a scanArrays) made(prefix string) helper {
	params := []jen.Code{jen.Id("x").Index().Id(a.elem)}
	var in []expr
	for i, name := range a.names {
		params = append(params, jen.Id(name).Index().Id(a.types[i]))
		in = append(in, id(name).index(id("i")))
	}
	return helper{
		name: prefix + "Made", doc: "makes as many elements as x has.", params: params,
		body: []jen.Code{jen.For(jen.Id("i").Op(":=").Range().Len(jen.Id("x"))).Block(assign(id("x").index(id("i")),
			a.row.made(in)))},
	}
}
