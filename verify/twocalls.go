//go:build !js

package verify

import (
	"context"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx"
)

// calledOnce begins the limit of a proof of one call. The text after it says why two calls are not proved.
const calledOnce = "called once: "

// proveCalls is [Report.proveKernel] of two calls; the second follows at once. Where one is enough and two are
// not proved, it is the proof of one, with a limit.
func (r *Report) proveCalls(ctx context.Context, file *ptx.File, w way, search check.Search) error {
	two := *r
	err := two.proveKernel(ctx, file, w, search)
	sh := r.Spec.Shape()
	if !w.once || !sh.Block() && !sh.Memory || err == nil && two.Verdict == Proved || ctx.Err() != nil {
		*r = two
		return err
	}
	file.Once = true
	if c := two.Counterexample; c != nil { // which one call may show as well
		search.First = append(slices.Clone(search.First), check.Inputs{Mask: c.Mask, In: c.Inputs})
	}
	if errOfOne := r.proveKernel(ctx, file, w, search); errOfOne != nil || r.Verdict != Proved {
		return errOfOne
	}
	why := "again at once is not proved"
	switch {
	case err != nil:
		why += ", " + oneLine(err.Error())
	case two.Verdict == Refuted:
		first, _, _ := strings.Cut(two.Counterexample.String(), "\n")
		why = "again at once is refuted, " + strings.TrimSpace(first)
		if two.Counterexample.Block != "" {
			why += ", in a block of " + two.Counterexample.Block
		}
	}
	r.once = true
	r.limit(calledOnce + why)
	return nil
}

// joinedLimits are the limits of two builds: why a function is called once is said of the first.
func joinedLimits(to, from []string) []string {
	is := func(l string) bool { return strings.HasPrefix(l, calledOnce) }
	if slices.ContainsFunc(to, is) {
		from = slices.DeleteFunc(slices.Clone(from), is)
	}
	return appendNew(to, from)
}
