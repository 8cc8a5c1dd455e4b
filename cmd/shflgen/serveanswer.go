package main

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/shflgen/shflgen/cmd/shflgen/internal/serve"
	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/fresh"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/verify"
)

// failure is the answer of an error: of the request, where it says what is wanted, or of the machine.
func failure(err error) serve.Answer {
	kind := serve.OfMachine
	if isMisuse(err) {
		kind = serve.OfRequest
	}
	return serve.Answer{Verdict: serve.Failed, Kind: kind, Text: oneError(err)}
}

// oneError is an error, or those that it joins, in one line.
func oneError(err error) string {
	var all []string
	for _, e := range flatten(err) {
		if e != nil {
			all = append(all, strings.TrimPrefix(strings.ReplaceAll(e.Error(), "\n", "; "), "prove: "))
		}
	}
	return strings.Join(all, "; ")
}

// late is the answer to a request that takes longer than it may.
func late() serve.Answer {
	return serve.Answer{Verdict: serve.Undecided, Kind: serve.OfTime, Text: "no verdict within the limit of time"}
}

// projects are the defaults for a request: of the project in which serve was started. A candidate brings none.
func (s *served) projects() (project, error) { return s.project, nil }

// proved is the answer of prove.
func (s *served) proved(ctx context.Context, args []string, subject verify.Subject) serve.Answer {
	a, err := parseProveWith(args, s.projects)
	if err == nil {
		err = a.unused(a.paths)
	}
	if err != nil {
		return failure(err)
	}
	o := a.Options
	if end, bounded := ctx.Deadline(); bounded {
		o.Timeout = time.Until(end)
	}
	r, err := verify.Prove(ctx, subject, o)
	switch {
	case ctx.Err() != nil && err != nil:
		return late()
	case err != nil:
		return failure(err)
	}
	to := serve.Answer{Function: r.Func, Spec: strings.Join(r.Spec.Args(), " "), Call: a.Call, SHA256: r.Source}
	to.Text = r.String()
	if r.Verdict == verify.Listed && a.lengths == listedLengths {
		to.Verdict = serve.Proved
	}
	return ofReport(to, r)
}

// ofReport adds what a report says.
func ofReport(to serve.Answer, r verify.Report) serve.Answer {
	switch {
	case to.Verdict != "": // it is accepted
	case r.Verdict == verify.Proved:
		to.Verdict = serve.Proved
	case r.Verdict == verify.Refuted:
		to.Verdict, to.Kind = serve.Refuted, kindOf(r.Counterexample.Fault)
	default:
		to.Verdict, to.Kind = serve.Undecided, whyOf(r)
	}
	if r.Verdict == verify.Proved || r.Verdict == verify.Listed {
		to.Covers = r.Masks
	}
	if to.SHA256 == "" {
		to.SHA256 = r.Source
	}
	if r.Counterexample != nil {
		to.Witness, _ = json.Marshal(r.Counterexample)
	}
	if r.Verdict != verify.Refused {
		to.Assumptions = r.Conditions()
	}
	return to
}

// kindOf is what a counterexample shows that ends with a fault, or else with a wrong value.
func kindOf(fault string) string {
	switch {
	case strings.Contains(fault, "race: "):
		return serve.OfRace
	case fault != "":
		return serve.OfFault
	}
	return serve.OfValue
}

// whyOf is why a report is neither a proof nor a refutation.
func whyOf(r verify.Report) string {
	switch {
	case r.Verdict == verify.Listed:
		return serve.OfLengths
	case r.Rejected():
		return serve.OfCompile
	case r.Verdict == verify.Refused:
		return serve.OfConstruct
	case strings.HasPrefix(r.Differs, "time limit: "):
		return serve.OfTime
	}
	return serve.OfProof
}

// audited is the answer of audit: of several functions the worst verdict, with its witness.
func (s *served) audited(ctx context.Context, args []string, subject verify.Subject, functions []string) serve.Answer {
	a, _, err := parseAuditWith(args, s.projects)
	if err != nil {
		return failure(err)
	}
	a.options.Functions = functions
	findings, err := verify.Audit(ctx, subject, a.options)
	switch {
	case ctx.Err() != nil && err != nil:
		return late()
	case err != nil:
		return failure(err)
	case len(findings) == 0:
		return serve.Answer{Verdict: serve.Undecided, Kind: serve.OfNothing,
			Text: subject.Path + ": no function for the device by which lanes or threads work together"}
	}
	worst := 0
	var to serve.Answer
	for i, f := range findings {
		if len(f.Specs) > 0 {
			findings[i].Ready = readyFunction(f.Specs[0])
		}
		if badness(f) > badness(findings[worst]) {
			worst = i
		}
		text, err := json.Marshal(findings[i])
		if err != nil {
			return failure(err)
		}
		to.Findings = append(to.Findings, text)
	}
	f := findings[worst]
	to.Verdict, to.Text, to.Function, to.Call = f.Word(), f.String(), f.Func, f.Call
	if len(f.Specs) > 0 {
		to.Spec = strings.Join(f.Specs[0].Args(), " ")
	}
	switch l := f.Launches; {
	case l != nil && f.Verdict == verify.Listed:
		to.Assumptions = l.Limits
	case l != nil && f.Verdict == verify.Refuted:
		var err error
		if to.Witness, err = json.Marshal(l.Wrong[0]); err != nil {
			return failure(err)
		}
		to.Kind = kindOf(l.Wrong[0].Fault)
	case len(f.Reports) > 0 && f.Verdict != verify.NotProved:
		to = ofReport(to, f.Reports[0])
		if f.Verdict == verify.Refuted {
			to.Kind = kindOf(f.Reports[0].Counterexample.Fault)
		}
	case f.Rejected():
		to.Kind = serve.OfCompile
	case f.Verdict == verify.NotProved:
		to.Kind = serve.OfProof
	}
	return to
}

// badness orders findings, the best first.
func badness(f verify.Finding) int {
	return slices.Index([]string{serve.Proved, serve.Shown, serve.Undecided, serve.Refuted}, f.Word())
}

// generated is the answer of generate: the files that the flags of a spec ask for.
func generated(r serve.Request) serve.Answer {
	if err := named(r.Spec); err != nil {
		return failure(err)
	}
	of, err := parseRequest(append(strings.Fields(r.Spec), r.Flags...))
	for _, name := range []string{"o", "check"} {
		if of.given[name] {
			return failure(usageError("flags: -" + name + ": the files are in the answer; leave it out"))
		}
	}
	langs, dir, placeErr := of.place()
	pkg := of.pkg
	if pkg == "" {
		pkg = "shfl"
	}
	if why := spec.CheckPackage(pkg); why != "" {
		placeErr = errors.Join(placeErr, spec.FlagError{Flag: "pkg", Value: pkg, Want: why})
	}
	if err := errors.Join(err, placeErr, of.unused(langs, err)); err != nil {
		return failure(err)
	}
	if err := of.resolve(dir, nil); err != nil {
		return failure(err)
	}
	o, err := fresh.Options(of.spec, pkg, langs)
	if err != nil {
		return failure(err)
	}
	emitted, err := gen.Generate(of.spec, o)
	if err != nil {
		return failure(err)
	}
	a := serve.Answer{Verdict: serve.Generated, Spec: strings.Join(of.spec.Args(), " "), Files: map[string]string{}}
	for name, src := range emitted {
		a.Files[name] = string(src)
	}
	return a
}
