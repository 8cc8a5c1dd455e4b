package rowfn

// expInstructions are those of an exponential of a number that is not positive.
const expInstructions = 13

// Instructions are those that CUDA takes for an element, about: to widen it, to take it into each reduction, and to
// make and narrow its result.
func (f Fn) Instructions() float64 {
	n := 1.5 // to widen an element, and to narrow two results at once
	if f.Peak {
		n++
	}
	if f.Residual() {
		n += 1.5 + f.First.instructions(false) // to narrow the sum, and to widen it again
	}
	kept := f.KeepsPowers()
	for _, s := range f.Sums {
		n += 1 + s.Of.instructions(false)
	}
	if !f.PerRow() {
		n += f.Give.instructions(kept)
	}
	return n
}

// instructions are those of an expression; kept says that exponentials are there.
func (e E) instructions(kept bool) (n float64) {
	switch {
	case len(e.Args) == 0 && (e.Op == "weight" || e.Op == "bias" || e.Op == "residual" || e.Op == "grad"):
		return 2 // to load and to widen it
	case len(e.Args) == 0, kept && e.Op == "exp":
		return 0
	case e.Op == "exp":
		n = expInstructions
	default:
		n = 1
	}
	for _, a := range e.Args {
		n += a.instructions(kept)
	}
	return n
}
