package bv

// At is entry i of a table of a power of two, by the low bits of i: a choice by the highest bit first.
func At(d Domain, i Value, table []Value) Value {
	if len(table) == 1 {
		return table[0]
	}
	half, bit := len(table)/2, 0
	for 1<<bit < half {
		bit++
	}
	return d.Select(d.Extract(i, bit, 1), At(d, i, table[half:]), At(d, i, table[:half]))
}
