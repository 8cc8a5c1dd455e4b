// Package rule states the equations behind the normal forms of terms as data: rows that rewrite, morphisms of
// operations on many operands, and claims that theories decide. Each is built over any domain of values: numbers,
// terms, or scripts for a solver.
package rule

import (
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Row is a rule that rewrites: package term makes Right wherever Left is asked for and When holds. Tests hold it on
// numbers and with solvers, and refute Left = Wrong.
type Row struct {
	Name string
	Left *Expr // its first operation is the one that is asked for

	Right, Wrong *Expr
	When         []Cond
	Law          string // the law of package term that a verdict names; "": it holds of bit vectors as it stands
	Because      string // the fact of IEEE 754 behind a rule of floats
	Float        bool   // both sides are floats of the field Format: any NaN is any other
	Format       bv.Format
	Stage        Stage
}

// Stage says when a row is asked.
type Stage uint8

// The stages of an operation.
const (
	Early    Stage = iota // before the theories of the operation
	Late                  // after them, where none has another form
	Parts                 // after those of parts
	Signs                 // where signs of integers are bits, and magnitudes calls: before all others
	Summands              // of a part of a sum; the right side is taken apart
	Mixed                 // likewise, where bitwise operations of a sum are made alike
	Twice                 // likewise; the left side is twice that part

	Stages = 7
)

// Unknowns are the unknowns of a row, each once.
func (r *Row) Unknowns() (all []*Expr) {
	seen := [Slots]bool{}
	for _, side := range []*Expr{r.Left, r.Right, r.Wrong} {
		side.Walk(func(e *Expr) {
			if e.Op == Unknown && !seen[e.Slot] {
				seen[e.Slot] = true
				all = append(all, e)
			}
		})
	}
	return all
}

// Width is the width of e on numbers; ok is false where e is no expression of them: a bit that is not there, or
// operands of two widths.
func (e *Expr) Width(v *Numbers) (width int, ok bool) {
	var of [3]int
	for i, arg := range e.Args {
		if of[i], ok = arg.Width(v); !ok {
			return 0, false
		}
	}
	switch e.Op {
	case Unknown, Number:
		width = int(v.Of(e.W))
		if width < 1 || width > maxWidth || e.Op == Number && v.Of(e.N)&^onesOf(uint64(width)) != 0 {
			return 0, false
		}
		return width, true
	case Extract:
		from, width := int(v.Of(e.N)), int(v.Of(e.W))
		return width, from >= 0 && width >= 1 && from <= maxWidth && width <= maxWidth && from+width <= of[0]
	case Concat:
		return of[0] + of[1], of[0]+of[1] <= maxWidth
	case SExt, ZExt:
		width := int(v.Of(e.W))
		return width, of[0] <= width && width <= maxWidth
	case Is:
		return of[0], e.W == nil || uint64(of[0]) == v.Of(e.W)
	case Not, Neg, Abs, Quiet:
		return of[0], true
	case Select:
		return of[1], of[0] == 1 && of[1] == of[2]
	case Int:
		alike := of[0] == of[1] && (len(e.Args) == 2 || of[0] == of[2])
		if bv.IntOp(e.Code) >= bv.Eq {
			return 1, alike
		}
		return of[0], alike
	case Float:
		if bv.FloatOp(e.Code) >= bv.FEq {
			return 1, of[0] == e.F.Bits() && of[1] == e.F.Bits()
		}
		return e.F.Bits(), of[0] == e.F.Bits() && of[1] == e.F.Bits()
	case Convert:
		return e.To.Bits(), of[0] == e.F.Bits()
	}
	return 0, false
}

// Build computes e in a domain.
func (e *Expr) Build(d bv.Domain, v *Numbers, unknowns *[Slots]bv.Value) bv.Value {
	arg := func(i int) bv.Value { return e.Args[i].Build(d, v, unknowns) }
	switch e.Op {
	case Unknown:
		return unknowns[e.Slot]
	case Number:
		return d.Const(int(v.Of(e.W)), v.Of(e.N))
	case Extract:
		return d.Extract(arg(0), int(v.Of(e.N)), int(v.Of(e.W)))
	case Concat:
		return d.Concat(arg(0), arg(1))
	case SExt, ZExt:
		return d.Extend(arg(0), int(v.Of(e.W)), e.Op == SExt)
	case Not:
		return d.Not(arg(0))
	case Neg:
		of := arg(0)
		return d.Int(bv.Sub, d.Const(of.Width(), 0), of)
	case Abs:
		of := arg(0)
		w := of.Width()
		return d.Select(d.Extract(of, w-1, 1), d.Int(bv.Sub, d.Const(w, 0), of), of)
	case Select:
		return d.Select(arg(0), arg(1), arg(2))
	case Int:
		all := d.Int(bv.IntOp(e.Code), arg(0), arg(1))
		for i := range e.Args[2:] {
			all = d.Int(bv.IntOp(e.Code), all, arg(2+i))
		}
		return all
	case Float:
		return d.Float(bv.FloatOp(e.Code), e.F, arg(0), arg(1))
	case Convert:
		return d.Convert(e.To, e.F, arg(0))
	case Quiet:
		return d.Quiet(e.F, arg(0))
	case Is:
		return arg(0)
	}
	panic(fmt.Sprintf("unexpected operation %d", e.Op))
}
