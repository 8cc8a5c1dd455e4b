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
	lines := c.begin(jen.Lit(cols), jen.Return(c.stored(id("x").at(0)), jen.Lit(0)))
	if cols >= rowGroup {
		lines = append(lines, jen.Line(), jen.Comment(fmt.Sprintf("%d columns at a time: few have one that is better.", rowGroup)),
			jen.For(jen.Id("k").Op(":=").Lit(0), jen.Id("k").Op("<=").Lit(cols-rowGroup), jen.Id("k").Op("+=").Lit(rowGroup)).Block(c.group()...))
	}
	if rest := cols % rowGroup; rest > 0 {
		lines = append(lines, jen.Line(), jen.Comment("The last columns."), counted("i", jen.Lit(cols-rest), jen.Lit(cols), 1, c.take(id("x").index(id("i")), id("i"))))
	}
	return append(lines, jen.Return(c.stored(id("x").index(id("at"))), jen.Int32().Call(jen.Id("at"))))
}

// begin defines best and at: those of the first element of x that is a number. Without any, none is done.
func (c *column) begin(length, none jen.Code) []jen.Code {
	x := c.value.of(id("x").index(id("at")))
	if !c.float {
		return []jen.Code{jen.Id("best").Op(",").Id("at").Op(":=").Add(c.value.of(id("x").at(0)).statement()).Op(",").Lit(0)}
	}
	at := jen.Id("at")
	return []jen.Code{
		jen.Comment("The first number: a NaN loses to every number."), at.Clone().Op(":=").Lit(0),
		jen.For(at.Clone().Op("<").Add(length).Op("&&").Add(x.statement()).Op("!=").Add(x.statement())).Block(at.Clone().Op("++")),
		jen.If(at.Clone().Op("==").Add(length)).Block(none),
		define("best", x),
	}
}

// better says that the element v is better than best.
func (c *column) better() *jen.Statement {
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

// take takes in an element of some place.
func (c *column) take(from, place expr) jen.Code {
	return jen.If(jen.Id("v").Op(":=").Add(c.value.of(from).statement()), c.better()).Block(
		jen.Id("best").Op(",").Id("at").Op("=").Id("v").Op(",").Add(place.statement()))
}

// group takes in the group of x from k on.
func (c *column) group() []jen.Code {
	var any *jen.Statement
	var takes []jen.Code
	for i := range rowGroup {
		place := id("k")
		if i > 0 {
			any, place = any.Op("||"), place.plus(dec(i))
		} else {
			any = jen.Null()
		}
		any = any.Add(c.value.of(id("c").at(i)).statement()).Op(c.beats).Id("bar")
		takes = append(takes, c.take(id("c").at(i), place))
	}
	bar := id("best")
	if c.float {
		bar = c.bar.of(bar)
	}
	return []jen.Code{jen.Id("c").Op(":=").Add(array(rowGroup, goType(c.spec.InType()), "x", "k")), define("bar", bar), jen.If(any).Block(takes...)}
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
