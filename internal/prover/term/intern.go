package term

import "slices"

// maxTerms bounds a proof.
const maxTerms = 1 << 22

// interned is every term of a domain once: a table in which each lies at the first free
// place from its hash on. Nil places are free, and at least half of the places.
type interned []*Term

func newInterned() interned { return make(interned, 512) }

// find is the term that is like t, or nil, and its place or that for it.
func (all interned) find(t *Term) (*Term, int) {
	at := int(t.hash & uint64(len(all)-1))
	for all[at] != nil && !(all[at].hash == t.hash && all[at].like(t)) {
		at = (at + 1) & (len(all) - 1)
	}
	return all[at], at
}

// grown is the table with twice as many places.
func (all interned) grown() interned {
	more := make(interned, 2*len(all))
	for _, t := range all {
		if t != nil {
			_, at := more.find(t)
			more[at] = t
		}
	}
	return more
}

// like reports whether t is u in all but the number, the hash and the laws.
func (t *Term) like(u *Term) bool {
	return t.kind == u.kind && t.w == u.w && t.op == u.op && t.lo == u.lo && t.name == u.name &&
		slices.Equal(t.bits, u.bits) && slices.Equal(t.args, u.args) && slices.Equal(t.in, u.in)
}

// mix adds a number to a hash: multiplicative hashing, as in [hash].
func mix(h, x uint64) uint64 {
	h = (h ^ x) * 0x9e3779b97f4a7c15
	return h ^ h>>32
}

// hashed is the hash of all that [Term.like] compares.
func (t *Term) hashed() uint64 {
	h := mix(uint64(t.kind)|uint64(t.op.code)<<8|uint64(t.op.format)<<16|uint64(t.op.to)<<24, uint64(t.w)|uint64(t.lo)<<16|
		uint64(t.name)<<32)
	for _, b := range t.bits {
		h = mix(h, uint64(b))
	}
	for _, a := range t.args {
		h = mix(h, uint64(a.id))
	}
	for _, e := range t.in {
		h = mix(h, uint64(e.t.id)|uint64(e.g)<<32)
		h = mix(h, e.n)
	}
	return h
}

// intern gives the one term that is like t.
func (d *Domain) intern(t Term) *Term {
	if t.w < 1 || t.w > termBits {
		stop("a value of %d bits", t.w)
	}
	t.hash = t.hashed()
	old, at := d.terms.find(&t)
	laws := t.laws | t.lawsOfParts()
	if old != nil {
		old.laws |= laws
		return old
	}
	d.spent.step()
	if d.next++; d.next > d.spent.terms {
		d.spent.stop("more than %d terms", d.spent.terms)
	}
	d.spent.take(termBytes + 8*len(t.args) + 24*len(t.in) + 4*len(t.bits))
	fresh := t // a copy, so that nothing is allocated for what is there
	fresh.id, fresh.laws = d.next, laws
	fresh.bits = slices.Clone(t.bits)
	fresh.number, fresh.isNumber = t.ofBits()
	d.terms[at] = &fresh
	if 2*d.next > len(d.terms) {
		d.terms = d.terms.grown()
	}
	return &fresh
}
