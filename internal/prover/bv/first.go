package bv

// First gives, in 32 bits, the number of the lowest bit of v that is 1, or none
// where there is none. A domain may have a form of its own for it.
func First(d Domain, v Value, none uint64) Value {
	if own, ok := d.(interface {
		First(v Value, none uint64) Value
	}); ok {
		return own.First(v, none)
	}
	return FirstOf(d, v, none)
}

// FirstOf is [First] by selects: a lower bit overrules.
func FirstOf(d Domain, v Value, none uint64) Value {
	bits := make([]Value, v.Width())
	for i := range bits {
		bits[i] = d.Extract(v, i, 1)
	}
	return FirstOfBits(d, bits, none)
}

// FirstBit is [First] of bits that may be more than a value holds.
func FirstBit(d Domain, bits []Value, none uint64) Value {
	if own, ok := d.(interface {
		FirstBit(bits []Value, none uint64) Value
	}); ok {
		return own.FirstBit(bits, none)
	}
	return FirstOfBits(d, bits, none)
}

// FirstOfBits is [FirstBit] by selects.
func FirstOfBits(d Domain, bits []Value, none uint64) Value {
	n := d.Const(32, none)
	for i := len(bits) - 1; i >= 0; i-- {
		n = d.Select(bits[i], d.Const(32, uint64(i)), n)
	}
	return n
}
