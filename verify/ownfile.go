//go:build !js

package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/cxx"
)

// mostNames is how many functions of a file a message lists.
const mostNames = 8

// byOther tries nvcc where no compiler was asked for and clang rejects the file, or its code of a file by hand is
// refused: clang lacks headers of the toolkit. In all other cases it returns r and err.
func (p *cuda) byOther(ctx context.Context, c choice, r Report, err error) (Report, error) {
	var rejects *compile.Error
	rejected := errors.As(err, &rejects) && rejects.Compiler != "nvcc" && !rejects.Killed()
	refused := err == nil && p.Spec != nil && r.Verdict == Refused
	if p.Compilers != nil || len(c.compilers) != 2 || !rejected && !refused {
		return r, err
	}
	why := r.reason()
	if rejected {
		why = oneLine(err.Error())
	}
	c.compilers, c.dropped = c.compilers[1:], c.compilers[0]
	other, otherErr := p.prove(ctx, c)
	var also *compile.Error
	switch {
	case errors.As(otherErr, &also) && !also.Killed():
		also.Before = append(also.Before, why)
	case otherErr == nil && other.Verdict == Refused:
		other.Differs = fmt.Sprintf("%s; by clang: %s", oneLine(other.Differs), why)
	case otherErr == nil && other.shown() && refused:
		other.Limits = append(slices.Clone(other.Limits), "not as clang builds it: "+why)
	}
	return other, otherErr
}

// readForeign is read of a file by hand: its function is called as main says, and nothing of it is compared.
func (p *cuda) readForeign(subject Subject, main compile.Caller, tokens []cxx.Token, macros cxx.Macros) (err error) {
	s := p.report.Spec
	if tokens, err = p.included(subject, tokens, macros); err != nil {
		return err
	}
	name := s.FileName()
	if s.Name != "" && has(tokens, s.Name) {
		name = s.Name // as it is written
	}
	if err := p.hasFunction(tokens, name); err != nil {
		return err
	}
	main.Alone = p.alone(tokens, name)
	if err := cxx.CheckOwn(cxx.FloatMasks(tokens, definedBy(p.Define)...)); err != nil {
		return err
	}
	main.Func, p.report.Func = "::"+name, name
	if p.Call != "" {
		p.report.Func = p.Call
	}
	p.division = divide(tokens)
	p.callers = p.plannedToo(main, tokens)
	if err := cxx.CheckPlan(tokens, name+"_plan"); err != nil {
		return err
	}
	for _, m := range p.asked {
		if p.audits && !slices.Contains(p.Undefine, m) {
			p.Undefine = append(slices.Clone(p.Undefine), m)
		}
		if !slices.Contains(p.Undefine, m) {
			return fmt.Errorf("the file asks whether %s is defined; want -D %s or -U %s", m, m, m)
		}
		p.given = append(p.given, m+" undefined")
	}
	p.report.Limits = append(p.report.Limits, p.given...)
	return nil
}

// hasFunction is an error where a file by hand has no function of the name that the spec has, and a compiler would say
// so of a file that its author never saw.
func (p *cuda) hasFunction(tokens []cxx.Token, name string) error {
	all := cxx.Functions(tokens)
	inside := slices.IndexFunc(all, func(f string) bool { return strings.HasSuffix(f, "::"+name) })
	switch {
	case p.Call != "" || slices.Contains(all, name):
		return nil
	case inside >= 0:
		return fmt.Errorf("no function ::%s: want -call '%s(…)', with x for the element", name, all[inside])
	case has(tokens, name):
		return nil // a macro may declare it
	case len(all) == 0:
		return fmt.Errorf("no function %s, nor another for the device: want -name of the spec as the file has it", name)
	}
	return fmt.Errorf("no function %s: want -name of the spec as the file has it, one of %s; or -call", name,
		strings.Join(all[:min(len(all), mostNames)], ", "))
}

// alone reports whether a file declares a function once, and deleted templates that reject floating-point masks.
func (p *cuda) alone(tokens []cxx.Token, name string) bool {
	rest := cxx.FloatMasks(tokens)
	return len(rest) < len(tokens) && len(p.Define) == 0 && cxx.Once(rest, name)
}
