package term

// chooseParts is a choice between words of which one is put together of sums: part
// by part, if each part is a choice that chooseFloat can make. Else nil.
func (d *Domain) chooseParts(g Guard, a, b *Term) *Term {
	joined := a
	if a.kind != kConcat {
		joined = b
	}
	if joined.kind != kConcat {
		return nil
	}
	var parts []*Term
	at := 0
	for _, p := range joined.args {
		if p.kind != kFloat {
			return nil
		}
		t := d.chooseFloat(g, d.extract(a, at, p.w), d.extract(b, at, p.w))
		if t == nil {
			return nil
		}
		parts = append(parts, t)
		at += p.w
	}
	return d.concat(parts...)
}
