// Package rule states the equations behind the normal forms of terms as data: rows that rewrite, and morphisms of
// operations on many operands. Its tests add claims that theories decide. Each is built over any domain of values:
// numbers, terms, or scripts for a solver.
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
