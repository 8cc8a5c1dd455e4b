package check

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/strategy"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/spec"
)

// Verdict is the end of a proof.
type Verdict uint8

// The verdicts.
const (
	NotProved Verdict = iota // undecided: neither a proof nor a counterexample was found
	Proved                   // equal to the reference for every mask and input
	Refuted                  // a counterexample was found and replayed
	Refused                  // the file has something that is not supported
	Listed                   // proved, but for fewer lengths than the header promises
)

// String is the verdict in words.
func (v Verdict) String() string {
	return [...]string{Proved: "proved", Refuted: "refuted", NotProved: "not proved", Refused: "refused",
		Listed: "shown for listed lengths"}[v]
}

// Proof is how a proof ended.
type Proof struct {
	Verdict        Verdict
	Differs        string          // of no proof: what could not be followed
	Counterexample *Counterexample // of a refutation
	Laws           term.Laws       // of a proof: those that the terms compared were made by
	Terms          int             // that were made
	Nodes          int             // in the diagrams of guards
}

// Undecided is a proof that ended with neither a proof nor a counterexample, as an error.
type Undecided struct{ Differs string }

// Error is what differs.
func (u *Undecided) Error() string { return "not proved: " + u.Differs }

// Err is nil for a proof, else a *[Counterexample] or *[Undecided].
func (p Proof) Err() error {
	switch p.Verdict {
	case Proved:
		return nil
	case Refuted:
		return p.Counterexample
	}
	return &Undecided{p.Differs}
}

// Search is which calls on numbers are made beside the proof: some that the caller knows, and others before it, since
// the terms of what is wrong may be endless where a call shows it; and how many after a run on terms that ended with a
// fault.
type Search struct {
	First              []Inputs
	Before, AfterFault int
}

// Inputs are those of one call on numbers: the words of its mask, if it has one, and what [Replay] takes.
type Inputs struct {
	Mask []uint32
	In   []uint64
}

// Prove proves a subject for every mask and input, or looks for a call that shows a
// difference. The error is a refusal of the subject, a [Fault] that no call showed, or
// that of ctx.
func Prove(ctx context.Context, s Subject, search Search) (Proof, error) {
	for _, call := range search.First {
		if c, err := Replay(ctx, s, call.Mask, call.In); c != nil || err != nil {
			return Proof{Verdict: Refuted, Counterexample: c}, err
		}
	}
	if c, err := Sampled(ctx, s, search.Before); c != nil {
		return Proof{Verdict: Refuted, Counterexample: c}, err
	} else if err != nil {
		return Proof{}, err
	}
	p, err := onTerms(ctx, s, search.AfterFault)
	if ctx.Err() != nil && p.Verdict != Proved && p.Verdict != Refuted {
		return Proof{}, context.Cause(ctx) // whatever it was that it ended
	}
	return p, err
}

// onTerms is the proof for every mask and input, by each strategy until one decides. calls is how many are made on
// numbers of those at which a run ended with a fault.
func onTerms(ctx context.Context, s Subject, calls int) (p Proof, err error) {
	left := strategy.All(s.Spec(), s.Traits().Traits)
	for ; len(left) > 1; left = left[1:] {
		if p, err = onCases(ctx, s, left[0], 0); err == nil && (p.Verdict == Proved || p.Verdict == Refuted) {
			return p, nil
		}
	}
	return onCases(ctx, s, left[0], calls)
}

// onCases is the proof by one strategy: of all operands at once, or of some after others.
func onCases(ctx context.Context, s Subject, by term.Strategy, calls int) (all Proof, err error) {
	all.Verdict = Proved
	for _, operands := range operandCases(s.Spec().Shape(), s.Traits()) {
		p, err := onOperands(ctx, s, by, operands)
		var fault Fault
		if errors.As(err, &fault) {
			d := term.New(term.Strategy{})
			c := Call{Dom: d, Shape: s.Spec().Shape(), Operands: operands(d)}
			if shown, other := sampled(ctx, s, calls, c.leaves); shown != nil && other == nil {
				return Proof{Verdict: Refuted, Counterexample: shown}, nil
			}
		}
		if err != nil || p.Verdict != Proved {
			return p, err
		}
		all.Laws, all.Terms, all.Nodes = all.Laws|p.Laws, all.Terms+p.Terms, all.Nodes+p.Nodes
	}
	return all, nil
}

// onOperands is the proof for every mask and input, and some operands.
func onOperands(
	ctx context.Context, s Subject, by term.Strategy, operands func(*term.Domain) []bv.Value,
) (p Proof, err error) {
	defer bv.Stopped(func(why string) { p, err = Proof{Differs: why}, nil }) // a proof that grows too large is none
	of := s.Spec()
	d := term.NewWithin(ctx, by)
	c := Symbols(d, s)
	c.Operands = operands(d)
	algebra.MakePairs(d, of, c.Elements)
	left, err := s.Run(ctx, c)
	if err != nil {
		return Proof{}, err
	}
	want, err := algebra.Run(d, of, c.Reference())
	if err != nil {
		return Proof{}, err
	}
	found, laws := doubts(ctx, d, s, c, want, left)
	if found == nil {
		return Proof{Verdict: Proved, Laws: laws, Terms: d.Terms(), Nodes: d.Nodes()}, nil
	}
	if by.PairOrder != nil && by.PairOrder.Winner { // the next strategy looks for a counterexample
		return Proof{Differs: found.what}, nil
	}
	shown, err := refute(ctx, s, c, d, found.where)
	if err != nil {
		return Proof{}, err
	}
	if shown != nil {
		return Proof{Verdict: Refuted, Counterexample: shown}, nil
	}
	return Proof{Differs: found.what + ", but no input was found that shows it"}, nil
}

// Symbols is the call that stands for every mask, every input and all keys, without its operands.
func Symbols(d *term.Domain, s Subject) Call {
	of, sh := s.Spec(), s.Spec().Shape()
	c := Call{Dom: d, Shape: sh, OneChunk: s.Traits().OneChunk, Tile: s.Traits().Tile, Way: -1}
	if sh.Keyed() {
		symbolicKeys(d, &c, s.Traits().Pairs)
	}
	if sh.Masked() {
		for w := range sh.MaskWords() {
			c.Mask = append(c.Mask, d.MaskBits(w*spec.MaskWordBits, spec.MaskWordBits))
		}
		c.Mask = s.Traits().Masks.of(d, c.Mask, sh.Lanes)
	}
	unknown := func(i, name int) bv.Value {
		if l := sh.Place(i).Leaf; l.Bool {
			return d.Extend(d.Var(name, 1), l.Type.Bits(), false)
		} else {
			return d.Var(name, l.Type.Bits())
		}
	}
	leaves := sh.Leaves()
	for i := range sh.Values() {
		name := i
		if of.Sort().Value != nil { // names of keys come first: diagrams have them beside the bits of the mask
			name = i/leaves + i%leaves*sh.Elements()
		}
		x := unknown(i, name)
		if sh.TakesElements() && !sh.Place(i).Leaf.Bool {
			x = algebra.Any(d, of, x)
		}
		c.Elements = append(c.Elements, x)
	}
	from := sh.Inputs() - sh.MappedValues()
	for _, p := range sh.Mapped() {
		var input []bv.Value
		for range sh.PortValues(p) {
			input = append(input, unknown(from, from))
			from++
		}
		c.Inputs = append(c.Inputs, input)
	}
	name := sh.Inputs()
	for _, port := range sh.Numbers() {
		var held []bv.Value
		for range sh.PortValues(port) {
			held = append(held, d.Var(name, port.Bits))
			name++
		}
		c.Numbers = append(c.Numbers, held)
	}
	return c
}

// doubt is what may differ, and on which masks.
type doubt struct {
	what  string
	where term.Guard
}

// doubts compares every output; nil means proved, by some laws.
func doubts(ctx context.Context, d *term.Domain, s Subject, c Call, want algebra.Outcome, left Left) (*doubt,
	term.Laws) {
	for _, m := range left.Musts {
		if g := unlessAlways(d, m.Bit); g != term.False {
			return &doubt{fmt.Sprintf("lane %d: %s", m.Lane, m.Why), g}, 0
		}
	}
	var decided []bv.Value
	for _, claim := range Claims(s, c, want, left) {
		if ctx.Err() != nil {
			panic(bv.Stop{Why: context.Cause(ctx).Error()})
		}
		if found := claim.doubt(d, s.Spec(), s.Traits().Masks); found != nil {
			return found, 0
		}
		decided = append(decided, claim.Want, claim.Got.V)
	}
	return nil, d.LawsOf(decided...)
}

// unlessAlways are the masks on which a bit may be 0.
func unlessAlways(d *term.Domain, bit bv.Value) term.Guard {
	g, ok := d.AsGuard(bit)
	if !ok {
		return term.True
	}
	return d.Flip(g)
}

// doubt is what may be wrong with an output, or nil.
func (c Claim) doubt(d *term.Domain, s spec.Spec, masks Masks) *doubt {
	if c.Instead != nil {
		plain := c
		plain.Instead = nil
		found := plain.doubt(d, s, masks)
		if found == nil || c.enough(d, s, masks) {
			return nil
		}
		return found
	}
	always := known(d, c.Gets)
	if c.Got.Def != nil {
		def := c.Got.Def
		if !always {
			def = d.Select(c.Gets, def, d.Const(1, 1))
		}
		if g := unlessAlways(d, def); g != term.False {
			return &doubt{c.Output(s.Shape()) + " may be undefined", g}
		}
	}
	var where term.Guard
	switch {
	case always:
		where = c.differ(d, s, c.Want, c.Got.V)
	case s.Shape().HasIndex():
		where = d.DifferWhere(guardOr(d, c.Gets), c.Want, c.Got.V, c.Float)
	default:
		where = c.differ(d, s, d.Select(c.Gets, c.Want, c.Held), d.Select(c.Gets, c.Got.V, c.Held))
		if where != term.False && c.Got.Stored != nil { // what a lane keeps may hide that what it gets is right
			where = d.And(where, d.And(guardOr(d, c.Gets), c.differ(d, s, c.Want, c.Got.Stored)))
		}
	}
	if !known(d, c.Specified) {
		specified := guardOr(d, c.Specified)
		if where = d.And(where, specified); where != term.False && s.Order != spec.AnyOrder {
			where = d.And(where, d.DifferWhere(specified, c.Want, c.Got.V, c.Float))
		}
	}
	if where == term.False {
		return nil
	}
	sh := s.Shape()
	what := c.Output(sh) + " differs"
	if on := d.Masks(where, sh.Lanes); on != "" && sh.Masked() && masks == AnyMask {
		what = c.Output(sh) + " may differ on " + on
	}
	how := d.Difference(where, c.Got.V, c.Want, sh.Masked())
	if sh.HasIndex() {
		how = followed(how)
	}
	if how != "" {
		what += " (" + how + ")"
	}
	return &doubt{what, where}
}

// enough reports whether the other claim holds; not, if that is not decided.
func (c Claim) enough(d *term.Domain, s spec.Spec, masks Masks) (holds bool) {
	defer bv.Stopped(func(string) { holds = false })
	return c.Instead().doubt(d, s, masks) == nil
}

// differ gives the masks on which two values of an output may differ. If an op orders elements by an encoding, they
// are also compared encoded, which is equivalent.
func (c Claim) differ(d *term.Domain, s spec.Spec, a, b bv.Value) term.Guard {
	if s.Order == spec.AnyOrder && c.Float != nil {
		return d.DifferInOperands(*c.Float, a, b)
	}
	where := d.Differ(a, b, c.Float)
	if encode := algebra.Encoder(d, s); where != term.False && encode != nil {
		where = d.And(where, d.Differ(encode(a), encode(b), nil))
		where = d.DifferWhere(where, encode(a), encode(b), nil)
		if number := algebra.OfNumbers(d, s); where != term.False && c.Float != nil && number != nil {
			if where = d.And(where, d.Differ(number(a), number(b), nil)); where == term.False {
				d.Use(term.NaNPayload)
			}
		}
	}
	return where
}

// known reports whether a bit is known to be 1.
func known(d bv.Domain, bit bv.Value) bool {
	k, ok := d.Known(bit)
	return ok && k == 1
}

// guardOr is a bit as a guard: every mask, if it is none.
func guardOr(d *term.Domain, bit bv.Value) term.Guard {
	if g, ok := d.AsGuard(bit); ok {
		return g
	}
	return term.True
}

// followed adds to how terms of a winner differ what can be written instead.
func followed(how string) string {
	const ways = "ways to a winner that are followed: the best value, then a vote of the lanes that have it; " +
		"or the least key of 64 bits with the value above the lane (the greatest, above 31 less the lane)"
	if how == "" {
		return ways
	}
	return how + "; " + ways
}

// triesInAnyOrder bounds the tries for sums in an order of their own.
const triesInAnyOrder = 16

// refute looks for a call on numbers that shows a difference. Three of four have a mask
// on which the terms differ, and all have the number of elements that the terms are of.
func refute(ctx context.Context, s Subject, c Call, d *term.Domain, where term.Guard) (*Counterexample, error) {
	rng := rand.New(rand.NewPCG(1, 2))
	tries := s.Traits().Tries
	if s.Spec().Order == spec.AnyOrder { // on whole numbers alone: what they do not show soon they do not show
		tries = min(tries, triesInAnyOrder)
	}
	for try := range tries {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		mask, in := sample(rng, s.Spec(), try)
		c.leaves(in)
		if try%4 != 3 {
			suit(rng, s, c, d, where, mask, in)
		}
		if c, err := Shown(ctx, s, mask, in); c != nil || err != nil {
			return c, err
		}
	}
	return rareCalls(ctx, s, c.leaves)
}
