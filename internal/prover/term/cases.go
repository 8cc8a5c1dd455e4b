package term

import "slices"

// aligned applies f case by case, if the choices of a and b are made alike: the
// result has no more cases than the larger of the two. Else it gives nil.
func (d *Domain) aligned(a, b *Term, f func(a, b *Term) *Term) *Term {
	return d.alignedN([]*Term{a, b}, func(ts []*Term) *Term { return f(ts[0], ts[1]) })
}

func (d *Domain) alignedN(ts []*Term, f func([]*Term) *Term) *Term {
	type row struct {
		g  Guard
		ts []*Term
	}
	rows := []row{{True, nil}}
	limit := 1
	for _, t := range ts {
		split, ok := d.split2(t)
		if !ok {
			return nil
		}
		limit = max(limit, len(split))
		if len(split) == 1 && split[0].g == True {
			for i := range rows {
				rows[i].ts = append(rows[i].ts, split[0].t)
			}
			continue
		}
		var next []row
		for _, r := range rows {
			for _, e := range split {
				if g := d.and(r.g, e.g); g != False {
					next = append(next, row{g, append(append(make([]*Term, 0, len(ts)), r.ts...), e.t)})
				}
			}
		}
		if rows = next; len(rows) > max(64, limit) {
			return nil
		}
	}
	if len(rows) > limit || limit == 1 {
		return nil
	}
	in := make([]entry, len(rows))
	for i, r := range rows {
		in[i] = at(f(r.ts), r.g)
	}
	return d.cases(in, nil)
}

// split2 gives the cases of t as a complete list: one for a term without any.
func (d *Domain) split2(t *Term) ([]entry, bool) {
	switch t.kind {
	case kCase:
		out, rest := slices.Clone(t.in), d.noneOf(t.in)
		if rest == False {
			return out, true
		}
		more, ok := d.guardedConstants(rest, t.bits)
		return append(out, more...), ok
	case kBits:
		return d.guardedConstants(True, t.bits)
	case kMany:
		if flipped(t) && len(t.in) == 1 && t.in[0].g != True {
			return d.splitFlip(t)
		}
	}
	return []entry{at(t, True)}, true
}
