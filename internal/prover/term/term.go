package term

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/rule"
)

func stopper(why string) bv.Stop { return bv.Stop{Why: why} }

// kind is what a term is made of.
type kind uint8

const (
	kBits    kind = iota // a function of the mask, bit by bit
	kVar                 // an element
	kExtract             // bits lo.. of args[0]
	kConcat              // args side by side, the first lowest
	kSExt                // args[0], its sign copied upward
	kNeg                 // minus args[0]
	kMany                // an associative and commutative op over guarded entries
	kCase                // the entry under the guard that holds; bits where none does
	kSel                 // args[1] where the bit args[0] is 1, else args[2]
	kCmp                 // a comparison of integers: one bit
	kFloat               // arithmetic of floats, or a comparison of them
	kConv                // a change of format
	kFirst               // the number of the first of the bits args that is 1; lo if none is
	kProduct             // args[0] by 1, or by -1 if lo is 1: exact, and of a NaN the canonical one
	kApply               // function number name of args
	kQuiet               // args[0], but for the payload of a NaN: what a float op leaves of an operand
	numberOfKinds
)

// Term is a hash-consed value: equal terms are equal pointers.
type Term struct {
	id   int
	hash uint64 // of what follows
	kind kind
	w    int
	bits []Guard // kBits; kCase: the rest; kMany: the constant, for Add, Mul, Xor
	args []*Term
	in   []entry // kMany, kCase, by id
	op   op      // kMany, kCmp, kFloat, kConv, kQuiet
	lo   int     // kExtract, kFirst, kProduct
	name int     // kVar, kApply
	laws Laws    // by which it was made; no part of what it is

	number   uint64 // of an interned term, if it is a number: what known gives
	isNumber bool
	zeros    int // one more than zerosBelow; 0 until that is asked
}

// entry is a term that counts n times where its guard holds: a coefficient of a sum,
// an exponent of a product, else 1.
type entry struct {
	t *Term
	g Guard
	n uint64
}

// at is t once, where g holds.
func at(t *Term, g Guard) entry { return entry{t, g, 1} }

// op is an operator of the executor, on integers or on floats of a format.
type op struct {
	float  bool
	code   uint8
	format bv.Format
	to     bv.Format // kConv
}

// Width is the number of bits.
func (t *Term) Width() int { return t.w }

// Domain makes terms. It is the domain of one proof and not safe for use by
// several goroutines.
type Domain struct {
	strategy Strategy
	guards
	terms interned
	next  int

	fns       []*bv.Fn // of kApply
	fnNumbers bv.Memo[string, int]

	numbers      bv.Memo[number, *Term]
	small        [termBits + 1][]*Term // numbers below smallNumbers by width
	extracts     bv.Memo[extractKey, *Term]
	firsts       bv.Memo[firstKey, *Term]
	lowest       bv.Memo[*Term, bv.Value] // by what x & -x is, x
	keyed        bv.Memo[*Term, *Term]    // by what the key of a product is, that of its float
	widths       bv.Memo[widthKey, int]   // from which a term is extended
	joined       bv.Memo[joinKey, *Term]  // results of integer and floating operations
	floats       bv.Memo[*Term, bool]     // made by a float op, in part
	noCarry      bv.Memo[*Term, bool]     // sums that are known to need a carry, or none
	forms        bv.Memo[*Term, []form]   // by other laws than a normal form uses
	wheres       bv.Memo[whereKey, *Term]
	likes        bv.Memo[alikeKey, Guard] // of alike
	each         bool                     // cases are compared by what they are where they hold
	restricts    bool                     // a call is being restricted
	plain        bool                     // no such law is to be used
	tries        bv.Memo[*Term, trie]     // of the strategy's operator
	pass         pass
	ofFresh      bv.Memo[freshKey, bool] // of OfFresh
	extremumKeys bv.Memo[*Term, *Term]   // of canonical extrema, by what they are of
	elementKeys  bv.Memo[keyOfElement, *Term]
	lifts        bv.Memo[liftKey, *Term] // nil: none shows
	bounds       bv.Memo[*Term, uint64]  // of sums that do not wrap; of others all ones
	rests        bv.Memo[*Term, uint64]  // of remainders by known numbers
	signedRests  bv.Memo[*Term, *Term]   // of numbers that are known by them: see AnyWithRest
	tooLarge     bool                    // for comparisons bit by bit
	used         Laws                    // by which comparisons ended

	onRow func(*rule.Row) // nil, or told of each row that rewrites

	thresholds thresholds
	drawn      drawn
	tallies    tallies
	pairs      pairs
}

type number struct {
	w int
	x uint64
}

// joinKey is an operation and the numbers of two terms, packed: maps of numbers are faster than those of structs.
type joinKey uint64

// idBits are enough for the number of a term: see [Domain.Limit].
const idBits = 27

// joinKey is the key of an operation on two interned terms.
func (o op) joinKey(a, b *Term) joinKey {
	k := uint64(o.code)<<2 | uint64(o.format) // o.to is that of conversions
	if o.float {
		k |= 1 << 8
	}
	return joinKey(k<<(2*idBits) | uint64(a.id)<<idBits | uint64(b.id))
}

type extractKey struct {
	t     *Term
	lo, n int
}

type widthKey struct {
	t      *Term
	signed bool
}

// New is a domain without terms.
func New(by Strategy) *Domain {
	d := &Domain{strategy: by, guards: newGuards(by), terms: newInterned()}
	if by.PairOrder != nil {
		d.pairs.PairOrder = *by.PairOrder
	}
	d.used = lawsOf(by.Laws...)
	return d
}

// NewWithin is a domain with operations that end with a [bv.Stop] once ctx ends.
func NewWithin(ctx context.Context, by Strategy) *Domain {
	d := New(by)
	d.spent.end = func() error { return context.Cause(ctx) }
	return d
}

// Var is element number name, of w bits.
func (d *Domain) Var(name, w int) *Term { return d.intern(Term{kind: kVar, w: w, name: name}) }

// MaskBits is a value with the mask's bit first+i as its bit i.
func (d *Domain) MaskBits(first, w int) *Term {
	bits := make([]Guard, w)
	for i := range bits {
		bits[i] = d.Bit(first + i)
	}
	return d.vector(bits)
}

// GuardOf turns a guard into a value of one bit.
func (d *Domain) GuardOf(g Guard) *Term { return d.vector([]Guard{g}) }

// AsGuard is the guard that a bit is, if it depends on the mask alone.
func (d *Domain) AsGuard(v bv.Value) (Guard, bool) {
	t := v.(*Term)
	if t.kind != kBits || t.w != 1 {
		return False, false
	}
	return t.bits[0], true
}

// OfMask reports whether v depends on the mask alone.
func (d *Domain) OfMask(v bv.Value) bool { return v.(*Term).kind == kBits }

func (d *Domain) vector(bits []Guard) *Term {
	if x, ok := numberOf(bits); ok && len(bits) > 0 && len(bits) <= termBits {
		return d.constant(len(bits), x)
	}
	return d.internBits(bits)
}

func (d *Domain) internBits(bits []Guard) *Term {
	return d.intern(Term{kind: kBits, w: len(bits), bits: bits})
}

// Const is the number x.
func (d *Domain) Const(w int, x uint64) bv.Value { return d.constant(w, x) }

func (d *Domain) constant(w int, x uint64) *Term {
	if x >= smallNumbers || w > termBits {
		return d.constantOf(number{w, x})
	}
	if d.small[w] == nil {
		d.small[w] = make([]*Term, smallNumbers)
	}
	if d.small[w][x] == nil {
		d.small[w][x] = d.constantOf(number{w, x})
	}
	return d.small[w][x]
}

// smallNumbers is how many constants of a width are looked up by their number: as many as a block has threads.
const smallNumbers = 1024

// constantOf is a constant, made when it is first asked for.
func (d *Domain) constantOf(k number) *Term {
	return d.numbers.Once(k, func() *Term {
		bits := make([]Guard, k.w)
		for i := range bits {
			bits[i] = Guard(k.x >> i & 1)
		}
		return d.internBits(bits)
	})
}

// Known gives the number that v is everywhere.
func (d *Domain) Known(v bv.Value) (uint64, bool) { return v.(*Term).known() }

func (t *Term) known() (uint64, bool) {
	if t.id != 0 {
		return t.number, t.isNumber
	}
	return t.ofBits()
}

// ofBits is the number that the bits of t are, if all are known.
func (t *Term) ofBits() (uint64, bool) {
	if t.kind != kBits {
		return 0, false
	}
	return numberOf(t.bits)
}

// numberOf is the number that bits are, if all are known.
func numberOf(bits []Guard) (x uint64, ok bool) {
	for i, b := range bits {
		if b > True {
			return 0, false
		}
		x |= uint64(b) << i
	}
	return x, true
}

// some reports whether f holds of a part of t, an argument or what takes part: it is asked of them in that order, until
// it holds.
func (t *Term) some(f func(part *Term) bool) bool {
	return slices.ContainsFunc(t.args, f) || slices.ContainsFunc(t.in, func(e entry) bool { return f(e.t) })
}

// each calls f of all parts of t.
func (t *Term) each(f func(part *Term)) { t.some(func(part *Term) bool { f(part); return false }) }

func (t *Term) is(x uint64) bool {
	k, ok := t.known()
	return ok && k == x
}

func ones(w int) uint64 { return ^uint64(0) >> (64 - w) }

func byID(a, b entry) int {
	return cmp.Or(a.t.id-b.t.id, int(a.g-b.g), cmp.Compare(a.n, b.n))
}

func unexpected(what string, x any) string { return fmt.Sprintf("unexpected %s %v", what, x) }
