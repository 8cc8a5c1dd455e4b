package opbody

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/tape"
)

// Steps is how much work a solver may do on one claim, in z3's rlimit: seconds, but the same on
// every machine.
const Steps = 40_000_000

// Few of the steps are enough to merge two inner values, and for most claims as they are.
const (
	mergeSteps = Steps / 100
	firstSteps = Steps / 20
)

// firstBytes bounds the scripts that are asked without ado: z3 counts no steps as it reads and simplifies.
const firstBytes = 8000

// bySolver asks a solver about each claim that normal forms do not prove: as it is, and then with inner values merged
// that are equal. The arguments that a solver finds are replayed on numbers: those of functions that it does not know
// need not show anything.
func (s *subject) bySolver(ctx context.Context, f *ptx.File) (by, why string, c *Counterexample) {
	defer bv.Stopped(func(reason string) { by, why, c = "", reason, nil })
	q, err := s.questions(ctx, f)
	if err != nil {
		return "", err.Error(), nil
	}
	if len(q.pairs) == 0 {
		return "by normal forms", "", nil
	}
	path, err := solver()
	if err != nil {
		return "", "z3 is not installed", nil
	}
	if q.pairs, _, c = s.ask(ctx, f, q, path, firstSteps, true); c != nil || len(q.pairs) == 0 {
		return "by z3", "", c
	}
	z, err := newSession(ctx, path, mergeSteps)
	if err != nil {
		return "", err.Error(), nil
	}
	ask := func(script string) tape.Answer { return z.ask(q.tape, script) }
	q.pairs = q.tape.Sweep(q.pairs, s.inputs(q.tape.Inputs()), ask)
	z.close()
	if q.pairs, why, c = s.ask(ctx, f, q, path, Steps, false); c != nil || len(q.pairs) == 0 {
		return "by z3", "", c
	}
	return "", why, nil
}

// ask asks about each pair. At first it asks only what solvers may be fast on: short scripts without floats. It returns
// the pairs that are not proved, and why the last of them is not.
func (s *subject) ask(ctx context.Context, f *ptx.File, q questions, path string, steps int,
	first bool) (left []tape.Pair, why string, c *Counterexample) {
	z, err := newSession(ctx, path, steps)
	if err != nil {
		return q.pairs, err.Error(), nil
	}
	defer z.close()
	for _, p := range q.pairs {
		script := q.tape.Script(nil, []tape.Pair{p})
		if first && (len(script) > firstBytes || q.tape.Floats(p.A, p.B)) {
			left = append(left, p)
			continue
		}
		if z.ask(q.tape, q.tape.Easier(p)).Holds {
			continue
		}
		answer := z.ask(q.tape, script)
		if answer.Holds {
			continue
		}
		left = append(left, p)
		if why = fmt.Sprintf("z3: %s within %d steps", answer.Text, steps); answer.Shown != nil {
			if c := s.replay(ctx, f, answer.Shown[:len(s.leaves)]); c != nil {
				return nil, "", c
			}
			why = "z3 finds arguments on which some results of functions of floats would have to be unlike the real ones"
		}
	}
	return left, why, nil
}

// questions are the claims for a solver.
type questions struct {
	tape  *tape.Tape  // its first inputs are the arguments
	pairs []tape.Pair // those that have no common normal form
}

func (s *subject) questions(ctx context.Context, f *ptx.File) (q questions, err error) {
	defer bv.Stopped(func(why string) { err = errors.New(why) })
	q.tape = tape.New()
	unknown := func(_, w int) bv.Value { return q.tape.Var(w) }
	args := s.arguments(q.tape, unknown)
	want, err := s.ofGo(ctx, q.tape, args)
	if err != nil {
		return q, err
	}
	got, err := s.ofPTX(ctx, q.tape, f, args, unknown)
	if err != nil {
		return q, err
	}
	for _, c := range s.claims(q.tape, got, want) {
		p := tape.Pair{Float: bv.NoFormat, A: c.got.(*tape.Node), B: c.want.(*tape.Node)}
		if f := c.float; f != nil {
			p = tape.Pair{Float: *f, A: q.tape.Quiet(*f, p.A).(*tape.Node), B: q.tape.Quiet(*f, p.B).(*tape.Node)}
		}
		if !q.tape.SameForm(p.Float, p.A, p.B) {
			q.pairs = append(q.pairs, p)
		}
	}
	return q, nil
}

// simulated is how many inputs tell values apart before a solver is asked to merge them.
const simulated = 200

// inputs are numbers for the unknowns of some widths: arguments as a search tries them.
func (s *subject) inputs(widths []int) (all [][]uint64) {
	r := rand.New(rand.NewPCG(3, 4))
	for range simulated {
		in := s.sample(r)
		for _, w := range widths[len(s.leaves):] {
			in = append(in, r.Uint64()>>(64-w))
		}
		all = append(all, in)
	}
	return all
}
