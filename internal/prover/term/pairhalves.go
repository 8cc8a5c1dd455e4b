package term

// Functions may move a key of 64 bits by halves, each by the order of the pairs. A half is known by the
// key that has it: where halves of keys are chosen, the keys are.

// half is 32 bits of a key, from bit lo on.
type half struct {
	t  *Term
	lo int
}

// withHalves is a key, which is found again by each of its halves.
func (d *Domain) withHalves(key *Term) *Term {
	for lo := 0; key.w == keyBits && lo < keyBits; lo += 32 {
		d.pairs.halves.Keep(half{d.extract(key, lo, 32), lo}, key)
	}
	return key
}

// wholeKey is the key with t as its half from bit lo on, case by case; nil for a term that is no half of a key.
func (d *Domain) wholeKey(t *Term, lo int) *Term {
	in, ok := d.split2(t)
	if !ok {
		return nil
	}
	for i, e := range in {
		if in[i].t = d.pairs.halves[half{e.t, lo}]; in[i].t == nil && e.t.is(d.pairs.LastKey>>lo&ones(32)) {
			in[i].t = d.constant(keyBits, d.pairs.LastKey)
		}
		if in[i].t == nil {
			return nil
		}
	}
	return d.cases(in, nil)
}

// selHalf is the half of a choice of two keys, as functions have it that move keys by halves; nil of
// other terms.
func (d *Domain) selHalf(c, a, b *Term) *Term {
	for lo := 0; a.w < keyBits && d.pairs.KeyBits == keyBits && lo < keyBits; lo += 32 {
		x, y := d.wholeKey(a, lo), d.wholeKey(b, lo)
		if x == nil || y == nil {
			continue
		}
		if whole := d.selPair(c, x, y); whole != nil {
			return d.extract(whole, lo, 32)
		}
	}
	return nil
}
