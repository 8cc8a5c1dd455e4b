package term

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/rule"
	"github.com/shflgen/shflgen/tests/rules"
)

// TestMorphisms: both sides of each morphism are one term, for two operands that take part and for three operands
// that each take part where their mask bits are set. With an operation that the morphism is not of they are two.
func TestMorphisms(t *testing.T) {
	for i := range rule.Morphisms {
		m := &rule.Morphisms[i]
		if m.Compares() {
			continue // see TestComparedMorphisms
		}
		row := m.Rows()[0]
		tried := 0
		for _, at := range [][4]int{{8, 0, 0, 4}, {16, 4, 8, 8}, {32, 0, 8, 8}, {32, 16, 16, 8}, {32, 8, 8, 24},
			{64, 40, 32, 16}} {
			f := placed(at[0], at[1], at[2], at[3])
			if m.Inner.Op == rule.Float && m.Inner.F.Bits() != at[0] || !rules.Fits(&row, &f.Numbers) {
				continue
			}
			for _, absent := range []bool{false, true} {
				tried++
				d := New(Strategy{})
				inner, outer := opOf(m.Inner), opOf(m.Outer)
				var in, over []entry
				for i := range 3 {
					if i == 2 && !absent {
						break
					}
					u := rules.Unknowns(&row)[0]
					x, g := d.Var(i, int(f.Of(u.W))), True
					if absent && i > 0 {
						g = d.Bit(i)
					}
					f.t[rule.SlotA] = x
					in, over = append(in, entry{x, g, 1}), append(over, entry{d.made(m.Over, &f), g, 1})
				}
				f.t[rule.SlotA] = d.many(inner, in[0].t.w, in, nil)
				left := d.made(m.Over, &f)
				right, wrong := d.many(outer, over[0].t.w, over, nil), d.many(opOf(m.False), over[0].t.w, over, nil)
				if inner.float {
					left = d.quiet(inner.format, left)
				}
				if left != right {
					t.Errorf("%s, %v, some absent: %v: two terms", m.Name, at, absent)
				}
				if left == wrong {
					t.Errorf("%s, %v: the false claim is the same term", m.Name, at)
				}
			}
		}
		if tried == 0 {
			t.Errorf("%s: not tried", m.Name)
		}
	}
}

// TestMorphismsWithoutOperands: where no operand takes part, both sides of a morphism are the identity of its
// operation, on numbers.
func TestMorphismsWithoutOperands(t *testing.T) {
	for i := range rule.Morphisms {
		m := &rule.Morphisms[i]
		if m.Undo == nil || m.Compares() {
			continue
		}
		row := m.Rows()[0]
		for _, at := range [][4]int{{8, 0, 0, 4}, {16, 4, 8, 8}, {32, 16, 16, 8}} {
			f := placed(at[0], at[1], at[2], at[3])
			if m.Inner.Op == rule.Float && m.Inner.F.Bits() != at[0] || !rules.Fits(&row, &f.Numbers) {
				continue
			}
			d, outer := New(Strategy{}), opOf(m.Outer)
			u := rules.Unknowns(&row)[0]
			var in []entry
			for i := range 2 {
				f.t[rule.SlotA] = d.Var(i, int(f.Of(u.W)))
				in = append(in, entry{d.made(m.Over, &f), d.Bit(i), 1})
			}
			w := in[0].t.w
			got := d.Eval(d.many(outer, w, in, nil), Input{Mask: func(int) bool { return false },
				Element: func(int) uint64 { return 3 }})
			if !outer.isIdentity(w, got) {
				t.Errorf("%s, %v: %#x of no operand", m.Name, at, got)
			}
		}
	}
}

// TestComparedMorphisms: a comparison of extended or shifted terms is the comparison of the terms themselves.
func TestComparedMorphisms(t *testing.T) {
	for i := range rule.Morphisms {
		m := &rule.Morphisms[i]
		if !m.Compares() {
			continue
		}
		row := m.Rows()[0]
		for _, at := range [][4]int{{16, 4, 8, 0}, {32, 0, 8, 0}, {32, 16, 16, 0}, {64, 8, 32, 0}} {
			f := placed(at[0], at[1], at[2], at[3])
			if !rules.Fits(&row, &f.Numbers) {
				continue
			}
			d := New(Strategy{})
			var of, over [2]*Term
			for i := range of {
				of[i] = d.Var(i, int(f.Of(rules.Unknowns(&row)[0].W)))
				f.t[rule.SlotA] = of[i]
				over[i] = d.made(m.Over, &f)
			}
			if got := d.Int(opOf(m.Outer).int(), over[0], over[1]); got != d.Int(opOf(m.Inner).int(), of[0], of[1]) {
				t.Errorf("%s, %v: two terms", m.Name, at)
			}
		}
	}
}

func (o op) int() bv.IntOp { return bv.IntOp(o.code) }
