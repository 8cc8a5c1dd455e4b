package golang

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/internal/axiom"
	"github.com/shflgen/shflgen/spec"
)

// A function that is applied to the rows of a matrix is one that [lower.RowApplyLoop] makes, with the text of its
// primitives, and what it promises.

// appliedHelpers are the functions that a program of s calls, in the order of a file.
func appliedHelpers(s spec.Spec, of *ir.Program) (all []helper) {
	exp, exp8 := expHelper, exp8Helper
	if s.InType().Half() {
		exp, exp8 = expHalfHelper, expHalf8Helper
	}
	add := func(name string, kind helperKind) {
		if of.Has(name) {
			all = append(all, helperFor(s, s.InType(), kind))
		}
	}
	add("Widen", decodeHelper)
	add("Narrow", encodeHelper)
	add("Exp8", exp8)
	add("Exp", exp)
	add("Log", logHelper)
	add("Rsqrt", rsqrtHelper)
	if of.Has("Number") {
		all = append(all, textHelper(s, "Number", "is a, or b where a is a NaN, which differs from itself.",
			axiom.Text{Params: "a, b float32", Results: "float32", Body: []string{"if a != a {", "return b", "}", "return a"}}))
	}
	return all
}

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
		"Exp": calls(expHelper.suffix), "Log": calls(logHelper.suffix), "Rsqrt": calls(rsqrtHelper.suffix),
		"Exp8": calls(exp8Helper.suffix), "Widen": calls(decodeHelper.suffix), "Narrow": calls(encodeHelper.suffix),
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
