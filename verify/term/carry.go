package term

// splitsAt reports whether the low k bits of a sum's operands add up to less than
// 2^k, whichever take part: then the bits above are the sum of the operands' own.
// So do compilers add several small numbers in one word.
func (d *Domain) splitsAt(sum *Term, k int) bool {
	most := uint64(0)
	add := func(low *Term) bool {
		if low.is(0) {
			return true
		}
		n := d.narrowed(low, false)
		most += ones(n)
		return n < 63 && most < 1<<k
	}
	if k > 62 || !add(d.vector(sum.bits[:k])) {
		return false
	}
	for _, e := range sum.in {
		if !add(d.extract(e.t, 0, k)) {
			return false
		}
	}
	return true
}
