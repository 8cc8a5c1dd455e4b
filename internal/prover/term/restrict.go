package term

// A call of a function that is known by its name alone has operands that are made for every mask. As a case of a term
// it counts on some masks only, and on the others its operands may be anything: what stands for an element that is
// absent differs between functions that compute the same. Operands that are cut down to the masks that count are the
// same term wherever they are the same there.

// entries are the cases of a term: each term of order where its guard holds.
func (d *Domain) entries(order []*Term, guards map[*Term]Guard) []entry {
	var out []entry
	place := map[*Term]int{}
	for _, t := range order {
		g := guards[t]
		if d.strategy.RestrictCalls && !d.restricts && t.kind == kApply {
			t = d.restricted(t, g)
		}
		if i, ok := place[t]; ok {
			out[i].g = d.or(out[i].g, g)
			continue
		}
		place[t] = len(out)
		out = append(out, at(t, g))
	}
	return sorted(out)
}

// restricted is a call that is t on the masks of g. Calls among the cases of its operands stay as they are.
func (d *Domain) restricted(t *Term, g Guard) *Term {
	d.restricts = true
	defer func() { d.restricts = false }()
	args := make([]*Term, len(t.args))
	for i, a := range t.args {
		args[i] = d.whereTerm(a, g)
	}
	return d.called(d.fns[t.name], args)
}
