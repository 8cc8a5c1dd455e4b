package bv

// Looker looks up a number that is known. Where a domain has choices of numbers, what is looked up of each is chosen as
// the number is.
func Looker(d Domain, of func(number uint64) Value) func(number Value) Value {
	if own, ok := d.(interface {
		Looker(of func(uint64) Value) func(Value) Value
	}); ok {
		return own.Looker(of)
	}
	return func(v Value) Value {
		x, known := d.Known(v)
		if !known {
			panic(Stop{Why: "a number that is not known"})
		}
		return of(x)
	}
}
