//go:build !js

package verify

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/cxx"
	"github.com/shflgen/shflgen/internal/prover/operator"
)

// apart stands in for the builds in which functions of users are inlined, where one of these is not decided. Each
// function by itself is proved. A compiler that sees all of them at once may change what one computes only by what C++
// leaves undefined, by contraction, or by flags that allow it to. There must be none of these.
func (p *cuda) apart(ctx context.Context, r *Report, what, undecided string) error {
	why, err := p.crosses(ctx, r)
	switch {
	case err != nil:
		return err
	case why != "":
		r.Verdict, r.Counterexample = NotProved, nil
		r.Differs = fmt.Sprintf("with %s inlined, as users compile it: %s; and it is "+
			"not shown that inlining changes nothing: %s", what, undecided, why)
		return nil
	}
	r.Notes = append(r.Notes,
		fmt.Sprintf("inlining of %s changes nothing: no function leaves anything undefined, as clang -O0 shows by traps, "+
			"and no sum or product can be contracted; "+
			"the inlined build by itself is not decided: %s", what, undecided))
	return nil
}

// everyLengthApart stands in for inlined builds that are shown for listed lengths, where the builds with
// calls are proved for every length: these decide, if inlining changes nothing.
func (p *cuda) everyLengthApart(ctx context.Context, r *Report, what string, listed Report) error {
	why, err := p.crosses(ctx, r)
	if err != nil {
		return err
	}
	if why != "" {
		*r = listed
		r.Differs += ", with " + what + " inlined"
		return nil
	}
	r.Notes = append(r.Notes,
		"inlining of "+what+" changes nothing; the inlined build by itself is shown for listed lengths")
	return nil
}

// neutral are flags by which no compiler changes what a number is.
var neutral = regexp.MustCompile(`^(-O[0-3s]|-Xcicc|-g|-G|-lineinfo|--?std=.*|--?device-debug|` +
	`--?generate-line-info|-rdc=(true|false)|-W.*)$`)

// crosses says what a compiler may use across the calls of a file, or is "".
func (p *cuda) crosses(ctx context.Context, r *Report) (string, error) {
	for name, flags := range p.Flags {
		for _, f := range flags {
			if !neutral.MatchString(f) && slices.ContainsFunc(r.Builds, func(b Build) bool { return b.Compiler == name }) {
				return f + " may let a compiler compute floats of several functions in another way", nil
			}
		}
	}
	if err := cxx.CheckApart(p.tokens, true); err != nil {
		return err.Error(), nil
	}
	kernel, printed := r.Spec.Pattern.InMemory(), p.report.Text == textAsPrinted
	err := cxx.CheckApart(p.tokens, false)
	switch {
	case kernel && !printed:
		return "the kernel is not the text that shflgen prints, and overflow in a kernel is not looked at", nil
	case err != nil && !printed:
		return err.Error(), nil
	case err != nil || kernel:
		r.Limits = append(r.Limits,
			"addresses and overflow around the functions of users, in text that is as printed, are not looked at")
	}
	if p.loose != "" {
		return p.loose + " without .rn: a compiler may contract it with a sum or a product of another " +
			"function; __fadd_rn and __fmul_rn forbid it", nil
	}
	return p.checked(ctx, r)
}

// checked says which proof is missing by a build of clang that traps where C++ leaves something
// undefined, or is "". Those of architectures that had another compiler are made here.
func (p *cuda) checked(ctx context.Context, r *Report) (string, error) {
	var more []pick
	for _, arch := range p.withoutTraps(r.Builds) {
		clang, err := compile.FindClang()
		if err != nil || !clang.Knows(ctx, arch) {
			return arch + ": clang alone traps where C++ leaves something undefined, and none is here for it", nil
		}
		more = append(more, pick{clang, arch})
	}
	if len(more) == 0 {
		return "", nil
	}
	q := &cuda{Options: p.Options, report: p.report, src: p.src, callers: p.callers, asked: p.asked, division: p.division}
	q.Levels, q.Flags, q.Script = []string{"O0"}, nil, nil
	if !r.Spec.Pattern.InMemory() {
		ends, err := q.run(ctx, q.jobs(more))
		if err != nil {
			return "", err
		}
		for _, e := range ends {
			if e.err != nil || !e.report.shown() {
				return fmt.Sprintf("the network in %s: %s", e.build, e.why()), nil
			}
		}
	}
	loaded, err := operator.Loaded(r.Spec)
	if err != nil {
		return "", err
	}
	q.src = onlyUsers(p.src)
	body := *r
	for _, fn := range loaded {
		fn.Flag = "" // of what libraries call nothing is compiled
		if err := q.body(ctx, &body, more, fn); err != nil {
			return "", err
		}
		if !body.shown() {
			return outcome{report: body}.why(), nil
		}
	}
	return "", nil
}

// onlyUsers is an emitted file up to the last function of a user, without the headers of half types,
// which clang cannot read and no such function needs.
func onlyUsers(src []byte) []byte {
	var kept []string
	end, depth, within := 0, 0, 0
	for line := range strings.Lines(string(src)) {
		switch {
		case strings.HasPrefix(line, "#include"):
			continue
		case strings.HasPrefix(line, "#if"):
			depth++
			if within == 0 && strings.HasPrefix(line, "#ifdef SHFLGEN_CALLS") {
				within = depth
			}
		}
		kept = append(kept, line)
		if strings.HasPrefix(line, "#endif") {
			if depth == within {
				within, end = 0, len(kept)
			}
			depth--
		}
	}
	return []byte(strings.Join(kept[:end], "") + "#endif\n#endif\n")
}

// why says why a job is no proof.
func (e outcome) why() string {
	switch c := e.report.Counterexample; {
	case e.err != nil:
		return e.err.Error()
	case c != nil && c.Fault != "":
		return c.Fault
	case c != nil:
		return "it is refuted"
	}
	return e.report.Differs
}

// sees takes note of a float instruction without a rounding modifier, if there is one.
func (p *cuda) sees(loose string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.loose = cmp.Or(p.loose, loose)
}
