package tape

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Fresh is an unknown that stands for nothing that a call brings.
func (t *Tape) Fresh(k, w int) bv.Value {
	return t.fresh.Once(k, func() *Node { return t.Var(w) })
}

// OfFresh reports whether an unknown of [Tape.Fresh] with a number from..to-1 is in v.
func (t *Tape) OfFresh(v bv.Value, from, to int) bool {
	n := v.(*Node)
	return t.ofFresh.Once(freshKey{n, from, to}, func() bool {
		for k := range t.fresh {
			if t.fresh[k] == n {
				return k >= from && k < to
			}
		}
		return slices.ContainsFunc(n.operands(), func(o *Node) bool { return t.OfFresh(o, from, to) })
	})
}

// freshKey is a question to [Tape.OfFresh].
type freshKey struct {
	n        *Node
	from, to int
}
