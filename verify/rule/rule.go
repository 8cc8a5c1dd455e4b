// Package rule states the equations on which the normal forms of terms rest, each
// over any domain of values: numbers, terms, or the scripts of a solver.
package rule

import "github.com/shflgen/shflgen/verify/ptx/exec"

// Rule is Left = Right, for words of every width from 4 on.
type Rule struct {
	Name string
	Text string

	Left, Right Side
	Wrong       Side // a sibling that Left does not equal
}

// Side computes one side of an equation.
type Side func(x Unknowns) exec.Value

// Unknowns are what a rule is about: words a, b, c of w bits and single bits p, q.
type Unknowns struct {
	exec.Domain
	W             int
	A, B, C, P, Q exec.Value
}

func (x Unknowns) int(op exec.IntOp, a, b exec.Value) exec.Value { return x.Int(op, a, b) }
func (x Unknowns) add(a, b exec.Value) exec.Value                { return x.Int(exec.Add, a, b) }
func (x Unknowns) sub(a, b exec.Value) exec.Value                { return x.Int(exec.Sub, a, b) }
func (x Unknowns) mul(a, b exec.Value) exec.Value                { return x.Int(exec.Mul, a, b) }
func (x Unknowns) and(a, b exec.Value) exec.Value                { return x.Int(exec.And, a, b) }
func (x Unknowns) or(a, b exec.Value) exec.Value                 { return x.Int(exec.Or, a, b) }
func (x Unknowns) xor(a, b exec.Value) exec.Value                { return x.Int(exec.Xor, a, b) }
func (x Unknowns) num(n uint64) exec.Value                       { return x.Const(x.W, n&(^uint64(0)>>(64-x.W))) }
func (x Unknowns) ones() exec.Value                              { return x.num(^uint64(0)) }
func (x Unknowns) top() exec.Value                               { return x.num(1 << (x.W - 1)) }

// spread is the bit in every place of a word.
func (x Unknowns) spread(bit exec.Value) exec.Value { return x.Extend(bit, x.W, true) }

// word is the bit in the lowest place of a word.
func (x Unknowns) word(bit exec.Value) exec.Value { return x.Extend(bit, x.W, false) }
