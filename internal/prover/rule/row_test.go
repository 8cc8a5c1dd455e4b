package rule_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/rule"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/tests/rules"
)

// TestRows: each row holds for all widths, places and constants up to 5 bits with every value of its unknowns, and for
// drawn ones up to 64 bits. Its false claim fails on some.
func TestRows(t *testing.T) {
	names := map[string]bool{}
	all := rule.AllRows()
	for i := range all {
		r := &all[i]
		if names[r.Name] {
			t.Errorf("two rows are %q", r.Name)
		}
		names[r.Name] = true
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			h := held{t: t, r: r}
			h.run(rand.New(rand.NewPCG(uint64(i), 3)))
			if !h.refuted {
				t.Error("its false claim holds as well")
			}
			r.Left.Walk(func(e *rule.Expr) {
				if (e.Op == rule.Float || e.Op == rule.Convert) && r.Because == "" {
					t.Errorf("%s is of floats, and rests on no fact", r.Name)
				}
			})
			if h.drawn == 0 {
				t.Error("no numbers fit")
			}
			bits := func(u *rule.Expr) bool { return u.W.Op == rule.Literal }
			if h.widest < 4 && slices.ContainsFunc(rules.Unknowns(r), func(u *rule.Expr) bool { return !bits(u) }) {
				t.Errorf("all values of unknowns of %d bits at most", h.widest)
			}
		})
	}
}

// TestWrongRow: a row with the false claim as its right side is found.
func TestWrongRow(t *testing.T) {
	for i, wrong := range rule.AllRows() {
		wrong.Right = wrong.Wrong
		h := held{r: &wrong}
		h.run(rand.New(rand.NewPCG(uint64(i), 3)))
		if h.bad == "" {
			t.Errorf("%s: its false claim passes", wrong.Name)
		}
	}
}

// held holds a row on numbers.
type held struct {
	t       *testing.T
	r       *rule.Row
	bad     string // where t is nil: the first fault
	refuted bool
	drawn   int
	widest  int // bits of an unknown that had every value
}

// maxAll bounds the bits of unknowns that have every value.
const maxAll = 14

func (h *held) run(rng *rand.Rand) {
	unknowns := rules.Unknowns(h.r)
	var values [rule.Slots]bv.Value
	rules.Small(h.r, 5, func(v *rule.Numbers) {
		if h.bad != "" {
			return
		}
		bits := 0
		for _, u := range unknowns {
			bits += int(v.Of(u.W))
		}
		if bits > maxAll && (len(unknowns) > 1 || bits > 16) {
			h.draw(rng, v, unknowns, 50)
			return
		}
		for x := range uint64(1) << bits {
			at := 0
			for _, u := range unknowns {
				w := int(v.Of(u.W))
				h.widest = max(h.widest, w)
				values[u.Slot] = bv.Word{W: w, X: x >> at & (1<<w - 1)}
				at += w
			}
			h.check(v, &values)
		}
	})
	for range extent.Rounds(400) {
		if v, ok := rules.Draw(h.r, rng, []int{6, 8, 16, 32, 64}[rng.IntN(5)]); ok && h.bad == "" {
			h.draw(rng, &v, unknowns, 40)
		}
	}
}

// draw holds the row on drawn values.
func (h *held) draw(rng *rand.Rand, v *rule.Numbers, unknowns []*rule.Expr, rounds int) {
	var values [rule.Slots]bv.Value
	h.drawn++
	for range rounds {
		for _, u := range unknowns {
			w := int(v.Of(u.W))
			values[u.Slot] = bv.Word{W: w, X: rules.DrawBits(rng, w)}
		}
		h.check(v, &values)
	}
}

// check holds the row on numbers.
func (h *held) check(v *rule.Numbers, values *[rule.Slots]bv.Value) {
	d := bv.Numbers{}
	left := h.r.Left.Build(d, v, values)
	if _, ok := rules.Width(h.r.Right, v); !ok {
		h.fail("%s: its right side is no expression of %v", h.r.Name, v.V)
		return
	}
	if right := h.r.Right.Build(d, v, values); !h.same(left, right) {
		h.fail("%s: numbers %v, values %v: %v and %v", h.r.Name, v.V, *values, left, right)
	}
	if h.refuted {
		return
	}
	if _, ok := rules.Width(h.r.Wrong, v); ok {
		h.refuted = !h.same(left, h.r.Wrong.Build(d, v, values))
	}
}

func (h *held) fail(format string, args ...any) {
	if h.bad = format; h.t != nil {
		h.t.Fatalf(format, args...)
	}
}

// same reports whether two values are equal, or both NaNs where the row is of floats.
func (h *held) same(a, b bv.Value) bool {
	x, y := a.(bv.Word), b.(bv.Word)
	return x == y || h.r.Float && x.W == y.W && bv.IsNaN(h.r.Format, x.X) && bv.IsNaN(h.r.Format, y.X)
}
