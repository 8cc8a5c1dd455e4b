package verify

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/goread"
	"github.com/shflgen/shflgen/spec"
)

// Subject is a file under proof.
type Subject struct {
	Path string // its ending says what it is: see [Endings]
	Src  []byte
}

// lf is a text with the line ends of Windows replaced.
func lf(src []byte) []byte { return bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n")) }

// Options says what of a file is proved, and by what. The zero value proves an
// emitted file against its header.
type Options struct {
	Spec *spec.Spec // what the function has to compute; nil: what the header says
	Call string     // CUDA: an expression that makes the call; "": f(mask, v) as emitted

	// Dimensions is the greatest number of dimensions of the blocks that call the function, 1 to 3. 0 means 1, or 3
	// for a file with a header of shflgen.
	Dimensions int

	Calls Calls // of a function of a block

	// Values are those of elements that are floats. Functions of a warp or a block in CUDA or PTX are proved for these
	// alone, if Spec says what they compute.
	Values Values

	// Masks are those that callers pass to a function in CUDA or PTX, if Spec says what it computes and it has a mask.
	Masks Masks

	// AnyTie says that of equal elements the index of each is right, not of the lowest lane or thread alone: of argmin and
	// argmax in CUDA or PTX, if Spec says that a function computes them.
	AnyTie bool

	Compilers []string            // CUDA, of [Compilers]: each makes every build; nil: whichever there is
	Flags     map[string][]string // by the name of a compiler
	Arches    []string            // nil: every architecture that the file tells from others
	Levels    []string            // O0 and O2; nil: both, or what Flags say
	Define    []string            // as of -D
	Undefine  []string            // macros that a file asks for and that no build defines
	Include   []string            // as of -I

	// Printed is what the generator prints for a spec, in files of an ending such as .go,
	// of a Go package. Nil: the text outside of function bodies is not compared.
	Printed func(s spec.Spec, ending, pkg string) ([]byte, error)

	// Script is called with each proof of optimised PTX as a script in SMT-LIB 2, for a
	// solver that should answer unsat. The build is that of the PTX. A proof that has no script
	// says so in its notes.
	Script func(b Build, script []byte) error

	// Reads is called with each file of its own that a file includes, and with each place where one
	// is looked for and is not: there src is nil.
	Reads func(path string, src []byte)

	// Function says which of a Go file of several; nil: the file is of one.
	Function *Function

	// Alone reads a Go file without the rest of its package.
	Alone bool

	Timeout time.Duration // of one file; 0: none

	first  []check.Inputs // of calls on numbers that [Audit] knows to differ
	audits bool           // [Audit] asks: macros that nobody defines are undefined
}

// errTime is the end of a proof that takes longer than it may.
type errTime time.Duration

// Error names the limit.
func (e errTime) Error() string {
	return fmt.Sprintf("time limit: no verdict within %s", time.Duration(e))
}

// cleanup is how long the end of a context waits for temporary files to be removed.
const cleanup = 700 * time.Millisecond

// Prove proves one file. The error is misuse, a missing compiler, or the end of ctx;
// whatever is wrong with the file is a verdict of the report.
func Prove(ctx context.Context, subject Subject, o Options) (Report, error) {
	start := time.Now()
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, o.Timeout, errTime(o.Timeout))
		defer cancel()
	}
	type end struct {
		r   Report
		err error
	}
	ended := make(chan end, 1)
	go func() {
		var e end
		defer func() { ended <- e }()
		defer catch(&e.err)
		e.r, e.err = prove(ctx, subject, o)
	}()
	var e end
	select {
	case e = <-ended:
	case <-ctx.Done():
		select { // the compilers die with ctx
		case e = <-ended:
		case <-time.After(cleanup):
			e.err = context.Cause(ctx)
		}
	}
	if cause := context.Cause(ctx); cause != nil && !e.r.shown() && e.r.Verdict != Refuted {
		e.err = cause // what a proof says that was ended is no verdict
	}
	var late errTime
	if e.err != nil && errors.As(e.err, &late) {
		s, name, _ := o.specOf(subject)
		e.r, e.err = reportOn(subject.Path, name, s), nil
		e.r.Differs, e.r.Source = late.Error(), hashOf(subject.Src)
	}
	e.r.Took = time.Since(start)
	return e.r, e.err
}

// catch makes a panic an error: one file's does not end the proofs of others.
func catch(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("internal error: %v\n%s", p, debug.Stack())
	}
}

// specOf is the spec of a file and its function's name, or where its header has none an error and the file's name.
func (o Options) specOf(subject Subject) (s spec.Spec, name string, err error) {
	switch {
	case o.Spec != nil:
		s = *o.Spec
	case o.Function != nil:
		s = o.Function.Spec
	default:
		if s, err = headerOf(subject.Path, subject.Src); err != nil {
			return spec.Spec{}, filepath.Base(subject.Path), err
		}
	}
	if k, ok := kinds[filepath.Ext(subject.Path)]; ok {
		return s, k.name(s), nil
	}
	return s, s.FileName(), nil
}

// prove proves a file as its kind is proved.
func prove(ctx context.Context, subject Subject, o Options) (Report, error) {
	k, err := o.kindOf(subject.Path)
	if err != nil {
		return Report{}, err
	}
	s, name, err := o.specOf(subject)
	if err != nil {
		return Report{File: subject.Path, Verdict: Refused, Differs: err.Error(), passing: true}, nil
	}
	if o.Spec != nil {
		if err := s.ReadyOwn(); err != nil {
			return Report{}, err
		}
	}
	r := reportOn(subject.Path, name, s)
	r.Masks = o.Masks.of(r.Masks, s)
	r.Source = hashOf(subject.Src)
	if !o.sameHeader(subject) {
		r.Verdict, r.Differs = Refused, fmt.Sprintf("%s:1:1: header: does not say what the spec says; want "+
			"a spec equal to it, or the header removed", subject.Path)
		return r, nil
	}
	r, err = k.prove(ctx, r, subject, o)
	r.Limits = append(r.Limits, limitsOf(s)...)
	return r, err
}

// sameHeader reports whether a file has no header of shflgen beside a spec, or one that asks for the same.
func (o Options) sameHeader(subject Subject) bool {
	if o.Spec == nil || !bytes.HasPrefix(subject.Src, []byte(spec.HeaderPrefix)) {
		return true
	}
	own, err := headerOf(subject.Path, subject.Src)
	return err == nil && own == *o.Spec
}

// proveGoFile is the proof of a Go file, with every end a verdict.
func proveGoFile(ctx context.Context, r Report, subject Subject, o Options) (Report, error) {
	refuse := func(err error) (Report, error) {
		r.passing = errors.As(err, new(errLoad))
		r.Verdict, r.Differs = Refused, err.Error()
		return r, nil
	}
	f, err := o.readGo(ctx, Subject{subject.Path, lf(subject.Src)})
	if err != nil {
		return refuse(err)
	}
	f.Interrupt = func() error { return context.Cause(ctx) }
	var untrue error
	switch {
	case o.Function != nil:
		r.Text, untrue = o.Function.text, o.Function.untrue
	case o.Spec == nil && (!o.Alone || o.Printed != nil):
		r.Text, untrue, err = o.compareText(lf(subject.Src), readGoText,
			func(pkg string) ([]byte, error) { return o.Printed(r.Spec, ".go", pkg) },
			func(got, want outline) error { return goSentences(got, want, "") })
		if err != nil {
			return refuse(fmt.Errorf("%s: %w", subject.Path, err))
		}
	}
	proof, err := proveRead(ctx, subject.Path, f)
	if err != nil {
		return refuse(err)
	}
	proof.File, proof.Source, proof.Text = r.File, r.Source, r.Text
	proof.unless(untrue)
	if f.Loaded != "" {
		proof.Notes = append(proof.Notes, "with "+f.Loaded)
	}
	if u := proof.Spec.User; u != nil {
		proof.Limits = append(proof.Limits, u.String()+" pure, and called as it stands in package "+u.Path)
	}
	for _, m := range []*spec.Map{proof.Spec.Map, proof.Spec.Row().Fn} {
		if m.User() {
			proof.Limits = append(proof.Limits, m.String()+" pure, and called as it stands in package "+m.Path)
		}
	}
	if len(f.Forms) > 0 {
		proof.Limits = append(proof.Limits, strings.Join(f.Forms, ", ")+": calls of it and nothing else")
	}
	proof.Limits = append(proof.Limits, f.Assumes...)
	return proof, nil
}

// errLoad is an error of loading a package, which files elsewhere may mend.
type errLoad struct{ error }

// Unwrap is the error itself.
func (e errLoad) Unwrap() error { return e.error }

// readGo reads a Go file with the rest of its package: the function that its header
// asks for, or of a spec.
func (o Options) readGo(ctx context.Context, subject Subject) (*goread.File, error) {
	s := o.Spec
	switch {
	case o.Function != nil:
		u, err := load(ctx, subject)
		if err != nil {
			return nil, errLoad{err}
		}
		return goread.ReadBundled(u, o.Function.bundle, o.Function.Spec)
	case o.Alone && s == nil:
		return goread.Read(subject.Path, subject.Src)
	case o.Alone:
		return goread.ReadFunc(subject.Path, subject.Src, *s, s.FuncName())
	}
	u, err := load(ctx, subject)
	if err != nil {
		return nil, errLoad{err}
	}
	u.Resolve = func(s spec.Spec) (spec.Spec, error) { return resolve(s, filepath.Dir(subject.Path)) }
	if s == nil {
		return goread.ReadUnit(u)
	}
	return goread.ReadFuncUnit(u, *s, s.FuncName())
}

func hashOf(src []byte) string {
	sum := sha256.Sum256(src)
	return hex.EncodeToString(sum[:])
}
