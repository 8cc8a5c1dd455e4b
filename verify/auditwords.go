//go:build !js

package verify

import (
	"context"
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// Computes is what the function computes, as a contract says it; "" if that is not known.
func (f Finding) Computes() string { return f.computes() + f.beside }

// computes is that of the first result.
func (f Finding) computes() string {
	switch {
	case f.Launches != nil:
		return f.Launches.Computes
	case len(f.Specs) == 0:
		return ""
	case len(f.Specs) > 1 && f.Verdict == Proved: // the conditions say which blocks
		size := fmt.Sprintf("the block of %d threads", f.Specs[0].Block().Threads)
		return strings.Replace(sentence(f.Specs[0]), size, "the block", 1)
	}
	return sentence(f.Specs[0])
}

// sentence is the contract of a spec. In mask mode full all lanes are members.
func sentence(s spec.Spec) string {
	text := s.Gives()
	if s.Mask == spec.Full {
		who := "lanes"
		if s.Block().Threads > 0 {
			who = "threads"
		}
		text = strings.NewReplacer("the members", "all "+who, "its members", "its "+who).Replace(text)
	}
	if laws := s.Laws(); laws.Commutative && !laws.Associative {
		if s.Order == spec.AnyOrder {
			return text + ", in an order of its own"
		}
		text += ", in the order " + s.Order.String()
	}
	return text
}

// unknown says why a function agrees with no spec.
func (s sighting) unknown(ctx context.Context) string {
	text := "what it computes is no pattern that shflgen knows"
	for _, o := range s.seen {
		if near, but, ok := o.Near(ctx); ok && o.Form.Unread == "" {
			computes, _, _ := strings.Cut(sentence(near), ", in the order ")
			return computes + ", but " + but
		}
	}
	for _, o := range s.seen {
		if some := o.With(ctx); o.Form.Unread != "" && len(some) > 0 {
			computes, _, _ := strings.Cut(sentence(some[0].Spec), ", in the order ")
			return computes + ", but no pattern that shflgen knows says what it leaves in " + o.Form.Unread
		}
	}
	for _, o := range s.seen {
		switch {
		case o.Err != nil:
			return text + "; a call on numbers ends with: " + oneLine(o.Err.Error())
		case o.Fault != "":
			return text + "; a call on numbers has a fault: " + oneLine(o.Fault)
		}
	}
	return text
}

// String is the finding in one line: file and line, the verdict, and a sentence with its conditions.
func (f Finding) String() string {
	text := f.Why
	switch computes := f.Computes(); {
	case f.Launches != nil && f.Verdict == Refuted:
		text = f.Launches.refutation()
	case f.Launches != nil && f.Verdict == Listed:
		text = f.Launches.words()
	case f.Verdict == Proved:
		text = computes + "; " + f.Conditions()
		if f.Except != "" {
			text += "; else " + f.Except
		}
	case f.Verdict == Refuted:
		text = fmt.Sprintf("on ordinary numbers, %s; but %s", computes, f.Witness())
		if f.Ordered != "" {
			text = fmt.Sprintf("if lanes take each step side by side, %s; but they run in any order, %s; one thread after "+
				"the other, %s", computes, f.Ordered, f.Witness())
		}
		if f.arguments > 1 {
			text += "; by the call " + f.Call
		}
		if len(f.Fails) > 0 {
			text += "; wrong on " + strings.Join(f.Fails, ", ")
		}
		if f.Proved != "" {
			text += "; proved for the call " + f.Proved
		}
		if right := f.Right(); right != "" {
			text += "; right: " + right
		}
	case computes != "":
		text = fmt.Sprintf("on ordinary numbers, %s; %s", computes, f.Why)
	}
	for _, g := range f.given { // limits of a proof say it
		if f.Verdict != NotProved && !strings.Contains(text, g) {
			text += "; " + g
		}
	}
	return fmt.Sprintf("%s:%d: %s: %s: %s", f.File, f.Line, f.Word(), f.Func, text)
}

// Word is the verdict in a word: proved, shown, refuted or undecided.
func (f Finding) Word() string {
	switch f.Verdict {
	case Proved, Refuted:
		return f.Verdict.String()
	case Listed:
		return "shown"
	}
	return "undecided"
}

// Conditions are those of a proof: who has to make the call, for which architectures, and what narrows the claim.
func (f Finding) Conditions() string {
	r := f.Reports[0]
	all := []string{r.Callers}
	if len(f.Specs) > 1 {
		all[0] = "for blocks of " + sizesOf(f.Specs[:len(f.Reports)]) + " threads"
		if rest := f.Specs[len(f.Reports):]; len(rest) > 0 {
			all[0] += ", and on numbers alone for those of " + sizesOf(rest)
		}
	}
	if f.arguments > 1 {
		all = append(all, "by the call "+f.Call)
	}
	if r.arches != "" {
		all = append(all, r.arches)
	}
	for _, l := range r.Limits {
		all = append(all, oneLine(l))
	}
	return strings.Join(all, "; ")
}

// sizesOf are the threads of the blocks of some specs, in words.
func sizesOf(specs []spec.Spec) string {
	var sizes []int
	for _, s := range specs {
		sizes = append(sizes, s.Block().Threads)
	}
	return numbersText(sizes)
}

// Witness is the first line of the counterexample of a refuted function.
func (f Finding) Witness() string {
	if f.Launches != nil {
		return f.Launches.witness()
	}
	first, _, _ := strings.Cut(f.Reports[0].Counterexample.String(), "\n")
	return strings.TrimSpace(first)
}

// remedies are what would be right where an execution ended with a fault.
var remedies = []struct{ fault, right string }{
	{againAtOnce, "a barrier after the last read, as the next call writes there"},
	{"race", "a barrier between the two accesses"},
	{"not in its own member mask", "a member mask that names every lane that executes the instruction"},
	{"never reaches", "no return before a barrier: threads without an element go on with the identity"},
	{"divergent", "a place that all lanes of the member mask, or all threads of the block, come to"},
	{"may never be back", "no return from the call by some lanes alone"},
}

// remedyOf is what would be right where an execution ended so; "": that is not known.
func remedyOf(fault string) string {
	for _, r := range remedies {
		if strings.Contains(fault, r.fault) {
			return r.right
		}
	}
	return ""
}

// Right is what would be right in the place of a refuted function; "": that is not known.
func (f Finding) Right() string {
	if f.Launches != nil {
		return remedyOf(f.Witness())
	}
	c, s := f.Reports[0].Counterexample, f.Specs[0]
	if right := remedyOf(c.Fault); right != "" {
		return right
	}
	if f.Ordered != "" {
		return "__syncwarp() between the two accesses"
	}
	switch {
	case c.Fault != "":
		return ""
	case c.Undefined:
		return "a member mask, and sources, of lanes that make the call"
	case s.Laws() == (spec.Laws{}) || s.HasLane(): // nothing is combined, or there is no identity
		return ""
	case !s.Laws().Idempotent && !(c.Expected != c.Got && check.Decimal(s.Type, c.Expected) == "-0"):
		return ""
	}
	if s.Laws().Idempotent {
		for _, x := range c.Inputs {
			if x == c.Got {
				return ""
			}
		}
	}
	return fmt.Sprintf("%s, the identity of %s, for a lane without an element, not %s",
		check.Decimal(s.Type, ref.Identity(s.Op, s.Type)), s.Op, check.Decimal(s.Type, c.Got))
}

// Replacement are the flags by which shflgen makes a function that is right.
func (f Finding) Replacement() []string {
	if len(f.Specs) == 0 {
		return nil
	}
	return f.Specs[0].Emittable().Args()
}
