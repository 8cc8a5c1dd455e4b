package rowfn

import "github.com/shflgen/shflgen/spec"

// expInstructions are those of an exponential of a number that is not positive, and of one of half types.
const expInstructions, expHalfInstructions = 13.0, 10.0

// Instructions are those that CUDA takes for an element, about: to widen it from its type in memory, to take it into
// each reduction, and to make and narrow its result.
func (f Fn) Instructions(in spec.Type) float64 {
	exp := expInstructions
	if in.Half() {
		exp = expHalfInstructions
	}
	n := 1.5 // to widen an element, and to narrow two results at once
	if f.Peak {
		n++
	}
	if f.Residual() {
		n += 1.5 + f.First.instructions(exp, false) // to narrow the sum, and to widen it again
	}
	kept := f.KeepsPowers()
	for _, s := range f.Sums {
		n += 1 + s.Of.instructions(exp, false)
	}
	if !f.PerRow() {
		n += f.Give.instructions(exp, kept)
	}
	return n
}

// instructions are those of an expression, exp those of an exponential; kept says that exponentials are there.
func (e E) instructions(exp float64, kept bool) (n float64) {
	switch {
	case len(e.Args) == 0 && (e.Op == "weight" || e.Op == "bias" || e.Op == "residual" || e.Op == "grad"):
		return 2 // to load and to widen it
	case len(e.Args) == 0, kept && e.Op == "exp":
		return 0
	case e.Op == "exp":
		n = exp
	default:
		n = 1
	}
	for _, a := range e.Args {
		n += a.instructions(exp, kept)
	}
	return n
}
