package ptx

// With a residual, results may take the place of what is read: out that of in, and sum that of residual, with the same
// pitch. Then the kernel is executed with one matrix as both, in each combination. A thread that reads what another one
// may have written is a race.

// inPlace are the results that take the place of inputs: bit i that result i is matrix i.
type inPlace uint8

// has reports whether result i is matrix i.
func (p inPlace) has(i int) bool { return p>>i&1 == 1 }

// placed are the ways of a row with each combination of results in place.
func (k *rowKernel) placed(w rowWay) []rowWay {
	all := []rowWay{w}
	if !k.spec.HasResidual() {
		return all
	}
	for p := inPlace(1); p < 1<<len(k.spec.Shape().Out); p++ {
		w.places = p
		all = append(all, w)
	}
	return all
}

// words say which results are in place.
func (p inPlace) words() (text string) {
	if p.has(0) {
		text += ", out in the place of in"
	}
	if p.has(1) {
		text += ", sum in that of residual"
	}
	return text
}
