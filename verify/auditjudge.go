//go:build !js

package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/survey"
	"github.com/shflgen/shflgen/spec"
)

// suspect is a spec that a function agrees with on ordinary numbers, in launches of some sizes.
type suspect struct {
	survey.Agrees
	form   survey.Form
	sizes  []int                  // of blocks; one 0 of a warp
	faulty int                    // 1: a call of the form had a fault
	named  int                    // how many of a thousand elements the spec says something of
	first  map[int][]check.Inputs // by size: calls on numbers that differ
}

// of is the spec for blocks of some threads.
func (s suspect) of(threads int) spec.Spec {
	of := s.Spec
	if block, ok := of.Params.(spec.BlockParams); ok {
		block.Threads = threads
		of.Params = block
	}
	return of
}

// call is the expression of the call in a block of some threads.
func (s suspect) call(threads int) string {
	call := s.form.Called(threads)
	if !s.Spec.Shape().HasPred() {
		return call
	}
	reads := "true"
	if lanes := survey.Reads(s.Spec); lanes != ^uint32(0) {
		reads = fmt.Sprintf("(0x%08xu >> i & 1u) != 0u", lanes)
	}
	return fmt.Sprintf("(pred = %s, %s)", reads, call)
}

// suspects are the specs that a function agrees with, the likeliest first: by rank, then those that agree in most
// launches, on all inputs, for most lanes. Calls that look at one of several results are partial.
func suspects(ctx context.Context, seen []survey.Observed) (whole, partial []suspect) {
	behind := slices.ContainsFunc(seen, survey.Observed.LeavesBehind)
	scans := slices.ContainsFunc(seen, func(o survey.Observed) bool { return o.LeavesScan(ctx) })
	var calls, parts []survey.Observed
	for _, o := range seen {
		switch {
		case o.Form.Behind() || o.Form.Memory && behind || o.Misled():
		case o.Form.Unread != "" || o.Form.Memory && scans:
			parts = append(parts, o)
		default:
			calls = append(calls, o)
		}
	}
	return agreeing(ctx, calls), agreeing(ctx, parts)
}

// agreeing are the specs that calls agree with, in the order of suspects.
func agreeing(ctx context.Context, seen []survey.Observed) (all []suspect) {
	faulty := map[survey.Form]int{}
	for _, o := range seen {
		faulty[o.Form] |= bit(o.Fault != "")
	}
	for _, o := range seen {
		for _, agrees := range append(o.With(ctx), o.InSomeOrder(ctx)...) {
			key := suspect{Agrees: agrees}.of(0)
			i := slices.IndexFunc(all, func(s suspect) bool { return s.of(0) == key && s.form == o.Form })
			if i < 0 {
				i = len(all)
				all = append(all, suspect{Agrees: agrees, form: o.Form, first: map[int][]check.Inputs{},
					named: 1000 * survey.Named(agrees.Spec) / agrees.Spec.Elements()})
			}
			s := &all[i]
			s.sizes, s.faulty = append(s.sizes, o.Threads), faulty[o.Form]
			s.Fails, s.first[o.Threads] = appendNew(s.Fails, agrees.Fails), agrees.Differs
			s.Holds = slices.DeleteFunc(s.Holds, func(k string) bool { return slices.Contains(s.Fails, k) })
		}
	}
	slices.SortStableFunc(all, func(a, b suspect) int {
		return cmp.Or(a.rank()-b.rank(), a.faulty-b.faulty, len(b.sizes)-len(a.sizes),
			bit(a.Spec.Order == spec.AnyOrder)-bit(b.Spec.Order == spec.AnyOrder),
			bit(len(a.Fails) > 0)-bit(len(b.Fails) > 0), b.named-a.named, len(a.Fails)-len(b.Fails))
	})
	return all
}

// rank orders the ways to call a function: by a mask or a distance as it should be taken, then by a mask, then others.
func (s suspect) rank() int {
	clean := len(s.Fails) == 0 && s.faulty == 0
	switch masked := unmasked(s) == 0; {
	case masked && clean:
		return 0
	case s.form.Given && clean:
		return 1
	case masked:
		return 2
	}
	return 3
}

// unmasked is 1 of a call without a mask, else 0.
func unmasked(s suspect) int { return bit(s.form.Mask == spec.Full) }

func bit(is bool) int {
	if is {
		return 1
	}
	return 0
}

const (
	mostProofs = 3 // of suspects of one function
	mostSizes  = 2 // of blocks in which a suspect is proved, unless sizes are asked for
)

// judge proves what a function agrees with: the likeliest, or else another one of the same calls.
func (a *audit) judge(ctx context.Context, s sighting) (first Finding, err error) {
	switch {
	case s.err != nil:
		f := undecided("%s", oneLine(s.err.Error()))
		f.rejected = errors.As(s.err, new(*compile.Error))
		return f, nil
	case len(s.suspects) == 0:
		if f, ok, err := a.both(ctx, s); ok {
			return f, err
		}
		return undecided("%s", s.unknown(ctx)), nil
	}
	masked := slices.IndexFunc(s.suspects, func(of suspect) bool { return unmasked(of) != unmasked(s.suspects[0]) })
	if masked < 0 {
		masked = len(s.suspects)
	}
	for i, of := range s.suspects[:min(masked, mostProofs)] {
		if i > 0 && first.faulty(s.suspects[0], of) {
			continue
		}
		f, err := a.proveOptimised(ctx, of, s.arches)
		if err != nil || f.Verdict == Proved {
			if err == nil {
				f, err = a.complete(ctx, s, of, f)
			}
			return f, err
		}
		if of.form.Own && f.Verdict == Refuted && f.Reports[0].Counterexample.Undefined {
			f.Verdict, f.Why = NotProved, "a result may be what its place held before the call"
		}
		if i == 0 {
			first = f
		}
	}
	if masked < len(s.suspects) && first.Verdict == Refuted { // a call by all lanes may be right
		f, err := a.prove(ctx, s.suspects[masked], s.arches)
		switch {
		case err != nil:
			return f, err
		case f.Verdict == Proved && s.suspects[0].form.Guessed: // what is proved outweighs what nobody may call
			return a.complete(ctx, s, s.suspects[masked], f)
		case f.Verdict == Proved:
			first.Proved = f.Call
		}
	}
	return first, nil
}

// faulty reports whether a finding of one suspect shows that another one is refuted: the same call has a fault in a
// block of a size that both have.
func (f Finding) faulty(of, other suspect) bool {
	return f.Verdict == Refuted && f.Reports[0].Counterexample.Fault != "" && of.form == other.form &&
		slices.Contains(other.sizes, f.Specs[0].Block().Threads)
}

// complete is a finding, but for a function of a block that is proved for one warp alone, though no one knows what it
// computes in larger blocks, or it numbers the warps. If it numbers them, and has a fault where there are more, it is
// refuted.
func (a *audit) complete(ctx context.Context, s sighting, of suspect, f Finding) (Finding, error) {
	for _, o := range s.seen {
		larger := o.Form == of.form && o.Threads > spec.WarpSize && (o.Err != nil || s.spread)
		if f.Verdict != Proved || slices.Max(of.sizes) != spec.WarpSize || !larger {
			continue
		}
		f.Verdict, f.Why = NotProved, fmt.Sprintf("proved for one warp; a call by %d threads ", o.Threads)
		switch {
		case o.Err != nil:
			f.Why += "ends with: " + oneLine(o.Err.Error())
		case o.Fault != "":
			f.Why += "has a fault: " + oneLine(o.Fault)
			r, err := a.proveIn(ctx, of, o.Threads, s.arches)
			if err == nil && r.Verdict == Refuted && r.Counterexample.Fault != "" {
				f.Verdict, f.Reports, f.Specs, f.Call = Refuted, []Report{r}, []spec.Spec{of.of(o.Threads)}, of.call(o.Threads)
			}
			return f, err
		default:
			f.Why += "computes something else"
		}
	}
	return f, nil
}

// proveOptimised proves a suspect. Where a build has something that the prover does not know, as builds without
// optimisation of cooperative groups have, it proves the build by -O2, and the finding says that.
func (a *audit) proveOptimised(ctx context.Context, of suspect, arches []string) (Finding, error) {
	f, err := a.proveByTies(ctx, of, arches)
	if err != nil || f.Verdict != NotProved || f.Reports[0].Verdict != Refused || chosenLevel(a.Options) {
		return f, err
	}
	with := *a
	with.Levels = []string{"O2"}
	if other, err := with.proveByTies(ctx, of, arches); err != nil || other.Verdict == Proved {
		if err == nil {
			other.Reports[0].limit("built by -O2: other builds are not decided")
		}
		return other, err
	}
	return f, nil
}

// proveByTies proves a suspect, or else proves it for any of equal elements, unless someone asked for a rule: what it
// is wrong in by that is wrong by every rule.
func (a *audit) proveByTies(ctx context.Context, of suspect, arches []string) (Finding, error) {
	f, err := a.proveLoosely(ctx, of, arches)
	if err != nil || f.Verdict == Proved || a.AnyTie || a.LowestTie || !OfTies(of.Spec) {
		return f, err
	}
	with := *a
	with.AnyTie = true
	return with.proveLoosely(ctx, of, arches)
}

// proveLoosely proves a suspect, or else proves it without floats that most functions never meet.
func (a *audit) proveLoosely(ctx context.Context, of suspect, arches []string) (Finding, error) {
	f, err := a.prove(ctx, of, arches)
	if err != nil || f.Verdict == Proved {
		return f, err
	}
	return a.proveWithout(ctx, of, arches, f)
}

// rarely are the kinds of inputs that most functions of floats never meet, and how calls with them are left out.
var rarely = map[string]Values{
	"numbers that are all -0": {NoNegativeZero: true},
	"zeros of both signs":     {NoNegativeZero: true},
	"NaNs among numbers":      {NoNaN: true},
	"infinities":              {NoNaN: true, NoInfinity: true},
}

// proveWithout proves a suspect that is refuted on zeros, NaNs or infinities alone for calls without these, also where
// only a proof has met them, as in a call of NaNs alone. Where it is wrong without them, too, that call shows more.
func (a *audit) proveWithout(ctx context.Context, of suspect, arches []string, refuted Finding) (Finding, error) {
	if a.Values != (Values{}) {
		return refuted, nil
	}
	var v Values
	switch {
	case of.Spec.Order == spec.AnyOrder && refuted.Verdict != Refuted: // calls on whole numbers meet no other zero
		v.NoNegativeZero = true
	case refuted.Verdict != Refuted || refuted.Reports[0].Counterexample.Fault != "":
		return refuted, nil
	}
	for _, kind := range of.Fails {
		without, is := rarely[kind]
		if !is {
			return refuted, nil
		}
		v = v.and(without)
	}
	if v == (Values{}) {
		v = refuted.without(v)
	}
	with, latest := *a, refuted
	of.first = nil
	for v != with.Values && v.OfSpec(of.Spec) {
		with.Values = v
		f, err := with.prove(ctx, of, arches)
		switch {
		case err != nil:
			return refuted, err
		case f.Verdict == Proved && refuted.Verdict == Refuted:
			f.Except = refuted.Witness()
			return f, nil
		case f.Verdict == Proved:
			return f, nil
		case f.Verdict == Refuted:
			latest, v = f, f.without(v)
		default: // comparisons order what is neither a NaN nor -0
			v.NoNegativeZero = true
		}
	}
	return latest, nil
}

// without leaves out what a counterexample has, too.
func (f Finding) without(v Values) Values {
	if f.Verdict == Refuted {
		v = v.and(f.Reports[0].Counterexample.rare())
	}
	return v
}

// prove proves one suspect: in launches of some of the sizes in which the function agrees with it.
func (a *audit) prove(ctx context.Context, of suspect, arches []string) (Finding, error) {
	sizes := of.sizes
	if a.Blocks == nil {
		sizes = slices.SortedStableFunc(slices.Values(of.sizes), func(x, y int) int {
			return cmp.Compare(slices.Index(likelySizes, y), slices.Index(likelySizes, x))
		})
	}
	f := Finding{Verdict: Proved, Holds: of.Holds, Fails: of.Fails, Ordered: of.Ordered}
	if of.Faults {
		f.Holds = nil
	}
	for _, threads := range sizes {
		f.Specs = append(f.Specs, of.of(threads))
	}
	for i, threads := range sizes {
		if a.Blocks == nil && i == mostSizes {
			break
		}
		r, err := a.proveIn(ctx, of, threads, arches)
		if err != nil {
			return f, err
		}
		f.Call, f.Reports = of.call(threads), append(f.Reports, r)
		if r.Verdict == Proved {
			continue
		}
		f.Reports[0], f.Reports[i], f.Specs[0], f.Specs[i] = r, f.Reports[0], f.Specs[i], f.Specs[0]
		switch f.Verdict = r.Verdict; {
		case f.Verdict != Refuted:
			f.Verdict, f.Why = NotProved, oneLine(r.reason())
		case of.form.Lent && strings.Contains(r.Counterexample.Fault, againAtOnce): // who lends memory may wait
			f.Verdict, f.Why = NotProved, "between two calls that it lends the same memory its caller has to wait at a "+
				"barrier: "+oneLine(r.Counterexample.Fault)
		}
		return f, nil
	}
	f.Call = of.call(sizes[0])
	return f, nil
}

// againAtOnce is what a fault says that two calls have together.
const againAtOnce = "race: the second call"

// likelySizes are sizes of blocks, the likelier ones later.
var likelySizes = []int{32, 96, 64, 512, 1024, 256, 128}

// proveIn is the proof in blocks of some threads. Where a call on numbers was wrong, one build may show it already.
func (a *audit) proveIn(ctx context.Context, of suspect, threads int, arches []string) (Report, error) {
	s, o := of.of(threads), a.Options
	o.Spec, o.Call, o.Arches, o.first, o.audits = &s, of.call(threads), arches, of.first[threads], true
	if threads > 0 {
		o.Dimensions = 1
	}
	if len(of.Fails) > 0 || of.faulty > 0 {
		quick := o
		if quick.Arches == nil {
			quick.Arches = usual
		}
		quick.Arches = quick.Arches[:1]
		if !chosenLevel(o) {
			quick.Levels = []string{"O2"}
		}
		if r, err := Prove(ctx, a.subject, quick); err != nil || r.Verdict == Refuted {
			return r, err
		}
	}
	return Prove(ctx, a.subject, o)
}
