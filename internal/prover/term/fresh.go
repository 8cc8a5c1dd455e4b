package term

import "github.com/shflgen/shflgen/internal/prover/bv"

// firstFresh is the number of the first variable that is no input of a call.
const firstFresh = 1 << 30

// Fresh is a variable that stands for nothing that a call brings.
func (d *Domain) Fresh(k, w int) bv.Value { return d.Var(firstFresh+k, w) }

// freshKey is a question to [Domain.OfFresh].
type freshKey struct {
	t        *Term
	from, to int
}

// OfFresh reports whether a variable of [Domain.Fresh] with a number from..to-1 is in v.
func (d *Domain) OfFresh(v bv.Value, from, to int) bool {
	t := v.(*Term)
	if t.kind == kVar {
		return t.name >= firstFresh+from && t.name < firstFresh+to
	}
	if len(t.args) == 0 && len(t.in) == 0 {
		return false
	}
	return d.ofFresh.Once(freshKey{t, from, to}, func() bool {
		return t.some(func(part *Term) bool { return d.OfFresh(part, from, to) })
	})
}
