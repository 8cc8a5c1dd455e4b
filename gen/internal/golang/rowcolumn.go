package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/internal/network"
)

// column is a row of argmin or argmax: a loop over its columns that keeps the best and its number. Few
// columns change the best, so those of a group are first compared with it all at once: on random
// columns that takes a seventh of the time of a loop of the same result, on ascending ones as long as it.
type column struct {
	spec    shflgen.Spec
	beats   string     // how a better element compares
	float   bool       // -0 is below +0, and a NaN loses
	value   conversion // an element of memory as what is compared
	bar     helper     // of floats
	helpers []helper
}

func columnOf(s shflgen.Spec) *column {
	c := &column{spec: s, beats: "<", float: s.Type.Class() == shflgen.Float}
	if s.Op == shflgen.ArgMax {
		c.beats = ">"
	}
	if !c.float {
		return c
	}
	alone := network.Alone(s)
	if s.InType().Half() {
		decode := helperFor(alone, s.InType(), decodeHelper)
		c.value, c.helpers = decode.of, append(c.helpers, decode)
	}
	c.bar = helperFor(alone, s.Type, helperKind{"Bar", c.makeBar})
	c.helpers = append(c.helpers, c.bar)
	return c
}

// compared is the type in which elements are compared.
func (c *column) compared() shflgen.Type {
	if c.spec.InType().Half() {
		return shflgen.Float32
	}
	return c.spec.InType()
}

// makeBar makes the helper that gives the bound that every better element exceeds: the best, but for the zero that
// the other zero is better than.
func (c *column) makeBar(h *helper, _ shflgen.Type) {
	t := c.compared()
	zero, least, sign := "-0", jen.Op("-"), jen.Lit(1).Op("<<").Lit(t.Bits()-1)
	if c.spec.Op == shflgen.ArgMin {
		zero, least, sign = "+0", jen.Null(), jen.Lit(0)
	}
	h.doc = fmt.Sprintf("is a number that every element beats which is better than best: of %s one that both zeros beat.", zero)
	h.params, h.result = []jen.Code{jen.Id("best").Id(t.String())}, t.String()
	h.body = []jen.Code{
		jen.If(bitsOfFloat(t)(id("best")).statement().Op("==").Add(sign)).Block(jen.Return(least.Qual("math", fmt.Sprintf("SmallestNonzeroFloat%d", t.Bits())))),
		returned(id("best")),
	}
}

// statement is an expression as one that goes on.
func (e expr) statement() *jen.Statement { return e.code.Clone() }

// body is the function of one row.
func (c *column) body() []jen.Code {
	cols := c.spec.Cols
	value := func(e expr) *jen.Statement { return c.value.of(e).statement() }
	x := func(i string) expr { return id("x").index(id(i)) }
	at := func() *jen.Statement { return jen.Id("at") }
	var lines []jen.Code
	if c.float {
		nan := value(x("at")).Op("!=").Add(value(x("at")))
		lines = append(lines, jen.Comment("The first number: a NaN loses to every number."), jen.Id("at").Op(":=").Lit(0),
			jen.For(at().Op("<").Lit(cols).Op("&&").Add(nan)).Block(at().Op("++")),
			jen.If(at().Op("==").Lit(cols)).Block(jen.Return(c.stored(id("x").at(0)), jen.Lit(0))),
			jen.Id("best").Op(":=").Add(value(x("at"))))
	} else {
		lines = append(lines, jen.Id("best").Op(",").Id("at").Op(":=").Add(value(id("x").at(0))).Op(",").Lit(0))
	}
	better := func() *jen.Statement {
		cond := jen.Id("v").Op(c.beats).Id("best")
		if c.float {
			v, best := bitsOfFloat(c.compared())(id("v")), bitsOfFloat(c.compared())(id("best"))
			other := "<" // the sign bit is the highest
			if c.spec.Op == shflgen.ArgMin {
				other = ">"
			}
			cond = cond.Op("||").Id("v").Op("==").Id("best").Op("&&").Add(v.statement()).Op(other).Add(best.statement())
		}
		return cond
	}
	take := func(from expr, column expr) jen.Code {
		return jen.If(jen.Id("v").Op(":=").Add(value(from)), better()).Block(
			jen.Id("best").Op(",").Id("at").Op("=").Id("v").Op(",").Add(column.statement()))
	}
	if cols >= rowGroup {
		any := value(id("c").at(0)).Op(c.beats).Id("bar")
		for i := 1; i < rowGroup; i++ {
			any = any.Op("||").Add(value(id("c").at(i))).Op(c.beats).Id("bar")
		}
		bar := id("best")
		if c.float {
			bar = c.bar.of(bar)
		}
		takes := []jen.Code{take(id("c").at(0), id("k"))}
		for i := 1; i < rowGroup; i++ {
			takes = append(takes, take(id("c").at(i), id("k").plus(dec(i))))
		}
		lines = append(lines, jen.Line(), jen.Comment(fmt.Sprintf("%d columns at a time: few have one that is better.", rowGroup)),
			jen.For(jen.Id("k").Op(":=").Lit(0), jen.Id("k").Op("<=").Lit(cols-rowGroup), jen.Id("k").Op("+=").Lit(rowGroup)).Block(
				jen.Id("c").Op(":=").Parens(jen.Op("*").Index(jen.Lit(rowGroup)).Id(goType(c.spec.InType()))).Call(jen.Id("x").Index(jen.Id("k").Op(":"))),
				define("bar", bar),
				jen.If(any).Block(takes...)))
	}
	if rest := cols % rowGroup; rest > 0 {
		lines = append(lines, jen.Line(), jen.Comment("The last columns."),
			jen.For(jen.Id("i").Op(":=").Lit(cols-rest), jen.Id("i").Op("<").Lit(cols), jen.Id("i").Op("++")).Block(take(x("i"), id("i"))))
	}
	return append(lines, jen.Return(c.stored(x("at")), jen.Int32().Call(jen.Id("at"))))
}

// stored is an element of memory as a result.
func (c *column) stored(e expr) *jen.Statement {
	if c.spec.Type.Half() { // its bits
		return e.statement()
	}
	return c.value.of(e).statement()
}

// alsoColumn says where the column goes.
func alsoColumn(s shflgen.Spec) string {
	if s.HasLane() {
		return ", its column idx[r]"
	}
	return ""
}
