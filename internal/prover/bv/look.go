package bv

// Looker gives what of makes of a number that is known. A domain of choices gives it of each number that a value may
// be, chosen as the number is.
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
