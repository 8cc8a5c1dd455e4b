// Package opbody proves that the PTX of a function computes what a user's Go function computes: on
// terms, which stand for every argument, else by a solver. It executes both, and compares what
// they leave and where they trap or panic.
package opbody

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/gofunc"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
	"github.com/shflgen/shflgen/internal/prover/term"
)

// Body is a function of CUDA C++ that is to compute what a Go function computes.
type Body struct {
	Go     *gofunc.Func
	Source []byte // CUDA C++ that defines it
	Name   string // of it
	Exact  bool   // NaNs are compared bit for bit
}

// Build is one way to compile.
type Build struct {
	Compiler compile.Compiler
	compile.Build
}

// String names the build: clang -O0 for sm_90.
func (b Build) String() string {
	level := ""
	if b.Level != "" {
		level = " -" + b.Level
	}
	return fmt.Sprintf("%s%s for %s", b.Compiler.Name(), level, b.Arch)
}

// Verdict is what is known of one build.
type Verdict uint8

// The verdicts.
const (
	Proved Verdict = iota
	Refuted
	NotProved
	Refused
)

// String is the verdict in words.
func (v Verdict) String() string {
	return [...]string{Proved: "proved", Refuted: "refuted", NotProved: "not proved", Refused: "refused"}[v]
}

// Result is the outcome of one build.
type Result struct {
	Build   string
	Verdict Verdict
	// Why is the counterexample, or what could not be followed.
	Why string
	// By is how it was proved: on terms, or by a solver.
	By string
	// Loose is a float instruction without a rounding modifier, or "".
	Loose string
	// Counterexample is set where the verdict is Refuted.
	Counterexample *Counterexample
}

// Report is the outcome of all builds.
type Report []Result

// Verdict is the worst of the verdicts: a refutation, then what is not known. Without a build nothing is known.
func (r Report) Verdict() Verdict {
	if len(r) == 0 {
		return Refused
	}
	worst := Proved
	for _, v := range []Verdict{Refused, NotProved, Refuted} {
		if slices.ContainsFunc(r, func(x Result) bool { return x.Verdict == v }) {
			worst = v
		}
	}
	return worst
}

// Prove proves the function in every build.
func Prove(ctx context.Context, b Body, builds []Build) (r Report, err error) {
	s, err := newSubject(b)
	if err != nil {
		return r, err
	}
	for _, build := range builds {
		result := s.prove(ctx, build)
		if err := ctx.Err(); err != nil {
			return r, err
		}
		r = append(r, result)
	}
	return r, nil
}

// subject is a function with the leaves of what it takes and gives.
type subject struct {
	Body
	leaves, gives []gofunc.Leaf
}

func newSubject(b Body) (*subject, error) {
	if len(b.Go.Gives) != 1 {
		return nil, fmt.Errorf("%s: want one result", b.Go.Name)
	}
	return &subject{b, slices.Concat(b.Go.Params()...), b.Go.Results()}, nil
}

// ofGo executes the Go function.
func (s *subject) ofGo(ctx context.Context, d bv.Domain, args []bv.Value) (left ptx.Returned, err error) {
	in := make([]gofunc.Value, len(args))
	for i, a := range args {
		in[i] = gofunc.Value{V: a}
	}
	out, err := s.Go.Call(ctx, d, in)
	if err == nil && s.Exact {
		err = s.Go.AllExact(out.Results)
	}
	left.Trapped = out.Panics
	for _, v := range out.Results {
		left.Results = append(left.Results, exec.Cell{V: v.V})
	}
	return left, err
}

// ofPTX executes the function in PTX.
func (s *subject) ofPTX(ctx context.Context, d bv.Domain, f *ptx.File, args []bv.Value,
	unknown func(i, w int) bv.Value) (ptx.Returned, error) {
	n := len(args)
	padding := func() bv.Value {
		n++
		return unknown(n-1, 8)
	}
	return f.Call(ctx, d, "shflgen_body", s.Go.Takes, args, padding, s.Go.Gives[0])
}

// prove is the verdict of one build.
func (s *subject) prove(ctx context.Context, b Build) Result {
	r := Result{Build: b.String(), Verdict: Refused}
	text, err := s.compile(ctx, b)
	if err != nil {
		r.Why = err.Error()
		return r
	}
	r.Loose = ptx.LooseIn(text)
	f, err := ptx.Read("body.ptx", text)
	if err != nil {
		r.Why = err.Error()
		return r
	}
	if _, err := s.atNumbers(ctx, f, make([]uint64, len(s.leaves))); err != nil {
		var refusal *parse.Refusal
		if errors.As(err, &refusal) {
			r.Why = refusal.Error()
			return r
		}
	}
	why := s.onTerms(ctx, f)
	if why == "" {
		r.Verdict, r.By = Proved, "on terms"
		return r
	}
	random := rand.New(rand.NewPCG(1, 2))
	c := s.search(ctx, f, random, few)
	if c == nil {
		by, unknown, found := s.bySolver(ctx, f)
		if c = found; c == nil && unknown == "" {
			r.Verdict, r.By = Proved, by
			return r
		}
		why += "; " + unknown
	}
	if c == nil {
		c = s.search(ctx, f, random, tries-few)
	}
	if c != nil {
		r.Verdict, r.Why, r.Counterexample = Refuted, c.Error(), c
		return r
	}
	r.Verdict, r.Why = NotProved, why
	return r
}

// onTerms compares both sides on every argument at once, and says what may differ.
func (s *subject) onTerms(ctx context.Context, f *ptx.File) (why string) {
	defer bv.Stopped(func(reason string) { why = reason })
	d := term.NewWithin(ctx, term.Strategy{Budget: term.Budget{Terms: 1 << 19}})
	unknown := func(i, w int) bv.Value { return d.Var(i, w) }
	args := s.arguments(d, unknown)
	want, err := s.ofGo(ctx, d, args)
	if err != nil {
		return err.Error()
	}
	got, err := s.ofPTX(ctx, d, f, args, unknown)
	if err != nil {
		return err.Error()
	}
	for _, c := range s.claims(d, got, want) {
		if d.Differ(c.got, c.want, c.float) != term.False {
			return c.what
		}
	}
	return ""
}

// arguments are the scalars of the parameters, made of unknowns. A bool is a byte, 0 or 1.
func (s *subject) arguments(d bv.Domain, unknown func(i, w int) bv.Value) (all []bv.Value) {
	for i, l := range s.leaves {
		if l.Bool {
			all = append(all, d.Extend(unknown(i, 1), 8, false))
			continue
		}
		all = append(all, unknown(i, l.Bits))
	}
	return all
}

// claim is that two values are equal, but for the payload of a NaN.
type claim struct {
	what      string
	got, want bv.Value
	float     *bv.Format
}

// claims are what makes the two sides equal: they end alike, and where they do not end, all
// values are defined and equal.
func (s *subject) claims(d bv.Domain, got, want ptx.Returned) []claim {
	one := d.Const(1, 1)
	all := []claim{{what: "where it traps", got: got.Trapped, want: want.Trapped}}
	ended := func(bit bv.Value) bv.Value {
		if k, known := d.Known(want.Trapped); known && k == 0 {
			return bit
		}
		return d.Int(bv.Or, want.Trapped, bit)
	}
	for _, m := range got.Musts {
		all = append(all, claim{fmt.Sprintf("line %d: %s", m.Line, m.Why), ended(m.Bit), one, nil})
	}
	for i, l := range s.gives {
		what := "result" + l.Path
		cell, wanted := got.Results[i], want.Results[i].V
		all = append(all, claim{what + " may be undefined", ended(cell.Def), one, nil})
		if k, known := d.Known(want.Trapped); cell.V != wanted && (!known || k == 1) {
			cell.V = d.Select(want.Trapped, wanted, cell.V)
		}
		c := claim{what, cell.V, wanted, nil}
		if l.Float != bv.NoFormat && !s.Exact {
			format := l.Float
			c.float = &format
		}
		all = append(all, c)
	}
	return all
}

// Counterexample is a call on which the two sides differ.
type Counterexample struct {
	Args      []uint64 // the scalars of all parameters
	Leaves    []gofunc.Leaf
	Got, Want string
	What      string
}

// Error shows the call.
func (c *Counterexample) Error() string {
	var args []string
	for i, x := range c.Args {
		args = append(args, fmt.Sprintf("%s=%#x", strings.TrimPrefix(c.Leaves[i].Path, "."), x))
	}
	return fmt.Sprintf("%s: got %s, want %s; arguments %s", c.What, c.Got, c.Want, strings.Join(args, " "))
}
