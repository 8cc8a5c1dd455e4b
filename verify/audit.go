//go:build !js

package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/cxx"
	"github.com/shflgen/shflgen/internal/prover/survey"
	"github.com/shflgen/shflgen/spec"
)

// AuditOptions says how [Audit] looks at a file. It does not read Spec, Call, Dimensions, Printed and Script.
type AuditOptions struct {
	Options
	Instances []string // of templates, such as warp_max<float>, beside those that the file calls
	Functions []string // the names of those that are looked at; nil: all
	Blocks    []int    // threads of the blocks that call functions of a block; nil: usual sizes, and some are proved
	Cols      []int    // elements of the rows of kernels; nil: numbers around those of the blocks' threads
	// LowestTie says that of equal elements the index of the lowest lane or thread alone is right. By default a function
	// that finds another one is judged as Options.AnyTie says.
	LowestTie bool
	Computes  string // what kernels have to compute, as a finding says it, or a part of that; "": that is not known
}

// Finding is the result of [Audit] for one function.
type Finding struct {
	File    string
	Line    int
	Func    string // its name and the types of its parameters
	Verdict Verdict
	Specs   []spec.Spec // that it agrees with on ordinary numbers: one, or of a function of a block one a size
	Call    string      // by which the reports are made; "": there are none
	Reports []Report    // proofs of the first specs; what decides the verdict comes first
	Except  string      // of one that is proved without some floats: what it gives for such a one
	Proved  string      // of a refuted one: a call by all lanes for which it is proved
	Holds   []string    // kinds of inputs, beside ordinary ones, on which calls agreed as well
	Fails   []string    // kinds of inputs on which a call did not
	Why     string      // of an undecided one
	Ordered string      // of a refuted one: an access by which the results depend on the order of threads
	Took    time.Duration

	Launches *Launches // of a kernel: those that were looked at; nil: of a function
	Excerpt  string    // of a refuted kernel: the line that it is due to, as compilers show it

	Ready string // for the caller: a function that is at hand and computes the first spec

	arguments int      // that the function takes
	rejected  bool     // no compiler makes PTX of a call
	given     []string // of macros of the file
	beside    string   // what it computes beside that
}

// Rejected reports whether the function is undecided because no compiler makes PTX of a call.
func (f Finding) Rejected() bool { return f.rejected }

// audit is the work on one file.
type audit struct {
	AuditOptions
	subject   Subject
	src       []byte
	tokens    []cxx.Token
	names     map[string]string // that the file gives to types and numbers
	compilers []compile.Compiler
	files     written
	given     []string // what is said of macros
}

// Audit finds the functions of a CUDA file that lanes or threads make together, and what each of them computes. Calls
// on numbers choose the spec, and [Prove] decides. A function is refuted if it agrees with a spec on ordinary numbers,
// and a counterexample is found. One that agrees with none is undecided. The error is misuse, a missing compiler, or
// the end of ctx.
func Audit(ctx context.Context, subject Subject, o AuditOptions) ([]Finding, error) {
	o.Spec, o.Call, o.Printed, o.Script = nil, "", nil, nil
	if k, err := o.kindOf(subject.Path); err != nil {
		return nil, err
	} else if !k.calls {
		return nil, Misuse(subject.Path + ": want a file of CUDA, which ends in .cu, .cuh or .h")
	}
	a := &audit{AuditOptions: o, subject: subject, src: lf(subject.Src)}
	var err error
	if a.tokens, err = cxx.Lex(a.src); err != nil {
		f := Finding{File: subject.Path, Line: 1, Func: "the file", Verdict: NotProved, Why: err.Error()}
		var of *cxx.Error
		if errors.As(err, &of) {
			f.Line, f.Why = of.Line, of.Why
		}
		return []Finding{f}, nil
	}
	a.names = cxx.Aliases(a.tokens)
	if a.src, _, err = cxx.WithoutHostBodies(a.src, len(o.Include) > 0, o.Define); err != nil {
		return nil, err
	}
	if a.compilers, err = o.compilers(); err != nil {
		return nil, err
	}
	return a.functions(ctx)
}

// rejected is why no proof takes the file, whatever its functions compute. Nothing of such a file is compiled.
func (a *audit) rejected() error {
	base, _ := survey.Base(survey.Form{Type: spec.Int32, Mask: spec.Full}, 0)
	o := a.Options
	o.Spec, o.Call, o.audits = &base, "x", true
	p := &cuda{Options: o, report: reportOn(a.subject.Path, "", base), src: a.src}
	p.files = newWritten(a.subject.Path, a.src)
	a.files = p.files
	err := p.read(a.subject)
	a.Define, a.Undefine, a.given = p.Define, p.Undefine, p.given
	return err
}

// functions looks at every function, several at once, and then proves one after the other.
func (a *audit) functions(ctx context.Context) ([]Finding, error) {
	targets := a.targets()
	if a.Functions != nil {
		var err error
		if targets, err = a.chosen(targets); err != nil {
			return nil, err
		}
	}
	all := make([]Finding, len(targets))
	if err := a.rejected(); err != nil {
		for i, t := range targets {
			all[i] = undecided("%s", oneLine(err.Error()))
			all[i].File, all[i].Line, all[i].Func = a.subject.Path, t.Line, t.signature
		}
		return all, nil
	}
	seen := a.seen(ctx, targets)
	for i, t := range targets {
		start := time.Now()
		f, err := a.instance(ctx, t, seen[i])
		if err != nil {
			return nil, err
		}
		f.Took = time.Since(start) + seen[i].took
		all[i] = f
	}
	return all, nil
}

// instance is the finding of a function. Where audit chose the arguments of a template and that decides nothing, it is
// that of the first of the other instances that is decided.
func (a *audit) instance(ctx context.Context, t target, s sighting) (Finding, error) {
	f, err := a.decided(ctx, t, s)
	for _, other := range t.others {
		if err != nil || f.Verdict != NotProved {
			break
		}
		var next Finding
		if next, err = a.decided(ctx, other, a.seen(ctx, []target{other})[0]); next.Verdict != NotProved {
			f = next
		}
	}
	return f, err
}

// decided is the finding of one instance. One that audit chose is refuted by no proof: callers may choose another.
func (a *audit) decided(ctx context.Context, t target, s sighting) (f Finding, err error) {
	if ctx.Err() != nil {
		return f, context.Cause(ctx)
	}
	f, err = s.kernel, s.err
	if !t.Kernel() {
		f, err = a.judge(ctx, s)
	}
	if err == nil && !t.Kernel() && !t.missing && f.Verdict == NotProved && len(s.suspects) == 0 {
		if like, ok := a.likeKernel(ctx, t); ok {
			f = like
		}
	}
	f.File, f.Line, f.Func, f.arguments, f.given = a.subject.Path, t.Line, t.signature, len(t.Params()), a.given
	if t.chosen && f.Verdict == Refuted {
		f.Verdict = NotProved
		f.Why = fmt.Sprintf("refuted for %s, which audit chose: -instance '%s<…>' names another instance", t.called, t.Name)
	}
	return f, err
}

// seen is what calls of functions on numbers show, several at once, or the finding of a kernel.
func (a *audit) seen(ctx context.Context, targets []target) []sighting {
	seen := make([]sighting, len(targets))
	inSlots(len(targets), len(targets), func() func(int) bool {
		return func(i int) bool {
			start := time.Now()
			if targets[i].Kernel() {
				seen[i].kernel, seen[i].err = a.kernel(ctx, targets[i])
			} else {
				seen[i] = a.look(ctx, targets[i])
				seen[i].spread, _, _ = a.traits(targets[i])
			}
			seen[i].took = time.Since(start)
			return ctx.Err() == nil
		}
	})
	return seen
}

// chosen are the targets that are asked for. The error is a [Misuse].
func (a *audit) chosen(targets []target) ([]target, error) {
	var names []string
	for _, t := range targets {
		names = appendNew(names, []string{t.Name})
	}
	for _, name := range a.Functions {
		if !slices.Contains(names, name) {
			return nil, Misuse(fmt.Sprintf("%s: no function %s by which lanes or threads work together; it has %s",
				a.subject.Path, name, cmp.Or(strings.Join(names, ", "), "none")))
		}
	}
	return slices.DeleteFunc(targets, func(t target) bool { return !slices.Contains(a.Functions, t.Name) }), nil
}

// sighting is what calls of a function on numbers showed.
type sighting struct {
	seen     []survey.Observed
	suspects []suspect
	partial  []suspect // of calls that look at one of several results
	arches   []string  // that it compiles for; nil: all
	err      error     // why there were no calls
	kernel   Finding   // of a kernel
	spread   bool      // the text computes the number of a warp
	took     time.Duration
}

// undecided is a finding without a verdict.
func undecided(format string, args ...any) Finding {
	return Finding{Verdict: NotProved, Why: fmt.Sprintf(format, args...)}
}
