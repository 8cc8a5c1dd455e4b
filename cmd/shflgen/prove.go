package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/shflgen/shflgen/internal/fresh"
	"github.com/shflgen/shflgen/internal/prover/operator"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/verify"
)

// asked is the command line of prove.
type asked struct {
	verify.Options
	json, all bool
	fresh     bool // no verdict of an earlier run
	scripts   string
	given     []string // flags that may change a verdict
	flags     *flag.FlagSet
	paths     []string
	except    excepted

	spec, arches, compilers, lengths, shape, calls, values, masks, ties string // as given
}

// prove is the verb prove: it proves files on disk and prints one line a function.
func prove(args []string, out io.Writer) error {
	a, err := parseProve(args)
	if err != nil {
		return err
	}
	ctx, stop := untilInterrupt()
	defer stop()
	collectLess()
	return a.prove(ctx, out)
}

// bind registers the flags on fs.
func (a *asked) bind(fs *flag.FlagSet) {
	a.bindBuilds(fs)
	fs.StringVar(&a.spec, "spec", "", "")
	fs.StringVar(&a.Call, "call", "", "")
	fs.Var(choice{&a.shape, blockShapes, oneName}, "block-shape", "")
	a.bindCallers(fs)
	fs.Var(choice{&a.values, kindsOfValues, someNames}, "values", "")
	fs.StringVar(&a.scripts, "smt", "", "")
	fs.Var(choice{&a.lengths, kindsOfLengths, oneName}, "lengths", "")
	fs.Func("except", "", a.except.set)
	fs.BoolVar(&a.all, "v", false, "")
	fs.BoolVar(&a.fresh, "fresh", false, "")
}

// bindCallers registers the flags that say how calls follow one another, which masks callers pass, and which of equal
// elements they want.
func (a *asked) bindCallers(fs *flag.FlagSet) {
	fs.Var(choice{&a.calls, callOrders, oneName}, "calls", "")
	fs.Var(choice{&a.masks, verify.KindsOfMasks, oneName}, "masks", "")
	fs.Var(choice{&a.ties, tieRules, oneName}, "ties", "")
}

// bindBuilds registers the flags that say how CUDA is compiled, and how long a proof may take.
func (a *asked) bindBuilds(fs *flag.FlagSet) {
	fs.Var(choice{&a.arches, verify.Arches, someNames}, "arch", "")
	fs.Var(choice{&a.compilers, verify.Compilers, someNames}, "compiler", "")
	fs.DurationVar(&a.Timeout, "timeout", 10*time.Minute, "")
	fs.BoolVar(&a.json, "json", false, "")
	list := func(to *[]string) func(string) error {
		return func(text string) error { *to = append(*to, text); return nil }
	}
	fs.Func("I", "", list(&a.Include))
	fs.Func("D", "", list(&a.Define))
	fs.Func("U", "", list(&a.Undefine))
	for _, name := range verify.Compilers() {
		fs.Func(name+"-flags", "", func(text string) error {
			a.Flags[name] = append(a.Flags[name], strings.Fields(text)...)
			return verify.CheckFlags(a.Flags[name])
		})
	}
}

// parseProve reads the command line, and the project's defaults.
func parseProve(args []string) (asked, error) { return parseProveWith(args, currentProject) }

// parseProveWith reads the command line, and some defaults.
func parseProveWith(args []string, read func() (project, error)) (asked, error) {
	a := asked{Options: verify.Options{Printed: fresh.Printed, Flags: map[string][]string{}}}
	fs, paths, err := verbFlags("prove", a.bind, args)
	if a.flags, a.paths = fs, paths; err != nil {
		return a, err
	}
	fs.Visit(func(f *flag.Flag) {
		if !slices.Contains([]string{"json", "v", "timeout", "except"}, f.Name) {
			a.given = append(a.given, f.Name+"="+f.Value.String())
		}
	})
	if len(a.paths) == 0 {
		return a, usageError("prove: no file: want files that end in .go, .cu or .ptx, folders, or ./...")
	}
	if err := a.takeDefaults(fs, read); err != nil {
		return a, err
	}
	if a.Call != "" && a.spec == "" {
		return a, usageError("prove: -call goes with -spec 'FLAGS', which says what the function computes")
	}
	if a.Timeout <= 0 {
		return a, wantOne("timeout", a.Timeout.String(), "more than 0")
	}
	a.takeChoices()
	return a, errors.Join(checkChoices(fs), a.ofSpecs())
}

func (a *asked) parseSpec(text string) error {
	if text == "" {
		return nil
	}
	s, err := spec.ParseOwn(strings.Fields(text))
	if err != nil {
		return err
	}
	if s.Forms != 0 {
		return usageError("prove: -form: of a function of your own, want the spec without it")
	}
	if s, _, err = operator.ResolveOwn(s, ".", ".", strings.Contains(" "+text, " -type ")); err != nil {
		return err
	}
	a.Spec = &s
	if s.Order == spec.AnyOrder && a.scripts != "" {
		return usageError("prove: -order any: scripts of -smt are for one order; leave one out")
	}
	return nil
}

// prove proves every file. It prints a line for each proved file and, at the end, the number of
// files of each verdict. Other verdicts are errors. With -json every file and every error is one
// object.
func (a asked) prove(ctx context.Context, out io.Writer) error {
	given, unnamed := plainPaths("prove", a.paths)
	in := emittedIn
	if a.Spec != nil {
		in = func(dir string, _ bool) ([]string, error) {
			return nil, usageError(fmt.Sprintf("prove: %s is a folder; -spec goes with files", dir))
		}
	}
	paths, found := expand(given, in, writtenHere)
	paths, more := plainPaths("prove", paths)
	paths, left, unused := a.except.from(paths)
	found = slices.Concat(unnamed, found, more, unused)
	if err := errors.Join(a.sameScripts(paths), a.unused(paths)); err != nil {
		return err
	}
	v := newVerdicts(out, a.json, a.all, paths)
	v.listed = a.lengths == listedLengths
	kept, note := a.openCache()
	if note != "" && !a.json {
		fmt.Fprintln(terminal{os.Stderr}, message("shflgen: "+note))
	}
	defer kept.Trim()
	for _, err := range found {
		v.error("", err)
	}
	for _, path := range left {
		v.leave(path)
	}
	type proof struct {
		path     string
		verdicts []shown
		err      error
	}
	inOrder(ctx, paths, func(path string) proof {
		verdicts, err := a.cached(ctx, kept, path)
		return proof{path, verdicts, err}
	}, func(of proof) bool {
		if ctx.Err() != nil {
			return false // what it says may be the interruption
		}
		for _, s := range of.verdicts {
			v.report(s)
		}
		if of.err != nil {
			v.error(of.path, of.err)
		}
		return v.err == nil
	})
	switch {
	case v.err != nil:
		return v.err
	case ctx.Err() != nil:
		return errors.Join(append(v.found, errors.New("interrupted"))...)
	}
	return v.end()
}

// one proves a file: one function, or each of a header of several.
func (a asked) one(ctx context.Context, subject verify.Subject) (all []verify.Report, err error) {
	path, o := subject.Path, a.Options
	o.Script = a.scriptsOf(path)
	parts := []part{{subject, nil}}
	if verify.IsBundle(subject.Src) {
		if a.scripts != "" || a.Spec != nil {
			return nil, usageError("prove: " + path + ": a file of several functions; -smt and -spec take files of one")
		}
		if parts, err = partsOf(subject); err != nil {
			return []verify.Report{{File: path, Verdict: verify.Refused, Differs: err.Error()}}, nil
		}
	}
	for _, p := range parts {
		o.Function = p.of
		r, err := verify.Prove(ctx, p.Subject, o)
		if errors.As(err, new(verify.Misuse)) {
			err = fmt.Errorf("prove %w", err)
		}
		if err != nil {
			return all, err
		}
		all = append(all, r)
	}
	return all, nil
}
