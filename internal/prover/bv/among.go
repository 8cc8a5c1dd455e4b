package bv

// Among is value i where a number is number i, and the last one elsewhere.
func Among(d Domain, number Value, numbers []uint64, values []Value) Value {
	last := len(values) - 1
	x := values[last]
	for i := last - 1; i >= 0; i-- {
		if values[i] != x {
			x = d.Select(d.Int(Eq, number, d.Const(number.Width(), numbers[i])), values[i], x)
		}
	}
	return x
}
