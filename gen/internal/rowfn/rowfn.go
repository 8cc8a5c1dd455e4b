// Package rowfn holds what row-apply computes, as data: the reductions of a row and the function of
// each element, or of the row. Targets print it; docs/semantics.md states it.
package rowfn

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// E is an expression of float32. Without operands it is a name: x is the element, n the number of
// columns, eps the caller's parameter, weight and bias those of the column, residual or grad the element of a second
// row, power an exponential that was kept; any other is a [Let].
type E struct {
	Op   string // of operands: those of the map operands; map and apply of a spec that names functions
	Args []E
}

// Let is a value of the row.
type Let struct {
	Name string
	Is   E
}

// Sum is a reduction of a row, in the order of rows: the sum of an expression over the elements, or of
// a user's function what the op of the spec makes of them.
// Then come values that follow from it.
type Sum struct {
	Name string
	Of   E
	Then []Let
}

// Fn is a function that is applied to a row.
type Fn struct {
	Second string // the name of a second row's elements, residual or grad; else empty

	// First is what an element x becomes before all else: rounded to the type in memory, it is stored as a second result,
	// and it is x from then on. Without an operation x stays.
	First E

	Peak  bool // the maximum of the row comes first, as peak; a NaN is missing data
	Picks bool // so does the element that the row's label names, as picked; NaN where no column has that number
	Sums  []Sum
	Give  E // what an element becomes; without one in it, the value of the row

	Weight, Bias, Eps bool // parameters
}

// Residual reports whether f takes a second row, residual, and stores what an element becomes first.
func (f Fn) Residual() bool { return f.First.Op != "" }

func name(s string) E        { return E{Op: s} }
func on(op string, a ...E) E { return E{op, a} }

var (
	x       = name("x")
	shifted = on("sub", x, name("peak"))
	power   = on("exp", shifted)
	square  = on("mul", x, x)
	apart   = on("sub", x, name("mean"))
	one     = name("one")
	zero    = name("zero")
	summed  = on("add", x, name("residual"))

	grad     = name("grad")
	capped   = on("least", x, zero)
	weighted = on("mul", grad, name("weight"))
	normed   = on("mul", x, name("scale"))
	centred  = on("mul", apart, name("scale"))
)

// ofMap are the maps of the table that take values of a row.
var ofMap = map[spec.MapKind]E{
	spec.ScaledProduct: on("mul", name("a"), on("mul", name("b"), name("scale"))),
	spec.NormedProduct: on("mul", name("a"), on("mul", on("sub", name("b"), name("mean")), name("scale"))),
}

// OfMap is what a map makes of its inputs, and of values of a row, by their names; not ok: another map.
func OfMap(m *spec.Map) (e E, ok bool) {
	if m == nil {
		return e, false
	}
	e, ok = ofMap[m.Kind]
	return e, ok
}

// Print is e in a language, which prints names and operations.
func Print[T any](e E, name func(string) T, operation func(op string, args []T) T) T {
	if len(e.Args) == 0 {
		return name(e.Op)
	}
	var args []T
	for _, a := range e.Args {
		args = append(args, Print(a, name, operation))
	}
	return operation(e.Op, args)
}

// String is e for a reader.
func (e E) String() string {
	signs := map[string]string{"add": " + ", "sub": " - ", "mul": " * ", "div": " / "}
	named := func(name string) string { return cmp.Or(map[string]string{"one": "1", "zero": "0"}[name], name) }
	text := Print(e, named, func(op string, args []string) string {
		switch sign, infix := signs[op]; {
		case infix:
			return "(" + strings.Join(args, sign) + ")"
		case len(args) == 1 && strings.HasPrefix(args[0], "("):
			return op + args[0]
		}
		return op + "(" + strings.Join(args, ", ") + ")"
	})
	if signs[e.Op] != "" {
		text = text[1 : len(text)-1]
	}
	return text
}

// Results are what f gives, and the values of the row in it, for a reader.
func (f Fn) Results() string {
	text := f.Give.String()
	for _, s := range f.Sums {
		for _, l := range s.Then {
			text += fmt.Sprintf(", %s = %s", l.Name, l.Is)
		}
	}
	return text
}

// over is the mean of a sum, under a name.
func over(sum, as string) []Let { return []Let{{as, on("div", name(sum), name("n"))}} }

// scale is the reciprocal root of a mean square.
func scale(sum string) []Let {
	return []Let{{"scale", on("rsqrt", on("add", on("div", name(sum), name("n")), name("eps")))}}
}

var table = map[spec.Applied]Fn{
	spec.Softmax: {
		Peak: true,
		Sums: []Sum{{"sum", power, []Let{{"scale", on("div", one, name("sum"))}}}},
		Give: on("mul", power, name("scale")),
	},
	spec.LogSoftmax: {
		Peak: true,
		Sums: []Sum{{"sum", power, []Let{{"level", on("log", name("sum"))}}}},
		Give: on("sub", shifted, name("level")),
	},
	spec.RMSNorm: {
		Sums:   []Sum{{"sum", square, scale("sum")}},
		Give:   on("mul", normed, name("weight")),
		Weight: true, Eps: true,
	},
	spec.LayerNorm: {
		Sums: []Sum{
			{"sum", x, over("sum", "mean")},
			{"squares", on("mul", apart, apart), scale("squares")},
		},
		Give:   on("add", on("mul", centred, name("weight")), name("bias")),
		Weight: true, Bias: true, Eps: true,
	},
	spec.L2Norm: {
		Sums: []Sum{{"sum", square, []Let{{"scale", on("rsqrt", on("add", name("sum"), name("eps")))}}}},
		Give: on("mul", x, name("scale")),
		Eps:  true,
	},
	spec.LogSumExp: {
		Peak: true,
		Sums: []Sum{{"sum", power, []Let{{"level", on("log", name("sum"))}}}},
		Give: on("number", on("add", name("peak"), name("level")), name("peak")), // of an infinite peak that is no number
	},
	spec.CrossEntropy: {
		Peak: true, Picks: true,
		Sums: []Sum{{"sum", power, []Let{{"level", on("log", name("sum"))}}}},
		Give: on("sub", on("add", name("peak"), name("level")), name("picked")),
	},
	spec.Mean:       {Sums: []Sum{{"sum", x, over("sum", "mean")}}, Give: name("mean")},
	spec.InverseRMS: {Sums: []Sum{{"sum", square, scale("sum")}}, Give: name("scale"), Eps: true},
	spec.InverseDeviation: {
		Sums: []Sum{
			{"sum", x, over("sum", "mean")},
			{"squares", on("mul", apart, apart), scale("squares")},
		},
		Give: name("scale"),
		Eps:  true,
	},
	spec.SoftmaxGrad: {
		Second: "grad",
		Sums:   []Sum{{"dot", on("mul", grad, x), nil}},
		Give:   on("mul", x, on("sub", grad, name("dot"))),
	},
	spec.LogSoftmaxGrad: {
		Second: "grad",
		Sums:   []Sum{{"total", grad, nil}},
		Give:   on("sub", grad, on("mul", on("exp", capped), name("total"))),
	},
	spec.RMSNormGrad: {
		Second: "grad",
		Sums: []Sum{
			{"squares", square, scale("squares")},
			{"dot", on("mul", normed, weighted), over("dot", "slope")},
		},
		Give:   on("mul", on("sub", weighted, on("mul", normed, name("slope"))), name("scale")),
		Weight: true, Eps: true,
	},
	spec.LayerNormGrad: {
		Second: "grad",
		Sums: []Sum{
			{"sum", x, over("sum", "mean")},
			{"squares", on("mul", apart, apart), scale("squares")},
			{"total", weighted, over("total", "level")},
			{"dot", on("mul", centred, weighted), over("dot", "slope")},
		},
		Give: on("mul", on("sub", on("sub", weighted, name("level")), on("mul", centred, name("slope"))),
			name("scale")),
		Weight: true, Eps: true,
	},
}

// withResidual is a function of the sum of a row and a residual.
func withResidual(f Fn) Fn {
	f.Second, f.First = "residual", summed
	return f
}

// Of is the function that a spec applies. If it is of the table, an operation or a name that targets do not know is an
// error.
func Of(s spec.Spec) (Fn, error) {
	if s.HasResidual() {
		fn, err := read(table, s.Row().F.OfSum())
		return withResidual(fn), err
	}
	if s.Row().Fn == nil {
		return read(table, s.Row().F)
	}
	of := x
	if s.Map != nil && !s.MapsStored() {
		of = on("map", x)
	}
	return Fn{Sums: []Sum{{Name: "result", Of: of}}, Give: on("apply", x, name("result"))}, nil
}

// Beside are the names of the values beside each element.
func (f Fn) Beside() (all []string) {
	if f.Weight {
		all = append(all, "weight")
	}
	if f.Bias {
		all = append(all, "bias")
	}
	return all
}

// Calls reports whether f calls a function.
func (f Fn) Calls(op string) bool {
	return f.Give.Calls(op) || slices.ContainsFunc(f.Sums, func(s Sum) bool {
		return s.Of.Calls(op) || slices.ContainsFunc(s.Then, func(l Let) bool { return l.Is.Calls(op) })
	})
}

// Calls reports whether e calls a function.
func (e E) Calls(op string) bool {
	return e.Op == op && len(e.Args) > 0 || slices.ContainsFunc(e.Args, func(a E) bool { return a.Calls(op) })
}

// Replace is e with another expression for what a function gives.
func (e E) Replace(op string, by E) E {
	if e.Op == op && len(e.Args) > 0 {
		return by
	}
	args := make([]E, len(e.Args))
	for i, a := range e.Args {
		args[i] = a.Replace(op, by)
	}
	return E{e.Op, args}
}

// ofElement are the names of what belongs to an element, and constants are the same for all rows.
var (
	ofElement = []string{"x", "power", "grad", "weight", "bias"}
	constants = []string{"n", "one", "zero"}
)

// PerRow reports whether f gives a value of the row, not of each element.
func (f Fn) PerRow() bool {
	return !slices.ContainsFunc(f.Give.names(), func(name string) bool { return slices.Contains(ofElement, name) })
}

// Names are the values of the row that an expression uses, in order of their first use.
func (e E) Names() []string {
	return slices.DeleteFunc(e.names(), func(name string) bool {
		return slices.Contains(ofElement, name) || slices.Contains(constants, name)
	})
}

// Elements are what an expression uses of a column: of x, grad, weight and bias, in this order.
func (e E) Elements() []string {
	used := e.names()
	return slices.DeleteFunc(slices.Clone(ofElement), func(name string) bool {
		return name == "power" || !slices.Contains(used, name)
	})
}

// SumsBeside reports whether a reduction takes in weights or biases.
func (f Fn) SumsBeside() bool {
	return slices.ContainsFunc(f.Sums, func(s Sum) bool {
		used := s.Of.Elements()
		return slices.Contains(used, "weight") || slices.Contains(used, "bias")
	})
}

// KeepsPowers reports whether elements become the exponentials that a sum adds.
func (f Fn) KeepsPowers() bool { return f.Peak && f.Give.Calls("exp") }

// names are all that an expression uses, in order of their first use.
func (e E) names() []string {
	var all []string
	var walk func(E)
	walk = func(e E) {
		if len(e.Args) == 0 && !slices.Contains(all, e.Op) {
			all = append(all, e.Op)
		}
		for _, a := range e.Args {
			walk(a)
		}
	}
	walk(e)
	return all
}
