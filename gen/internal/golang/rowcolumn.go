package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/spec"
)

// column is a row of argmin or argmax: a loop over its columns that keeps the best and its number. Few
// columns change the best, so those of a group are first compared with it all at once: on random
// columns that takes a seventh of the time of a loop of the same result, on ascending ones as long as it.
// Of floats the loop keeps the key of the best, and the columns of a group are compared as floats with its bar.
type column struct {
	spec    spec.Spec
	beats   string     // how a better key compares
	value   conversion // an element of memory as a float, of those that have a bar
	key     conversion // an element of memory as what is compared
	unkey   conversion // and back
	bar     conversion // of a key; nil: all keys are compared
	helpers []helper
}

func columnOf(s spec.Spec) *column {
	c := &column{spec: s, beats: "<"}
	keys := nanHighHelper
	if s.Op == spec.ArgMax {
		c.beats, keys = ">", nanLowHelper
	}
	if s.Type.Class() != spec.Float {
		return c
	}
	alone := alone(s)
	if s.Pattern.Row() && s.Cols == 1 { // nothing is compared
		if s.In != spec.AsType {
			decode := helperFor(alone, s.InType(), decodeHelper)
			c.value, c.helpers = decode.of, []helper{decode}
		}
		return c
	}
	key, unkey := helperFor(alone, s.Type, keys), helperFor(alone, s.Type, unkeyHelper)
	c.key, c.unkey, c.helpers = key.of, unkey.of, []helper{key}
	if !s.Pattern.Grid() { // whose result is an element of memory, by its number
		c.helpers = append(c.helpers, unkey)
	}
	if s.Type == spec.Float16 { // whose key takes less time than its value
		return c
	}
	if s.InType().Half() {
		decode := helperFor(alone, s.InType(), decodeHelper)
		c.value, c.helpers = decode.of, append(c.helpers, decode)
	}
	bar := helperFor(alone, s.Type, helperKind{"Bar", c.makeBar})
	c.bar, c.helpers = bar.of, append(c.helpers, bar)
	if s.Type.Half() { // which is bits in memory
		return c
	}
	c.key = func(e expr) expr { return key.of(bitsOfFloat(s.Type)(c.value.of(e))) }
	c.unkey = func(e expr) expr { return fromBitsOf(s.Type)(unkey.of(e)) }
	return c
}

// makeBar makes the helper that gives the bar of a key. What exceeds it may be better, and nothing else.
func (c *column) makeBar(h *helper, t spec.Type) {
	n, zero, which, least := t.Bits(), jen.Lit(-1), "-0", jen.Op("-")
	wide := t
	if t.Half() { // a bfloat16, which is the upper half of its value
		wide = spec.Float32
	}
	if c.spec.Op == spec.ArgMin {
		zero, which, least = jen.Lit(0), "+0", jen.Null()
	}
	best := id("best")
	h.doc = fmt.Sprintf("is a number that every better element exceeds: that of the key best, but for %s.", which)
	bits := best.xor(best.shr(n - 1).to(uintOf(t)).shr(1).to(fmt.Sprintf("int%d", n))).to(uintOf(t))
	if t.Half() {
		bits = bits.to("uint32").shl(16)
	}
	h.params, h.result = []jen.Code{jen.Id("best").Id(fmt.Sprintf("int%d", n))}, wide.String()
	h.body = []jen.Code{
		jen.If(jen.Id("best").Op("==").Add(zero)).Block(jen.Return(least.Id(map[int]string{32: "0x1p-149",
			64: "0x1p-1074"}[wide.Bits()]))),
		returned(fromBitsOf(wide)(bits)),
	}
}

// statement is an expression as one that goes on.
func (e expr) statement() *jen.Statement { return e.code.Clone() }

// body is the function of one row.
func (c *column) body() []jen.Code {
	cols := c.spec.Cols
	if cols == 1 {
		return []jen.Code{jen.Return(c.stored(id("x").at(0)).statement(), jen.Lit(0))}
	}
	lines := append([]jen.Code{c.begin()}, c.bars(":=")...)
	whole, from, to := jen.Lit(cols-rowGroup), jen.Lit(max(1, cols/rowGroup*rowGroup)), jen.Lit(cols)
	if c.spec.Ranged() {
		n := jen.Len(jen.Id("x"))
		whole, from, to = n.Clone().Op("-").Lit(rowGroup), jen.Lit(1), n
		if cols >= rowGroup {
			from = jen.Max(jen.Lit(1), n.Clone().Op("/").Lit(rowGroup).Op("*").Lit(rowGroup))
		}
	}
	if cols >= rowGroup {
		lines = append(lines, jen.Line(), jen.Comment(fmt.Sprintf("%d columns at a time: few have one that is better.",
			rowGroup)),
			jen.For(jen.Id("k").Op(":=").Lit(0), jen.Id("k").Op("<=").Add(whole),
				jen.Id("k").Op("+=").Lit(rowGroup)).Block(c.group()...))
	}
	if c.spec.Ranged() || cols < rowGroup || cols%rowGroup > 0 {
		lines = append(lines, jen.Line(), jen.Comment("The last columns."), counted("i", from, to, 1, c.last(id("i"))))
	}
	return append(lines, jen.Return(c.unkey.of(id("best")).statement(), jen.Int32().Call(jen.Id("at"))))
}

// begin defines best and at: the key of the first element of x, and its number.
func (c *column) begin() jen.Code {
	return jen.Id("best").Op(",").Id("at").Op(":=").Add(c.key.of(id("x").at(0)).statement()).Op(",").Lit(0)
}

// take takes in an element of some place.
func (c *column) take(from, place expr) jen.Code {
	return jen.If(jen.Id("v").Op(":=").Add(c.key.of(from).statement()), jen.Id("v").Op(c.beats).Id("best")).Block(
		jen.Id("best").Op(",").Id("at").Op("=").Id("v").Op(",").Add(place.statement()))
}

// last takes in the element of x at a place behind the groups.
func (c *column) last(place expr) jen.Code {
	take := c.take(id("x").index(place), place)
	if c.bar == nil {
		return take
	}
	return jen.If(c.mayBeat(id("x").index(place))).Block(append([]jen.Code{take}, c.bars("=")...)...)
}

// group takes in the group of x from k on.
func (c *column) group() []jen.Code {
	any := jen.Null()
	var takes []jen.Code
	for i := range rowGroup {
		place := id("k")
		if i > 0 {
			any, place = any.Op("||"), place.plus(dec(i))
		}
		any = any.Add(c.mayBeat(id("c").at(i)))
		takes = append(takes, c.take(id("c").at(i), place))
	}
	return []jen.Code{jen.Id("c").Op(":=").Add(array(rowGroup, jen.Id(goType(c.spec.InType())), "x", "k")),
		jen.If(any).Block(append(takes, c.bars("=")...)...)}
}

// bars define or set the bar of the best, if there is one.
func (c *column) bars(op string) []jen.Code {
	if c.bar == nil {
		return nil
	}
	return []jen.Code{jen.Id("bar").Op(op).Add(c.bar(id("best")).statement())}
}

// mayBeat says that an element of memory may be better than best; where it does not hold, the element is not.
func (c *column) mayBeat(e expr) *jen.Statement {
	if c.bar == nil {
		return c.key.of(e).statement().Op(c.beats).Id("best")
	}
	within := map[string]string{">": "<=", "<": ">="}[c.beats]
	return jen.Op("!").Parens(c.value.of(e).statement().Op(within).Id("bar"))
}

// stored is an element of memory as a result.
func (c *column) stored(e expr) expr {
	if c.spec.Type.Half() { // its bits
		return e
	}
	return c.value.of(e)
}

// better says that an element of memory is better than another.
func (c *column) better(a, b expr) *jen.Statement {
	return c.key.of(a).statement().Op(c.beats).Add(c.key.of(b).statement())
}

// alsoColumn says where the column goes.
func alsoColumn(s spec.Spec) string {
	if s.HasLane() {
		return ", its column idx[r]"
	}
	return ""
}

// array is a pointer to an array of n elements of a type from some index of a slice on.
func array(n int, typ jen.Code, slice, at string) jen.Code {
	x := jen.Id(slice)
	if at != "" {
		x = jen.Id(slice).Index(jen.Id(at).Op(":"))
	}
	return jen.Parens(jen.Op("*").Index(jen.Lit(n)).Add(typ)).Call(x)
}

// counted is for i := first; i < end; i += step.
func counted(i string, first, end jen.Code, step int, body ...jen.Code) jen.Code {
	next := jen.Id(i).Op("+=").Lit(step)
	if step == 1 {
		next = jen.Id(i).Op("++")
	}
	return jen.For(jen.Id(i).Op(":=").Add(first), jen.Id(i).Op("<").Add(end), next).Block(body...)
}
