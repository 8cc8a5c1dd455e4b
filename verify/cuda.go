//go:build !js

package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/cxx"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// cuda is the proof of a CUDA file.
type cuda struct {
	Options
	report   Report
	src      []byte
	callers  []compile.Caller
	asked    []string    // macros that the file asks for and that no build may define
	given    []string    // values of macros, for the verdict
	tokens   []cxx.Token // of an emitted file
	division division
	proofs   proofs
	files    written         // of a file of someone's own
	heads    map[string]bool // words before the bodies for the host that are left out
	promises ptx.Promises    // of its callers
	once     bool            // a proof of one call is enough

	untrue error // of an emitted file: a sentence of the contract that may not be true of its bodies

	wraps bool // overflow in a file of someone's own is left to wrap

	mu    sync.Mutex
	loose string // a float instruction of a network or a body without a rounding modifier
}

// proveCUDA is the proof of a CUDA file by every build.
func proveCUDA(ctx context.Context, r Report, subject Subject, o Options) (end Report, err error) {
	p := &cuda{Options: o, report: r, src: lf(subject.Src)}
	if o.Spec != nil {
		p.files, p.promises, p.once = newWritten(subject.Path, p.src), o.promises(subject, r.Spec), o.once(subject)
		defer func() { end.Excerpt = p.files.excerpt(end.why()) }()
	}
	if err := p.read(subject); err != nil {
		r.Verdict, r.Differs = Refused, fmt.Sprintf("%s: %v", subject.Path, err)
		var of *cxx.Error
		var include errInclude
		if errors.As(err, &include) {
			r.Differs = include.Error()
		}
		if errors.As(err, &of) && o.Spec != nil && len(p.files.texts) == 1 { // its line is of this file
			r.Differs = fmt.Sprintf("%s:%d: %s", subject.Path, of.Line, of.Why)
		}
		return r, nil
	}
	r = p.report
	for name, flags := range o.Flags {
		if err := compile.CheckFlags(flags); err != nil {
			return r, Misuse(name + ": " + err.Error())
		}
	}
	compilers, err := o.compilers()
	if err != nil {
		return r, err
	}
	c := choice{spec: r.Spec, compilers: compilers, each: o.Compilers != nil, arches: o.Arches, division: p.division}
	if o.Spec != nil { // what the architecture of a spec chooses is a network, and this file is written already
		c.spec.Arch = spec.AnyArch
	}
	r, err = p.prove(ctx, c)
	if p.Spec != nil && err == nil && !r.shown() && (r.Counterexample == nil || r.Counterexample.Fault != "") {
		p.wraps = true
		r, err = p.prove(ctx, c)
	}
	r, err = p.byOther(ctx, c, r, err)
	var refusal *compile.Error
	if errors.As(err, &refusal) || errors.Is(err, compile.ErrHalf) {
		r.passing, r.rejected = refusal != nil && refusal.Killed(), true
		r.Verdict, r.Differs = Refused, fmt.Sprintf("%s: %v", subject.Path, err)
		return r, nil
	}
	if err == nil && r.shown() && p.Spec != nil && (p.wraps || len(p.withoutTraps(r.Builds)) > 0) {
		r.Limits = append(r.Limits, mayOverflow)
	}
	if err == nil && r.shown() && r.Spec.CallsUsers() && o.Spec == nil {
		if err = p.bodies(ctx, &r, c); err == nil && r.shown() {
			err = p.inlined(ctx, &r, c)
		}
	}
	r.unless(p.untrue)
	return r, err
}

// read looks at the file's text. The error is a refusal.
func (p *cuda) read(subject Subject) error {
	if err := p.leaveOutHost(); err != nil {
		return err
	}
	tokens, err := cxx.Lex(p.src)
	if err != nil {
		return err
	}
	if p.Spec == nil {
		if tokens, err = cxx.Frame(tokens, p.report.Spec.Guard()); err != nil {
			return err
		}
	}
	if p.Spec == nil && len(p.report.Spec.Composites()) > 0 {
		if tokens, err = cxx.Layouts(tokens); err != nil {
			return err
		}
	}
	if p.Spec != nil {
		p.version(tokens)
	}
	macros, err := cxx.MacrosOf(tokens, definedBy(p.Define))
	if err != nil {
		return err
	}
	p.asked = macros.Asked
	s := p.report.Spec
	main := compile.Caller{Spec: s, Call: p.Call}
	if p.Spec != nil {
		return p.readForeign(subject, main, tokens, macros)
	}
	p.division = divide(tokens)
	if s.CallsUsers() { // in other builds it is text that nobody compiles
		p.asked = []string{"SHFLGEN_C_ABI"}
		macros.Asked = slices.DeleteFunc(macros.Asked, func(m string) bool {
			return m == "SHFLGEN_CALLS" || m == "SHFLGEN_C_ABI"
		})
	}
	if len(macros.Defined) > len(p.Define) || len(macros.Asked) > 0 {
		return errors.New("macros of its own; an emitted file has none")
	}
	p.report.Text, p.untrue, err = p.compareText(p.src, readCUDAText,
		func(string) ([]byte, error) { return p.printedCUDA(s) },
		func(got, want outline) error { return cmp.Or(costs(got, want), helpers(s, got, want)) })
	if err != nil {
		return err
	}
	p.tokens = tokens
	main.Alone = p.alone(tokens, s.FileName())
	if err := cxx.CheckEmitted(cxx.FloatMasks(tokens, definedBy(p.Define)...), moreWords(s)...); err != nil {
		return err
	}
	p.callers = p.plannedToo(main, tokens)
	if err := cxx.CheckPlan(tokens, s.FileName()+"_plan"); err != nil {
		return err
	}
	if len(p.callers) > 1 && p.Printed != nil {
		return p.comparePlan(s, p.src)
	}
	return nil
}

// moreWords are the keywords that some emitted files have, beside those of all.
func moreWords(s spec.Spec) []string {
	var more []string
	if s.CallsUsers() {
		more = append(more, cxx.OperatorWords...)
	}
	if s.Pattern.InMemory() || s.Linkage == spec.ExternLinkage {
		more = append(more, cxx.KernelWords...)
	}
	if _, ok := s.Shape().Global(); ok {
		more = append(more, cxx.GlobalWords...)
	}
	if s.Namespace != "" {
		more = append(more, cxx.NamespaceWords...)
	}
	return more
}

// plannedToo is a caller, and where the file has functions that make and use a plan,
// the one that calls by it.
func (p *cuda) plannedToo(main compile.Caller, tokens []cxx.Token) []compile.Caller {
	by := strings.TrimPrefix(main.Func, "::") + "_by"
	if main.Func == "" {
		by = main.Spec.FileName() + "_by"
	}
	if main.Call != "" || ref.PlanWords(main.Spec) == 0 || !has(tokens, by) {
		return []compile.Caller{main}
	}
	planned := main
	planned.Planned = true
	return []compile.Caller{main, planned}
}

// has reports whether a word is among tokens.
func has(tokens []cxx.Token, word string) bool {
	return slices.ContainsFunc(tokens, func(t cxx.Token) bool { return t.Kind == cxx.Word && t.Text == word })
}

// definedBy are the names that -D defines.
func definedBy(define []string) []string {
	var names []string
	for _, d := range define {
		name, _, _ := strings.Cut(d, "=")
		names = append(names, name)
	}
	return names
}

// outcome is how a job ended.
type outcome struct {
	build  Build
	report Report
	err    error
}

// prove runs every job and gives the first verdict in their order that is no proof.
func (p *cuda) prove(ctx context.Context, c choice) (Report, error) {
	r := p.report
	picks, missing, err := c.picks(ctx)
	if err != nil {
		return r, fmt.Errorf("%s: %w", r.File, err)
	}
	ends, err := p.run(ctx, p.jobs(picks))
	if err != nil {
		return r, err
	}
	var every []Build // that are proved for every number of elements
	for i, e := range ends {
		if e.err != nil {
			return r, e.err
		}
		if !e.report.shown() {
			r.Verdict, r.Differs, r.Counterexample = e.report.Verdict, e.report.Differs, e.report.Counterexample
			r.Builds, r.Notes, r.Limits = []Build{e.build}, e.report.Notes, e.report.Limits
			return r, nil
		}
		if !slices.Contains(r.Builds, e.build) {
			r.Builds = append(r.Builds, e.build)
		}
		if i == 0 || e.report.each < r.each { // what holds of all builds
			r.Masks, r.each = e.report.Masks, e.report.each
		}
		if e.report.each == ptx.MostElements {
			every = append(every, e.build)
		}
		r.Notes, r.Limits, r.laws = appendNew(r.Notes, e.report.Notes), joinedLimits(r.Limits, e.report.Limits), r.laws|
			e.report.laws
	}
	if len(every) > 0 && r.each < ptx.MostElements {
		r.Masks += everyBuilt + buildsText(every)
	}
	nvcc := slices.ContainsFunc(c.compilers, func(c compile.Compiler) bool { return c.Name() == "nvcc" })
	switch {
	case len(ends) == 0 && r.Spec.InType().Half() && !nvcc:
		r.Differs = "no compiler here can compile it; half types need the nvcc of a CUDA toolkit, on PATH, in " +
			"/usr/local/cuda/bin, or named by SHFLGEN_NVCC"
	case len(missing) > 0 && c.arches != nil:
		r.Differs = "no compiler here knows " + strings.Join(missing, ", ") +
			", which -arch asks for; want nvcc of a CUDA toolkit that knows it, or -arch without it"
	case len(missing) > 0 && (len(ends) == 0 || !c.notLookedAt(ctx, missing)):
		r.Differs = "no compiler here knows " + strings.Join(missing, ", ") +
			", which the file tells from others; want nvcc, or -arch for those that you use"
	case len(ends) == 0:
		r.Differs = "no compiler here can compile it"
	default:
		r.Verdict = Proved
		r.arches = reach(r.Builds, c.arches == nil, missing)
		if len(missing) > 0 {
			r.Limits = append(r.Limits, strings.Join(missing, ", ")+" not looked at: no compiler here builds for that")
		}
		r.ofBuilds(ends)
	}
	return r, nil
}

// run runs jobs, as many at once as there are slots; after one that is no proof, those that wait are
// left out.
func (p *cuda) run(ctx context.Context, jobs []job) ([]outcome, error) {
	ends := make([]outcome, len(jobs))
	last := inSlots(len(jobs), len(jobs), func() func(int) bool {
		return func(i int) bool {
			if ctx.Err() != nil {
				return false
			}
			ends[i] = p.one(ctx, jobs[i])
			return ends[i].err == nil && ends[i].report.shown()
		}
	})
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return ends[:last], nil
}

// numberedLine is how nvcc writes the line of an error. Others write file:line:column.
var numberedLine = regexp.MustCompile(`(?m)^(\S.*)\((\d+)\): `)

// nameIn names the subject of a unit as the user does, where a compiler rejects it.
func nameIn(err error, u compile.Unit, file string) {
	var rejects *compile.Error
	if errors.As(err, &rejects) {
		rejects.Text = strings.NewReplacer("./"+u.Subject, file, u.Subject, file).Replace(rejects.Text)
		rejects.Text = numberedLine.ReplaceAllString(rejects.Text, "$1:$2: ")
	}
}

// one compiles and proves one job.
func (p *cuda) one(ctx context.Context, j job) (end outcome) {
	defer catch(&end.err)
	version, err := j.compiler.Version(ctx)
	if err != nil {
		return outcome{err: err}
	}
	b := Build{
		Compiler: j.compiler.Name(), Version: version, Arch: j.arch, Level: j.build.Level,
		Flags: strings.Join(j.compiler.Args(j.build), " "), user: strings.Join(j.build.UserArgs(), " "),
	}
	u := compile.NewUnitWithout(p.asked, j.caller)
	code, err := j.compiler.Compile(ctx, u.Files(p.src), u.File, j.build)
	if err != nil {
		nameIn(err, u, p.report.File)
		return outcome{build: b, err: err}
	}
	if !j.inlined {
		p.sees(ptx.LooseIn(code))
	}
	r := p.report
	w := way{
		planned: j.caller.Planned, own: p.Spec != nil, inlined: j.inlined, plain: j.build.Level == "O0",
		emitted: p.Spec == nil, rows: p.rowsABlock(),
	}
	if w.own {
		w.calls, w.sources = u.Kernels[0], p.files.named(u.Subject)
		w.first, w.once, w.promises = p.first, p.once, p.promises
	}
	if err := p.proofs.prove(ctx, &r, code, u.Kernels[0], w); err != nil {
		return outcome{build: b, err: err}
	}
	if j.build.Level != "O0" && !j.caller.Planned && !j.inlined {
		if err := p.script(&r, b, code, w); err != nil {
			return outcome{build: b, err: err}
		}
	}
	if c := r.Counterexample; c != nil {
		shown := *c
		shown.Build = b.String()
		r.Counterexample = &shown
	} else if !r.shown() {
		r.Differs = fmt.Sprintf("%s: %s", b, r.Differs)
	}
	return outcome{b, r, nil}
}
