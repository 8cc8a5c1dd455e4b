package verify

import (
	"math"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/spec"
)

// Values says which floats no caller passes as an element. The zero value excludes none.
type Values struct {
	NoNaN, NoInfinity, NoNegativeZero bool
}

// and leaves out what either does.
func (v Values) and(w Values) Values {
	return Values{v.NoNaN || w.NoNaN, v.NoInfinity || w.NoInfinity, v.NoNegativeZero || w.NoNegativeZero}
}

// OfSpec reports whether such values can be left out of calls of a spec's functions: elements have to be floats of one
// format, in a warp or a block.
func (v Values) OfSpec(s spec.Spec) bool {
	sh := s.Shape()
	return algebra.Format(s.Type) != nil && !s.Type.Packed() && s.Elem == nil && s.Sort().Value == nil && s.User == nil &&
		s.Map == nil && s.In() == spec.AsType && !sh.Row() && !sh.Grid()
}

// of is what is known of the elements of a spec.
func (v Values) of(s spec.Spec) term.Values {
	if v == (Values{}) || !v.OfSpec(s) {
		return term.Values{}
	}
	all := term.Values{NoNaN: v.NoNaN, NoInfinity: v.NoInfinity, NoNegativeZero: v.NoNegativeZero,
		Elements: s.Shape().Values(), Format: *algebra.Format(s.Type)}
	all.NaN = ref.Identity(spec.Min, s.Type)
	worst := math.Inf(1)
	if s.Op == spec.Max || s.Op == spec.Maximum || s.Op == spec.ArgMax {
		worst = math.Inf(-1)
	}
	all.Instead = all.Nearest(ref.Encode(s.Type, worst), 0)
	return all
}
