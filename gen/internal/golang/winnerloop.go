package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
)

// winnerHelpers are the primitives of a program of argmin or argmax.
func winnerHelpers(s spec.Spec, of *ir.Program) map[string]helper {
	keys, all := nanHighHelper, map[string]helper{}
	if s.Op == spec.ArgMax {
		keys = nanLowHelper
	}
	bar := helperKind{"Bar", func(h *helper, t spec.Type) { makeBar(h, s.Op, t) }}
	for _, kind := range []helperKind{keys, unkeyHelper, decodeHelper, bar} {
		t := s.Type
		if kind.suffix == decodeHelper.suffix {
			t = s.InType()
		}
		if of.Has(kind.suffix) {
			all[kind.suffix] = helperFor(s, t, kind)
		}
	}
	return all
}

// makeBar makes the helper that gives the bar of a key. Only elements that exceed it may be better.
func makeBar(h *helper, op spec.Op, t spec.Type) {
	n, zero, which, least := t.Bits(), -1, "-0", "-0x1p"
	wide := t
	if t.Half() { // a bfloat16, which is the upper half of its value
		wide = spec.Float32
	}
	if op == spec.ArgMin {
		zero, which, least = 0, "+0", "0x1p"
	}
	least += map[int]string{32: "-149", 64: "-1074"}[wide.Bits()]
	best := id("best")
	h.doc = fmt.Sprintf("is a number that every better element exceeds: that of the key best, but for %s.", which)
	bits := best.xor(best.shr(n - 1).to(uintOf(t)).shr(1).to(fmt.Sprintf("int%d", n))).to(uintOf(t))
	if t.Half() {
		bits = bits.to("uint32").shl(16)
	}
	h.params, h.result = []jen.Code{jen.Id("best").Id(fmt.Sprintf("int%d", n))}, wide.String()
	h.body = []jen.Code{
		jen.If(jen.Id("best").Op("==").Lit(zero)).Block(jen.Return(jen.Id(least))),
		returned(fromBitsOf(wide)(bits)),
	}
}
