//go:build !js

package verify

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/operator"
)

// inlined is a third proof of a file with functions of users, beside that of the network and those
// of the bodies: of the builds that users compile, in which a compiler sees both at once. Terms of
// whole bodies may grow without bound, so it is tried with a bounded effort, and the first build
// that it does not decide ends it. An input that shows a difference refutes the file; a fault does
// not, as bodies may hold what the executor of networks does not follow.
func (p *cuda) inlined(ctx context.Context, r *Report, c choice) error {
	picks, _, err := c.picks(ctx)
	if err != nil {
		return err
	}
	jobs := p.jobs(picks)
	for i := range jobs {
		jobs[i].inlined, jobs[i].build.Define, jobs[i].build.Checked = true, p.declares(), false
	}
	ends, err := p.run(ctx, jobs)
	if err != nil {
		return err
	}
	loaded, err := operator.Loaded(r.Spec)
	if err != nil {
		return err
	}
	var names []string
	for _, fn := range loaded {
		names = append(names, fn.Pkg.Name+"."+fn.Fn.Name())
	}
	what := strings.Join(names, " and ")
	var proved []Build
	claim := "" // of arrays: for which lengths
	for _, e := range ends {
		switch {
		case e.err != nil:
			return e.err
		case e.report.Verdict == Refuted && e.report.Counterexample != nil && e.report.Counterexample.Fault == "":
			r.Verdict, r.Counterexample, r.Differs = Refuted, e.report.Counterexample, e.report.Differs
			r.Builds = []Build{e.build}
			r.Notes = append(r.Notes, "with "+what+" inlined")
			return nil
		case e.report.shown():
			if !slices.Contains(proved, e.build) {
				proved = append(proved, e.build)
			}
			r.laws |= e.report.laws
			if r.Spec.Shape().Grid() {
				claim = " for " + e.report.Masks
			} else { // such as that of a sum which a caller's product may contract with
				r.Limits = joinedLimits(r.Limits, e.report.Limits)
			}
			continue
		}
		return p.apart(ctx, r, what, e.why())
	}
	if listed := *r; r.Verdict == Proved {
		if listed.ofBuilds(ends); listed.Verdict == Listed {
			return p.everyLengthApart(ctx, r, what, listed)
		}
	}
	r.Notes = append(r.Notes, fmt.Sprintf("and proved with %s inlined%s, by %s", what, claim, buildsText(proved)))
	return nil
}
