// Package law decides the laws that users claim of their operators. No claim is believed: each
// is proved, holds on every input because all were tried, was tested without a counterexample, or
// is false, with the smallest inputs that were found.
//
// Results are equal if all their leaves are, bit for bit; but a NaN equals every other NaN, as Go and CUDA leave its
// sign and payload open. So -0 and +0 differ. NaNs differ too for an operator that computes with the bits of its
// floats.
package law

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/internal/prover/gofunc"
	"github.com/shflgen/shflgen/internal/spelling"
)

// Law is what can be claimed of an operator.
type Law uint8

// The laws.
const (
	Associative Law = iota // op(op(a, b), c) = op(a, op(b, c))
	Commutative            // op(a, b) = op(b, a)
	Idempotent             // op(a, a) = a
	Identity               // op(e, a) = a and op(a, e) = a
	Closed                 // op(a, b) is valid if a and b are; of operators with a condition
	numberOfLaws
)

type lawRow struct {
	name     string
	operands int
	equation string
}

var laws = [...]lawRow{
	Associative: {"associative", 3, "op(op(a, b), c) = op(a, op(b, c))"},
	Commutative: {"commutative", 2, "op(a, b) = op(b, a)"},
	Idempotent:  {"idempotent", 1, "op(a, a) = a"},
	Identity:    {"identity", 1, "op(e, a) = a, op(a, e) = a"},
	Closed:      {"closed", 2, "op(a, b) is valid"},
}

// String is the law as a directive names it.
func (l Law) String() string { return laws[l].name }

// Equation is the law as a formula.
func (l Law) Equation() string { return laws[l].equation }

// Answer is what is known of a claim.
type Answer uint8

// The answers, from the strongest for the claim to the strongest against it.
const (
	Proved    Answer = iota // of every input, by normal forms or a solver
	Exhausted               // all inputs were tried
	Tested                  // no counterexample was found
	Unknown                 // the operator is not followed
	False                   // there is a counterexample
)

// String is the answer in a word.
func (a Answer) String() string {
	return [...]string{Proved: "proved", Exhausted: "exhausted", Tested: "tested", Unknown: "unknown", False: "false"}[a]
}

// Established reports whether the law may be used: it holds on every input.
func (a Answer) Established() bool { return a == Proved || a == Exhausted }

// Op is an operator with what it claims.
type Op struct {
	Func     *gofunc.Func
	Claims   []Law
	Identity string       // by name; userpkg.Zero; or empty
	Valid    *gofunc.Func // holds of the elements that count; nil: of all
}

// Limits bound the search for counterexamples and proofs.
type Limits struct {
	Tests  int           // inputs that are tried, at least; 0: a million
	Time   time.Duration // in which they are tried; 0: two seconds
	Within time.Duration // of all claims and all searches together; 0: ten seconds
	Solver bool          // solvers are asked, in the time that is left
	Bits   int           // of the inputs that are tried one and all; 0: 24
}

func (l Limits) filled() Limits {
	if l.Tests == 0 {
		l.Tests = 1_000_000
	}
	if l.Time == 0 {
		l.Time = 2 * time.Second
	}
	if l.Within == 0 {
		l.Within = 10 * time.Second
	}
	if l.Bits == 0 {
		l.Bits = 24
	}
	return l
}

// Verdict is the answer to a claim.
type Verdict struct {
	Law     Law
	Answer  Answer
	How     string   // by what it was proved, or why it is unknown
	Cases   int      // inputs that were tried
	Valid   string   // the condition on inputs, by name; empty: none
	Assumes []string // what it holds under, by place in the code
	Witness *Witness // of a false claim
	Took    time.Duration
	Late    bool // time ended a search that might have established the law
}

// String is the verdict in a line, and the witness below it.
func (v Verdict) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", v.Law, v.Answer)
	switch v.Answer {
	case Proved:
		fmt.Fprintf(&b, " by %s", v.How)
	case Unknown:
		fmt.Fprintf(&b, ", %s", v.How)
	case Exhausted:
		fmt.Fprintf(&b, ", all %d inputs", v.Cases)
		if v.How != "" {
			fmt.Fprintf(&b, " of what %s do not prove", v.How)
		}
	case Tested:
		if v.How != "" {
			fmt.Fprintf(&b, ", %s", v.How)
		} else {
			fmt.Fprintf(&b, ", no counterexample in %d inputs", v.Cases)
		}
	}
	if v.Valid != "" {
		fmt.Fprintf(&b, ", for inputs where %s holds", v.Valid)
	}
	if v.Witness != nil {
		fmt.Fprintf(&b, "\n%s", v.Witness)
	}
	for _, a := range v.Assumes {
		fmt.Fprintf(&b, "\n\tassuming %s", a)
	}
	return b.String()
}

// Check decides each claim of an operator, and that it is closed if it has a condition. The
// error is that of an operator that is none, or of a context that ended.
func Check(ctx context.Context, op Op, limits Limits) ([]Verdict, error) {
	sig := op.Func.Signature()
	params := op.Func.Params()
	if len(params) != 2 || len(op.Func.Results()) == 0 || !slices.Equal(params[0], params[1]) ||
		!slices.Equal(params[0], op.Func.Results()) {
		return nil, fmt.Errorf("%s is %s; want two parameters and a result of one type", op.Func.Name, sig)
	}
	if op.Valid != nil {
		p, r := op.Valid.Params(), op.Valid.Results()
		if len(p) != 1 || !slices.Equal(p[0], params[0]) || len(r) != 1 || !r[0].Bool {
			return nil, fmt.Errorf("%s is %s; want a function of an element that gives a bool", op.Valid.Name,
				op.Valid.Signature())
		}
	}
	claims := slices.Clone(op.Claims)
	if op.Identity != "" && !slices.Contains(claims, Identity) {
		claims = append(claims, Identity)
	}
	if op.Valid != nil && len(claims) > 0 && !slices.Contains(claims, Closed) {
		claims = append(claims, Closed)
	}
	limits = limits.filled()
	platform, err := Platform(ctx, op.Func, op.Identity)
	if err == nil && op.Valid != nil {
		var also []string
		also, err = Platform(ctx, op.Valid)
		platform = append(platform, also...)
	}
	if err != nil {
		return nil, err
	}
	var all []Verdict
	end := time.Now().Add(limits.Within)
	work := mostWork
	for i, l := range claims {
		start := time.Now()
		share := time.Until(end) / time.Duration(len(claims)-i)
		v, err := decide(ctx, op, l, limits, share, &work)
		if err != nil {
			return nil, err
		}
		v.Took, v.Assumes = time.Since(start), append(v.Assumes, platform...)
		if op.Valid != nil {
			v.Valid = op.Valid.FuncName()
		}
		all = append(all, v)
	}
	unclosed(all)
	return all, nil
}

// unclosed weakens laws that were established for valid inputs only, if the operator has invalid results: a tree of
// applications then meets unknown inputs.
func unclosed(all []Verdict) {
	i := slices.IndexFunc(all, func(v Verdict) bool { return v.Law == Closed })
	if i < 0 || all[i].Answer.Established() {
		return
	}
	for j := range all {
		if j != i && all[j].Answer.Established() {
			all[j].Answer, all[j].How = Tested, "holds of valid inputs, but the operator is not known to keep them valid"
		}
	}
}

// fused weakens what holds of sums of rounded products alone: a compiler may fuse one application and not another,
// and so leave other results of both sides.
func (v *Verdict) fused() {
	for _, a := range v.Assumes {
		if v.Answer.Established() && strings.HasSuffix(a, gofunc.MayFuse) {
			v.Answer, v.How = Tested, "holds where no product is fused with a sum; want a conversion "+
				"around the product, as in float64(x*y) + z"
		}
	}
}

// decide is [Check] of one claim, in a time, and of the work that is left.
func decide(outer context.Context, op Op, l Law, limits Limits, share time.Duration, work *int) (v Verdict, err error) {
	v = Verdict{Law: l}
	end := time.Now().Add(share)
	ctx, cancel := context.WithDeadline(outer, end)
	defer cancel()
	defer func() {
		v.fused()
		v.Late = ctx.Err() != nil && !v.Answer.Established() && v.Answer != False
		if outer.Err() != nil {
			err = context.Cause(outer)
		}
	}()
	q, err := newQuestion(ctx, op, l)
	var refused *goexec.Error
	switch {
	case ctx.Err() != nil:
		v.Answer, v.How = Unknown, "it was not executed in time"
		return v, nil
	case errors.As(err, &refused):
		return onNumbers(ctx, op, l, limits, refused.Error()), nil
	case err != nil:
		return v, err
	}
	v.Assumes = q.assumes
	found := func(in []uint64) (Verdict, error) {
		v.Answer, v.Witness = False, q.witness(in)
		return v, nil
	}
	s := newSearch(q)
	if in := s.test(ctx, 1<<15, 0); in != nil { // most false claims end here
		return found(in)
	}
	left, how := q.byForms()
	left, also := q.byTerms(ctx, left)
	how = append(how, also...)
	if len(left) == 0 {
		v.Answer, v.How = Proved, spelling.List(how)
		return v, nil
	}
	left, also, in := q.byOrders(ctx, left)
	if in != nil {
		return found(newSearch(q).shrink(in))
	}
	if how = append(how, also...); len(left) == 0 {
		v.Answer, v.How = Proved, spelling.List(how)
		return v, nil
	}
	tried, in, left := q.exhaust(ctx, left, limits.Bits, work)
	if in != nil {
		return found(in)
	}
	if len(left) == 0 {
		v.Answer, v.Cases, v.How = Exhausted, tried, spelling.List(how)
		return v, nil
	}
	if in := s.test(ctx, limits.Tests, min(limits.Time, share/8)); in != nil {
		return found(in)
	}
	v.Answer, v.Cases = Tested, s.cases
	if s.cases == 0 {
		v.Answer, v.How = Unknown, "no valid input was found"
	}
	if tried > 0 {
		how = append(how, fmt.Sprintf("all %d inputs of a part", tried))
	}
	if limits.Solver && ctx.Err() == nil {
		switch proved, by, in := q.solve(ctx, left, time.Until(end)); {
		case in != nil:
			return found(in)
		case proved:
			v.Answer, v.How = Proved, spelling.List(append(how, by))
		}
	}
	return v, nil
}
