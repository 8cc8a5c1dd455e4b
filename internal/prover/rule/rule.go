// Package rule states the equations behind the normal forms of terms, each over any domain of
// values: numbers, terms, or scripts for a solver.
package rule

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Rule is Left = Right for values of every width from 4 on, and a false claim Left = Wrong.
type Rule struct {
	Name string
	Text string

	Left, Right Side
	Wrong       Side // a sibling that Left does not equal
}

// Side computes one side of an equation.
type Side func(x Unknowns) bv.Value

// Unknowns are the variables of a rule: a, b, c of w bits and single bits p, q.
type Unknowns struct {
	bv.Domain
	W             int
	A, B, C, P, Q bv.Value
}

func (x Unknowns) int(op bv.IntOp, a, b bv.Value) bv.Value { return x.Int(op, a, b) }
func (x Unknowns) add(a, b bv.Value) bv.Value              { return x.Int(bv.Add, a, b) }
func (x Unknowns) sub(a, b bv.Value) bv.Value              { return x.Int(bv.Sub, a, b) }
func (x Unknowns) mul(a, b bv.Value) bv.Value              { return x.Int(bv.Mul, a, b) }
func (x Unknowns) and(a, b bv.Value) bv.Value              { return x.Int(bv.And, a, b) }
func (x Unknowns) or(a, b bv.Value) bv.Value               { return x.Int(bv.Or, a, b) }
func (x Unknowns) xor(a, b bv.Value) bv.Value              { return x.Int(bv.Xor, a, b) }
func (x Unknowns) num(n uint64) bv.Value                   { return x.Const(x.W, n&(^uint64(0)>>(64-x.W))) }
func (x Unknowns) ones() bv.Value                          { return x.num(^uint64(0)) }
func (x Unknowns) top() bv.Value                           { return x.num(1 << (x.W - 1)) }

// spread is a value with every bit equal to the bit.
func (x Unknowns) spread(bit bv.Value) bv.Value { return x.Extend(bit, x.W, true) }

// word is a value with the bit in its lowest place.
func (x Unknowns) word(bit bv.Value) bv.Value { return x.Extend(bit, x.W, false) }
