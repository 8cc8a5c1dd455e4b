package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/fmath"
	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
)

// A function that is applied to the rows of a matrix is one that [lower.RowApplyLoop] makes, with the text of its
// primitives, and what it promises.

// appliedHelpers are the functions that a program of s calls, in the order of a file.
func appliedHelpers(s spec.Spec, of *ir.Program) (all []helper) {
	add := func(suffix, by string, h helper) {
		if h.name = of.Name + by; of.Has(suffix) {
			all = append(all, h)
		}
	}
	float := func(f fmath.Function) helper {
		return helper{doc: "is " + f.Does + ".", params: []jen.Code{jen.Id("x").Float32()}, result: "float32",
			body: raws(f.GoBody)}
	}
	add("Widen", decodeHelper.suffix, helperFor(s, s.InType(), decodeHelper))
	add("Narrow", encodeHelper.suffix, helperFor(s, s.InType(), encodeHelper))
	group := jen.Op("*").Index(jen.Lit(len8)).Float32()
	exp, exp8 := fmath.Exp, fmath.Exp8
	if s.InType().Half() {
		exp, exp8 = fmath.ExpHalf, fmath.ExpHalf8
	}
	add("Exp8", fmath.Exp8.Name, helper{doc: exp8.Does, gives: jen.Null(), body: raws(exp8.GoBody),
		params: []jen.Code{jen.List(jen.Id("y"), jen.Id("x")).Add(group), jen.Id("less").Float32()}})
	add("Exp", fmath.Exp.Name, float(exp))
	add("Log", fmath.Log.Name, float(fmath.Log))
	add("Rsqrt", fmath.Rsqrt.Name, float(fmath.Rsqrt))
	var number helper
	number.text(spec.Float32, "is a, or b where a is a NaN, which differs from itself.", "a, b TYPE", "TYPE",
		"if a != a {\nreturn b\n}\nreturn a")
	add("Number", "Number", number)
	return all
}

// len8 is the number of floats of [fmath.Exp8].
const len8 = 8

// applies adds the text of the primitives of such a program of s, each rounded once.
func (p *program) applies(s spec.Spec, of *ir.Program) {
	calls := func(name string) func(in ...expr) expr {
		return func(in ...expr) expr { return call(of.Name+name, in...) }
	}
	builtin := func(name string) func(in ...expr) expr {
		return func(in ...expr) expr { return call(name, in...) }
	}
	operator := func(o ir.Op) func(in ...expr) expr {
		return func(in ...expr) expr { return operate(o, in[0], in[1]) }
	}
	for name, text := range map[string]func(...expr) expr{
		"Add": operator(ir.Add), "Sub": operator(ir.Sub), "Div": operator(ir.Div),
		"Mul":  func(in ...expr) expr { return in[0].times(in[1]).to("float32") }, // else an addition may be fused with it
		"Over": func(in ...expr) expr { return operate(ir.Div, in[0], in[1]).to("float32") },
		"Most": builtin("max"), "MostOfFour": builtin("max"), "Least": builtin("min"), "Number": calls("Number"),
		"Exp": calls(fmath.Exp.Name), "Log": calls(fmath.Log.Name), "Rsqrt": calls(fmath.Rsqrt.Name),
		"Exp8": calls(fmath.Exp8.Name), "Widen": calls(decodeHelper.suffix), "Narrow": calls(encodeHelper.suffix),
		// rounded as a user's function may not be, where it is inlined
		"Apply": func(in ...expr) expr { return callUser(s.Row().Fn, in).to("float32") },
	} {
		p.inline[name] = text
	}
}

// promiseOfApplied says where the rows and their results are.
func promiseOfApplied(s spec.Spec) []string {
	cols := fmt.Sprint(s.Cols())
	if s.Ranged() {
		cols = "cols"
	}
	where, how := fmt.Sprintf("out[r*outPitch : r*outPitch+%s].", cols),
		[]string{"out may be in, with the same pitch; else they do not overlap."}
	if s.PerRow() {
		where, how = "is out[r].", []string{"There is a row for each element of out."}
	}
	switch {
	case s.HasResidual():
		where += " " + contract.Residual
		how = []string{contract.InPlace}
	case s.HasGrad():
		where += " " + contract.Grad
		how = []string{contract.GradInPlace}
	}
	lines := []string{fmt.Sprintf("%s: row r of the matrix is in[r*pitch : r*pitch+%s], and its result %s",
		s.FuncName(), cols, where)}
	lines = append(append(lines, contract.Gives(s, "")...), how...)
	lines = append(lines, shares(s), "")
	return append(lines, contract.Applied(s)...)
}

// floatOperation is an operation of two float32, rounded once.
func floatOperation(op string, args []expr) expr {
	switch op {
	case "add":
		return args[0].plus(args[1])
	case "sub":
		return args[0].minus(args[1])
	}
	return args[0].times(args[1]).to("float32") // else an addition may be fused with it
}
