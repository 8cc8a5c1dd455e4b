// Package smt writes a PTX proof as an SMT-LIB 2 script, for a second opinion by solvers that
// share no code with this project: unsat means proved.
package smt

import (
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// kind is what a term is made of.
type kind uint8

const (
	kConst   kind = iota
	kVar          // a mask word or an element
	kExtract      // bits lo.. of args[0]
	kConcat       // args[0] below args[1]
	kSign         // args[0] widened with its sign
	kNot
	kInt     // an exec.IntOp
	kSelect  // args[1] where the bit args[0] is 1, else args[2]
	kFloat   // an exec.FloatOp on canonical numbers: a canonical number, or a bit
	kCanon   // args[0], a NaN made canonical
	kPayload // args[0], with any payload of a NaN: the hardware's result
	kConvert // a change of format of a canonical number
	kApply   // fn of args: canonical, if it is a float
)

// Term is a bit vector. Equal terms are equal pointers.
type Term struct {
	node
	id int
	// first is the lowest element in it: operands of commutative ops are
	// ordered by it, which makes likes of what two executions built.
	first int
}

// node is what makes a term unlike others.
type node struct {
	kind   kind
	w      int
	x      uint64 // kConst: the number; kVar: which; kExtract: lo
	code   uint8  // kInt, kFloat
	format bv.Format
	to     bv.Format // kConvert
	args   [3]*Term
	name   string // kVar
	fn     *bv.Fn // kApply
}

// Width is the number of bits.
func (t *Term) Width() int { return t.w }

// Domain makes terms. It is the domain of one script and not safe for use by
// several goroutines.
type Domain struct {
	terms   map[node]*Term
	all     []*Term // by id
	ofFresh map[freshKey]bool
	plain   bool // leave to the solvers what an execution can do without
}

// New is a domain without terms.
func New() *Domain { return &Domain{terms: map[node]*Term{}, ofFresh: map[freshKey]bool{}} }

// maxTerms bounds a script.
const maxTerms = 1 << 21

func (d *Domain) intern(n node) *Term {
	if old, ok := d.terms[n]; ok {
		return old
	}
	if len(d.all) == maxTerms {
		stop("more than %d terms", maxTerms)
	}
	t := &Term{node: n, id: len(d.all), first: 1 << 20}
	if n.kind == kVar {
		t.first = int(n.x)
	}
	for _, a := range n.args {
		if a != nil {
			t.first = min(t.first, a.first)
		}
	}
	d.terms[n] = t
	d.all = append(d.all, t)
	return t
}

// Var is an unknown of w bits. Operands with one of a lower rank in them come first.
func (d *Domain) Var(name string, rank, w int) *Term {
	return d.intern(node{kind: kVar, w: w, x: uint64(rank), name: name})
}

// firstFresh is the rank of the first unknown of [Domain.Fresh].
const firstFresh = 1 << 30

// Fresh is an unknown that stands for nothing that a call brings.
func (d *Domain) Fresh(k, w int) bv.Value {
	return d.Var(fmt.Sprintf("unknown%d", k), firstFresh+k, w)
}

// freshKey is a question to [Domain.OfFresh].
type freshKey struct {
	t        *Term
	from, to int
}

// OfFresh reports whether an unknown of [Domain.Fresh] with a number from..to-1 is in v.
func (d *Domain) OfFresh(v bv.Value, from, to int) bool {
	t := v.(*Term)
	if t.kind == kVar {
		return t.x >= uint64(firstFresh+from) && t.x < uint64(firstFresh+to)
	}
	key := freshKey{t, from, to}
	r, ok := d.ofFresh[key]
	if !ok {
		for _, a := range t.args {
			r = r || a != nil && d.OfFresh(a, from, to)
		}
		d.ofFresh[key] = r
	}
	return r
}

// Const is the number x.
func (d *Domain) Const(w int, x uint64) bv.Value { return d.number(w, x) }

func (d *Domain) number(w int, x uint64) *Term {
	return d.intern(node{kind: kConst, w: w, x: x & ones(w)})
}

// Known gives the number that v is, if it is a constant.
func (d *Domain) Known(v bv.Value) (uint64, bool) { return v.(*Term).known() }

func (t *Term) known() (uint64, bool) { return t.x, t.kind == kConst }

func (t *Term) is(x uint64) bool { return t.kind == kConst && t.x == x }

func ones(w int) uint64 { return ^uint64(0) >> (64 - w) }

// inOrder puts two operands of a commutative op in the order of a script.
func (d *Domain) inOrder(a, b *Term) (*Term, *Term) {
	if d.plain && a.kind != kConst {
		return a, b
	}
	if a.first > b.first || a.first == b.first && a.id > b.id {
		return b, a
	}
	return a, b
}

func stop(format string, args ...any) {
	panic(bv.Stop{Why: fmt.Sprintf(format, args...)})
}
