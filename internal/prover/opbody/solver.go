package opbody

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/smt"
)

// Steps is how much work a solver may do on one claim, in z3's rlimit: seconds, but the same on
// every machine.
const Steps = 40_000_000

// Few of the steps are enough to merge two inner values, and for what is left of most claims.
const (
	mergeSteps = Steps / 100
	restSteps  = Steps / 20
)

// smallTerms bounds the claims that are asked without ado: z3 counts no steps as it reads and simplifies.
const smallTerms = 500

// way is how a solver is asked.
type way struct {
	opaque bool // with integer division as any function
	swept  bool // after inner values that are equal are merged
	terms  int  // only if all claims have no more of them; 0: always
	steps  int  // on each claim
}

// ways are from the one that is fastest on small claims to the one that knows all of large ones.
func ways(steps int) []way {
	return []way{
		{opaque: true, terms: smallTerms, steps: min(steps, mergeSteps)},
		{opaque: true, swept: true, steps: min(steps, restSteps)},
		{swept: true, steps: steps},
	}
}

// bySolver asks a solver for arguments on which the two sides differ, and replays them on numbers:
// solvers know of a sum of floats only that equal operands give equal results, so their arguments
// need not show a difference.
func (s *subject) bySolver(ctx context.Context, f *ptx.File) (by, why string, c *Counterexample) {
	path, err := solver()
	if err != nil {
		return "", "z3 is not installed", nil
	}
	all := s.Steps
	if all == 0 {
		all = Steps
	}
	for _, w := range ways(all) {
		if why, c = s.bySolverOnce(ctx, f, path, w); why == "" || c != nil {
			break
		}
	}
	if why != "" || c != nil {
		return "", why, c
	}
	return "by z3", "", nil
}

// bySolverOnce asks about each claim in one way.
func (s *subject) bySolverOnce(ctx context.Context, f *ptx.File, path string, w way) (why string, c *Counterexample) {
	q, err := s.questions(ctx, f, w)
	if err != nil {
		return err.Error(), nil
	}
	if w.terms > 0 && smt.Terms(q.claims) > w.terms {
		return fmt.Sprintf("more than %d terms", w.terms), nil
	}
	if w.swept && len(q.claims) > 0 {
		z, err := newSession(ctx, path, mergeSteps)
		if err != nil {
			return err.Error(), nil
		}
		q.claims = q.domain.Sweep(q.claims, s.inputs(q.names), z.ask)
		z.close()
	}
	z, err := newSession(ctx, path, w.steps)
	if err != nil {
		return err.Error(), nil
	}
	defer z.close()
	about := "Arguments on which the PTX of " + s.Name + " differs from " + s.Go.Name + "."
	for _, claim := range q.claims {
		answer := z.ask(smt.Script(about, append(q.declared, claim)), q.names)
		if answer.Holds {
			continue
		}
		if answer.Shown == nil {
			return fmt.Sprintf("z3: %s within %d steps", answer.Text, w.steps), nil
		}
		numbers := make([]uint64, len(s.leaves))
		for i := range numbers {
			numbers[i] = answer.Shown[q.names[i]]
		}
		if c := s.replay(ctx, f, numbers); c != nil {
			return "", c
		}
		return "z3 finds arguments on which sums or other results of floats would have to be unlike the real ones", nil
	}
	return "", nil
}

// questions are the claims for a solver.
type questions struct {
	domain   *smt.Domain
	claims   []smt.Claim // those that are not of one term
	names    []string    // of the unknowns: first those of the arguments
	declared []smt.Claim // so that an answer has a number for each
}

func (s *subject) questions(ctx context.Context, f *ptx.File, w way) (q questions, err error) {
	defer bv.Stopped(func(why string) { err = errors.New(why) })
	d := smt.New()
	q.domain = d
	if w.opaque {
		d.Opaque()
	}
	if w.swept {
		d.Linear()
	}
	unknown := func(i, w int) bv.Value {
		name := fmt.Sprintf("a%d", i)
		v := d.Var(name, i, w)
		q.names, q.declared = append(q.names, name), append(q.declared, smt.Claim{What: "an argument", Got: v, Want: v})
		return v
	}
	args := s.arguments(d, unknown)
	want, err := s.ofGo(ctx, d, args)
	if err != nil {
		return q, err
	}
	got, err := s.ofPTX(ctx, d, f, args, unknown)
	if err != nil {
		return q, err
	}
	for _, c := range s.claims(d, got, want) {
		x, y := c.got, c.want
		if c.float != nil {
			x, y = d.Canonical(*c.float, x), d.Canonical(*c.float, y)
		}
		if x != y {
			q.claims = append(q.claims, smt.Claim{What: c.what, Got: x.(*smt.Term), Want: y.(*smt.Term)})
		}
	}
	return q, nil
}

// simulated is how many inputs tell values apart before a solver is asked to merge them.
const simulated = 200

// inputs are numbers for the unknowns: arguments as a search tries them.
func (s *subject) inputs(names []string) (all []smt.Input) {
	r := rand.New(rand.NewPCG(3, 4))
	for range simulated {
		in := smt.Input{}
		for i, x := range s.sample(r) {
			in[names[i]] = x
		}
		for _, name := range names[len(s.leaves):] {
			in[name] = r.Uint64()
		}
		all = append(all, in)
	}
	return all
}
