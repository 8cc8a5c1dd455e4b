package term

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/rule"
)

// The rows of package rule rewrite terms as these are made. A row is asked for by its first operation and by the kinds
// of its operands; of operands that may change places each order is a pattern of its own, so that a match never has to
// go back. An attempt that fails allocates nothing, but for what a row asks to be equal: that is made and compared.

// head is the first operation of a row.
type head uint8

const (
	headSelect head = iota
	headExtract
	headSExt
	headConcat
	headNeg
	headConvert
	headSummand                       // any, of a part of a sum
	headInt                           // and its codes
	headFloat   = headInt + 16        // likewise
	heads       = int(headFloat) + 16 //
)

func intHead(code bv.IntOp) head     { return headInt + head(code) }
func floatHead(code bv.FloatOp) head { return headFloat + head(code) }

// pattern is a row with one order of its operands.
type pattern struct {
	*rule.Row
	root   *rule.Expr
	kinds  [3]kinds     // that operands may have
	widths []*rule.Expr // unknowns with computed widths
	equal  []*rule.Expr
	laws   Laws
}

// kinds is a set of kinds.
type kinds uint32

const anyKind = ^kinds(0)

// patterns are those of all rows by stage, first operation and the kind of the first operand, in the order of the
// table.
var patterns = indexed(rule.Rows)

type patternIndex [rule.Stages][heads][numberOfKinds][]*pattern

func indexed(rows []rule.Row) *patternIndex {
	var all patternIndex
	for i := range rows {
		r := &rows[i]
		for _, root := range inOrders(r.Left) {
			p, h := patternOf(r, root), headSummand
			switch r.Stage {
			case rule.Summands, rule.Mixed:
				p.kinds[0] = kindsOf(root)
			case rule.Twice:
			default:
				h = headOf(root)
			}
			byKind := &all[r.Stage][h]
			for k := range byKind {
				if p.kinds[0]>>k&1 == 1 {
					byKind[k] = append(byKind[k], p)
				}
			}
		}
	}
	return &all
}

// headsOfOps and kindsOfOps are the first operations of rows, and the kinds of terms, by operations that have one.
var (
	headsOfOps = map[rule.Op]head{rule.Select: headSelect, rule.Extract: headExtract, rule.SExt: headSExt,
		rule.Concat: headConcat, rule.Neg: headNeg, rule.Convert: headConvert}
	kindsOfOps = map[rule.Op]kind{rule.Number: kBits, rule.Extract: kExtract, rule.Concat: kConcat, rule.ZExt: kConcat,
		rule.SExt: kSExt, rule.Neg: kNeg, rule.Select: kSel, rule.Convert: kConv, rule.Quiet: kQuiet, rule.Not: kMany}
)

func headOf(e *rule.Expr) head {
	switch e.Op {
	case rule.Int:
		return intHead(bv.IntOp(e.Code))
	case rule.Float:
		return floatHead(bv.FloatOp(e.Code))
	}
	if h, ok := headsOfOps[e.Op]; ok {
		return h
	}
	panic(unexpected("first operation of a rule", e.Op))
}

// patternOf is a pattern of a row. Each [rule.Is] has a slot of its own, from the last slot downwards: unknowns have
// the first ones.
func patternOf(r *rule.Row, root *rule.Expr) *pattern {
	p := &pattern{Row: r, root: root}
	root.Walk(func(e *rule.Expr) {
		if e.Op == rule.Unknown && e.W.Op != rule.Variable {
			p.widths = append(p.widths, e)
		}
		if e.Op == rule.Is {
			e.Slot = rule.Slots - 1 - len(p.equal)
			p.equal = append(p.equal, e)
		}
	})
	var v rule.Numbers
	if !v.Bound(root) || !v.HasAll(root) || !v.HasAll(r.Right) {
		panic(fmt.Sprintf("the rule %q has numbers that a match does not give", r.Name))
	}
	for i, arg := range root.Args {
		p.kinds[i] = kindsOf(arg)
	}
	if r.Law != "" {
		p.laws = lawsOf(lawNamed(r.Law))
	}
	return p
}

// inOrders are the expressions that e is with operands of commutative operations in each order.
func inOrders(e *rule.Expr) []*rule.Expr {
	all := []*rule.Expr{e}
	if e.Op == rule.Is { // which is made and not matched
		t := *e
		return []*rule.Expr{&t}
	}
	for i, arg := range e.Args {
		var more []*rule.Expr
		for _, of := range all {
			for _, a := range inOrders(arg) {
				t := *of
				t.Args = slices.Clone(of.Args)
				t.Args[i] = a
				more = append(more, &t)
			}
		}
		all = more
	}
	if e.Commutes() {
		var more []*rule.Expr
		for _, of := range all {
			for _, args := range permuted(of.Args) {
				t := *of
				t.Args = args
				if !slices.ContainsFunc(more, t.Same) {
					more = append(more, &t)
				}
			}
		}
		all = more
	}
	return all
}

// permuted are the orders of some operands.
func permuted(args []*rule.Expr) (all [][]*rule.Expr) {
	if len(args) == 1 {
		return [][]*rule.Expr{args}
	}
	for i, first := range args {
		for _, more := range permuted(slices.Delete(slices.Clone(args), i, i+1)) {
			all = append(all, append([]*rule.Expr{first}, more...))
		}
	}
	return all
}

// kindsOf are the kinds of terms that an expression may match.
func kindsOf(e *rule.Expr) kinds {
	switch e.Op {
	case rule.Unknown:
		switch e.Shape {
		case rule.Mask:
			return 1 << kBits
		case rule.NotMask:
			return anyKind &^ (1 << kBits)
		case rule.Sum:
			return 1<<kNeg | 1<<kMany
		}
		return anyKind
	case rule.Is:
		return anyKind
	case rule.Int:
		if bv.IntOp(e.Code) >= bv.Eq {
			return 1 << kCmp
		}
		return 1 << kMany
	case rule.Float:
		if o := bv.FloatOp(e.Code); o <= bv.FMul || o >= bv.FEq {
			return 1 << kFloat
		}
		return 1 << kMany
	}
	if k, ok := kindsOfOps[e.Op]; ok {
		return 1 << k
	}
	panic(unexpected("operation of a rule", e.Op))
}
