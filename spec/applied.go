package spec

import (
	"fmt"
	"slices"
	"strings"
)

// Applied is a function that row-apply applies to each element of a row, or to a row.
type Applied uint8

// The functions. docs/semantics.md states each step of their computation.
const (
	NoApplied        Applied = iota
	Softmax                  // exp(x - the maximum) over the sum of these
	LogSoftmax               // x less the maximum and the logarithm of that sum
	RMSNorm                  // x over the root of the mean square, times a weight
	LayerNorm                // x less the mean over the deviation, times a weight, and a bias
	L2Norm                   // x over the root of the sum of squares
	LogSumExp                // of a row: the logarithm of the sum of exp(x)
	CrossEntropy             // of a row: that logarithm less the element that the row's label names
	Mean                     // of a row
	InverseRMS               // of a row: the reciprocal of the root of the mean square
	InverseDeviation         // of a row: the reciprocal of the root of the variance

	// This is the sum of a row and a residual, a second result.
	ResidualRMSNorm
	ResidualLayerNorm

	// Gradients with respect to the input of a function, of the row and that of the gradients of its results.
	SoftmaxGrad    // of a row of softmax's results
	LogSoftmaxGrad // of a row of log-softmax's results
	RMSNormGrad    // of a row of the norm's inputs
	LayerNormGrad  // of a row of the norm's inputs

	UserApplied // no function of the table: one of a package, of x and a reduction of the row
)

type appliedRow struct {
	name, gives string
	takes       []Role  // beside the row
	perRow      bool    // a row has one value, not each of its elements
	kept        int     // see [Spec.MaxKept]; 0: as of most
	ofSum       Applied // what is applied to the sum of the row and a residual; its row says the rest
}

var appliedTable = [...]appliedRow{
	NoApplied:  {name: "no function", gives: "nothing"},
	Softmax:    {name: "softmax", gives: "the softmax: exp(x - the maximum of the row) over the sum of these"},
	LogSoftmax: {name: "log-softmax", gives: "the logarithm of the softmax"},
	RMSNorm: {
		name: "rms-norm", gives: "x over the root of the row's mean square + eps, times the column's weight",
		takes: []Role{WeightRole, EpsRole},
	},
	LayerNorm: {
		name: "layer-norm", gives: "x less the row's mean, over the root of the variance + " +
			"eps, times the column's weight, and its bias",
		takes: []Role{WeightRole, BiasRole, EpsRole}, kept: 25,
	},
	L2Norm: {name: "l2-norm", gives: "x over the root of the row's sum of squares + eps", takes: []Role{EpsRole}},
	LogSumExp: {
		name: "log-sum-exp", perRow: true,
		gives: "m + the logarithm of the sum of exp(x - m), where m is its maximum; m if it is infinite",
	},
	CrossEntropy: {
		name: "cross-entropy", perRow: true, takes: []Role{LabelRole},
		gives: "the log-sum-exp of its elements less that of column label[row], or NaN if there is no such column",
	},
	Mean: {name: "mean", perRow: true, gives: "the mean of its elements"},
	InverseRMS: {
		name: "inverse-rms", perRow: true, takes: []Role{EpsRole},
		gives: "1 over the root of the mean of the squares of its elements + eps",
	},
	InverseDeviation: {
		name: "inverse-deviation", perRow: true, takes: []Role{EpsRole},
		gives: "1 over the root of the variance of its elements + eps",
	},
	ResidualRMSNorm:   {ofSum: RMSNorm},
	ResidualLayerNorm: {ofSum: LayerNorm},
	SoftmaxGrad: {
		name: "softmax-grad", gives: "x times (g - the row's sum of g * x), where g is the element of grad",
		takes: []Role{GradRole}, kept: keptWithGrad,
	},
	LogSoftmaxGrad: {
		name: "log-softmax-grad", gives: "g - exp(x) times the row's sum of g, where g is the element of grad " +
			"and x above 0 counts as 0",
		takes: []Role{GradRole}, kept: keptWithGrad,
	},
	RMSNormGrad: {
		name: "rms-norm-grad", gives: "(g - y times the row's mean of g * y) over the root of the row's mean square + " +
			"eps, where y is x over that root and g the element of grad times the column's weight",
		takes: []Role{GradRole, WeightRole, EpsRole}, kept: keptWithWeight,
	},
	LayerNormGrad: {
		name: "layer-norm-grad", gives: "(g - the row's mean of g - y times the row's mean of g * y) over the root of " +
			"the variance + eps, where y is x less the row's mean over that root and g the element of grad times the " +
			"column's weight",
		takes: []Role{GradRole, WeightRole, EpsRole}, kept: keptWithWeight,
	},
	UserApplied: {name: "a function"},
}

// HasResidual reports whether row-apply adds a residual to a row of s and stores the sum, rounded to the type in
// memory, as a second result. It then applies [Applied.OfSum] to the sum.
func (s Spec) HasResidual() bool { return s.Pattern.Applies() && s.Row().F.OfSum() != s.Row().F }

// HasGrad reports whether row-apply takes a row of gradients beside each row of s.
func (s Spec) HasGrad() bool {
	return s.Pattern.Applies() && slices.Contains(s.Row().F.row().takes, GradRole)
}

// OfSum is what f applies to the sum of a row and a residual; f itself if it takes no residual.
func (f Applied) OfSum() Applied {
	if of := rowIn(appliedTable[:], int(f), appliedRow{}).ofSum; of != NoApplied {
		return of
	}
	return f
}

// PerRow reports whether s gives one value a row that row-apply computes of it.
func (s Spec) PerRow() bool { return s.Pattern.Applies() && s.Row().F.row().perRow }

// AppliedFunctions lists every function of the table that -f names.
func AppliedFunctions() []Applied { return enum[Applied](int(UserApplied))[1:] }

// perRowFunctions are those of the table that give one value a row.
func perRowFunctions() []Applied {
	return slices.DeleteFunc(AppliedFunctions(), func(f Applied) bool { return !f.row().perRow })
}

// String is the name that -f takes.
func (f Applied) String() string { return f.row().name }

// appliedWords say what an element x of a row becomes.
func (s Spec) appliedWords() string {
	row := s.Row()
	if row.Fn == nil {
		return row.F.row().gives
	}
	text := fmt.Sprintf("%s(x, r), where r is the %s of the row", row.Fn, s.noun())
	if s.Map != nil {
		text += ", to which an element a contributes " + s.MapWords()
	}
	return text
}

// apply sets the function of row-apply.
func (s *Spec) apply(f Applied, fn *Map) {
	row := s.Row()
	row.F, row.Fn = f, fn
	s.Params = row
}

// FText is the function of row-apply as -f takes it.
func (s Spec) FText() string {
	row := s.Row()
	if row.Fn != nil {
		return row.Fn.Ref
	}
	return row.F.String()
}

// Reduction is the row-reduce that gives the function of a user its second argument.
func (s Spec) Reduction() Spec {
	s.Name = s.FuncName()
	s.Pattern = RowReduce
	s.apply(NoApplied, nil)
	return s
}

func (f Applied) row() appliedRow {
	row := rowIn(appliedTable[:], int(f), appliedTable[NoApplied])
	if of := f.OfSum(); of != f {
		base := appliedTable[of]
		row.name, row.takes, row.perRow = "residual-"+base.name, append([]Role{ResidualRole}, base.takes...), base.perRow
		row.kept = keptWithResidual
		row.gives = base.gives + ", where x is the sum of the elements of in and residual, which sum receives"
	}
	return row
}

// appliedPorts are what the function of a row takes beside the row: elements of each column, and of each row of a
// residual, are as those of the row.
func (s Spec) appliedPorts() []Port {
	var all []Port
	for _, r := range s.Row().F.row().takes {
		p := Port{Role: r, Bits: s.InType().Bits(), Type: s.InType(), Count: 1}
		switch r {
		case EpsRole:
			p.Bits, p.Type, p.Uniform = s.Type.Bits(), s.Type, true
		case LabelRole:
			p.Bits, p.Type, p.Uniform = Int32.Bits(), Int32, true
		}
		all = append(all, p)
	}
	return all
}

// sumPort is the sum of the row and a residual.
func (s Spec) sumPort() Port {
	return Port{Role: SumRole, Bits: s.InType().Bits(), Type: s.InType(), Count: 1}
}

// beside reports whether values of r are what the function of a row takes beside it.
func (r Role) beside() bool { return WeightRole <= r && r <= LabelRole }

// appliedPart are the words of -f in names.
func (s Spec) appliedPart() []string {
	row := s.Row()
	if row.Fn != nil {
		return []string{row.Fn.Name}
	}
	return strings.Split(row.F.String(), "-")
}

// validateApplied rejects a function of row-apply that is none, and what it does not take.
func (s Spec) validateApplied(wrong report) {
	row := s.Row()
	switch {
	case !s.Pattern.Applies():
		return
	case row.F == NoApplied || int(row.F) >= len(appliedTable) || (row.F == UserApplied) != (row.Fn != nil):
		wrong("f", row.F, "want one of %s, or a function of a package, such as ./stats.Clip", oneOf(AppliedFunctions()))
		return
	case row.Fn == nil && s.Map != nil:
		wrong("map", s.Map.Ref, "%s reduces as it needs; leave -map out", row.F)
		return
	case row.Fn == nil:
		return
	case CheckOpRef(row.Fn.Ref) != "":
		wrong("f", row.Fn.Ref, "%s", CheckOpRef(row.Fn.Ref))
		return
	}
	f, scalar := row.Fn, Operand{Type: Float32}
	if f.Resolved() && !(slices.Equal(f.Params, []Operand{scalar, scalar}) && f.Result == scalar) {
		wrong("f", f.Ref, "want an element and a result of a row, as in func %s(x, r float32) float32", f.Name)
	}
	if m := s.Map; m != nil && m.Resolved() && (len(s.MapInputs()) != 1 || m.User() && m.Params[0] != scalar) {
		wrong("map", m.Ref, "%s maps the elements of the row: want a map of one float32", s.Pattern)
	}
	switch {
	case s.User != nil && s.User.Resolved() && !(s.User.Laws.Commutative && s.User.Identity != nil):
		wrong("op", s.User.Ref,
			"every thread of a row needs the result; want a function that is shown to be commutative and to have an identity")
	case s.User == nil && !slices.Contains(appliedOps(), s.Op):
		wrong("op", s.Op, "want one of %s, or a function of a package, such as ./stats.Merge", oneOf(appliedOps()))
	}
	s.validateNamePart("f", f.Ref, f.Name, wrong)
}

// appliedOps are the ops of the table that may give the function of a user its second argument.
func appliedOps() []Op {
	return slices.DeleteFunc(Ops(), func(o Op) bool { return !o.On(Float32) || o.HasLane() || o.row().by != NoEncoding })
}
