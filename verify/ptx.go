//go:build !js

package verify

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/operator"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/internal/prover/smt"
	"github.com/shflgen/shflgen/spec"
)

// proveKernel proves the only kernel of some PTX. The error is no verdict: a refusal, a
// fault, or an error of the machine.
func (r *Report) proveKernel(ctx context.Context, file *ptx.File, w way, search check.Search) error {
	s, err := w.subject(ctx, file, r.Spec)
	if err != nil {
		return err
	}
	p, err := check.Prove(ctx, s, search)
	r.take(p)
	if r.Verdict == Proved && !w.own { // as its contract says
		err = errors.Join(s.Traps(ctx), s.Launched(w.rows))
	}
	if r.Verdict != Proved {
		return err
	}
	r.note(s.Notes()...)
	r.limit(s.Dynamic())
	r.limit(s.Active())
	if r.Spec.Row().Aligned {
		r.limit(ptx.AlignedRows)
	}
	if l := s.Loose(); l != "" {
		r.limit(fmt.Sprintf(loose, l))
	}
	return err
}

// manyCols is from how many columns on a call on numbers takes a second: then few are made.
const manyCols = 10_000

// search is how many calls are made beside a proof of PTX.
func search(s spec.Spec) check.Search {
	if s.Shape().Row() && s.Cols() >= manyCols {
		return check.Search{Before: 1, AfterFault: 8}
	}
	return check.Search{Before: 6, AfterFault: 48}
}

// script hands out the script of the proof of some PTX that was not refused, if scripts
// are asked for. A proof that has none has its verdict, and a note that says why.
func (o Options) script(r *Report, b Build, code []byte, w way) error {
	if o.Script == nil || r.Verdict == Refused {
		return nil
	}
	text, err := scriptOf(r, code, w)
	if err != nil {
		r.note("no script for solvers: " + err.Error())
		return nil
	}
	return o.Script(b, text)
}

// scriptOf is the script of the proof of some PTX. The error says why there is none.
func scriptOf(r *Report, code []byte, w way) ([]byte, error) {
	if r.Spec.Shape().Grid() {
		return nil, errors.New("the proof looks at one length after another")
	}
	if r.Spec.Ranged() {
		return nil, errors.New("the proof is of a range of columns")
	}
	code, _ = w.inLaunch(r.Spec, code)
	file, err := w.read(r.File, code)
	if err != nil {
		return nil, err
	}
	file.Once = r.once
	return smt.Kernel(r.Spec, file, "")
}

// loose is the condition of a proof of float instructions without a rounding modifier.
const loose = "%s without .rn: if a caller makes v by a product, or adds to the result, the compiler may contract " +
	"that into an fma; __fadd_rn and __fmul_rn forbid it"

// way says what is special about a proof of PTX.
type way struct {
	planned bool   // the function calls by a plan
	own     bool   // the function is a user's own: it may read thread numbers
	calls   string // of an own one, the kernel that calls it: what else the file has is not looked at
	inlined bool   // functions of users that it calls are compiled into it
	plain   bool   // the build is not optimised

	// sources are the files of the user's own: see [ptx.ReadFrom]; nil: positions in them are not known.
	sources func(file string) string

	promises ptx.Promises // of its callers
	once     bool         // a proof of one call is enough

	first []check.Inputs // of calls on numbers that may show a difference

	emitted bool  // the file has a contract
	rows    int64 // that a block works on, as the contract says; 0: it says nothing
}

// read reads PTX.
func (w way) read(name string, code []byte) (*ptx.File, error) {
	file, err := ptx.ReadFrom(name, code, w.sources)
	if err != nil {
		return nil, err
	}
	file.Promises = w.promises
	if w.calls != "" {
		file.Only(w.calls)
	}
	return file, nil
}

// subject is the only kernel of a file, as it is proved. An emitted one leaves registers as they are that have no
// result.
func (w way) subject(ctx context.Context, file *ptx.File, s spec.Spec) (*ptx.Subject, error) {
	var of bv.Bodies // of functions of users that are compiled into it; others are calls
	if bodies := w.bodies(ctx, s); bodies != nil {
		var err error
		if of, err = bodies(); err != nil {
			return nil, err
		}
	}
	subject, err := file.Subject(s, "", of)
	if err == nil {
		subject.Leaves = w.emitted
	}
	return subject, err
}

// array is the only kernel of a file, that of an array, as it is proved.
func (w way) array(ctx context.Context, file *ptx.File, s spec.Spec) (*ptx.Array, error) {
	return file.Array(s, "", w.bodies(ctx, s))
}

// scan is the only kernel of a file, that of an array's scan, as it is proved.
func (w way) scan(ctx context.Context, file *ptx.File, s spec.Spec) (*ptx.Scan, error) {
	return file.Scan(s, "", w.bodies(ctx, s))
}

// bodies gives those of functions of users that are compiled into a kernel; nil: these are calls.
func (w way) bodies(ctx context.Context, s spec.Spec) func() (bv.Bodies, error) {
	if !w.inlined {
		return nil
	}
	return func() (bv.Bodies, error) { return operator.Bodies(ctx, s) }
}

// replayed is what a call is replayed of: of the kernel of an array, the proof of one element; of argmin
// and argmax of a range of columns, that of the most.
func (w way) replayed(ctx context.Context, file *ptx.File, s spec.Spec) (check.Subject, error) {
	if s.Ranged() && s.HasLane() {
		return file.OfCols(s, "", s.Cols())
	}
	if !s.Shape().Grid() {
		return w.subject(ctx, file, s)
	}
	if s.Pattern.GridScan() {
		k, err := w.scan(ctx, file, s)
		if err != nil {
			return nil, err
		}
		return k.Block(ptx.Ticket{N: 1, Blocks: 1})
	}
	if s.Pattern.Columns() {
		k, err := file.Columns(s, "")
		if err != nil {
			return nil, err
		}
		return k.Chunk(ptx.Matrix{Rows: 1, Cols: 1}, 0, 0)
	}
	a, err := w.array(ctx, file, s)
	if err != nil {
		return nil, err
	}
	return a.Chunk(1, 1, 0, 0)
}

// proveCode is the proof of the one kernel of some PTX, with every end a verdict.
func proveCode(ctx context.Context, r *Report, code []byte, w way) error {
	code, reads := w.inLaunch(r.Spec, code)
	if reads {
		r.limit(oneWarp)
	}
	file, err := w.read(r.File, code)
	if err != nil {
		r.Verdict, r.Differs = Refused, err.Error()
		return nil
	}
	switch {
	case r.Spec.Pattern.GridScan():
		err = r.proveScan(ctx, file, w)
	case r.Spec.Pattern.Columns():
		err = r.proveColumnReduction(ctx, file, w)
	case r.Spec.Shape().Grid():
		err = r.proveArray(ctx, file, w)
	case r.Spec.Ranged() && r.Spec.HasLane():
		err = r.proveKernelColumns(ctx, file, w, search(r.Spec))
	default:
		calls := search(r.Spec)
		calls.First = w.first
		err = r.proveCalls(ctx, file, w, calls)
	}
	var fault *exec.Fault
	switch {
	case errors.As(err, &fault):
		r.Verdict, r.Differs = NotProved, err.Error()
	case err != nil:
		r.Verdict, r.Differs = Refused, err.Error()
	case r.Verdict == Refuted:
		r.Counterexample.Planned = w.planned
	case w.own && r.shown():
		r.launched()
	}
	if !r.shown() {
		return nil
	}
	if r.Spec.Order == spec.AnyOrder {
		r.limit("each element is added once, in an order of the function's own")
	}
	r.limit(Masks(w.promises.Masks).limit(r.Spec))
	if w.promises.AnyTie && OfTies(r.Spec) {
		limit := "of equal elements any index is right"
		if strings.HasPrefix(r.Spec.Gives(), "every ") {
			limit += ", and another may be in each lane"
		}
		r.limit(limit)
	}
	if !w.promises.Values.Any() {
		r.limit(w.promises.Values.String())
	}
	r.limit(ofDimensions(r.Spec, w.promises.Dimensions))
	return nil
}

// auditSteps bounds one proof of an audit on terms: nobody asked for it, and some have no end.
const auditSteps = 1 << 23

// promises are what the callers of the function in a file see to.
func (o Options) promises(subject Subject, s spec.Spec) ptx.Promises {
	return ptx.Promises{Dimensions: o.dimensions(subject), Values: o.Values.of(s), Masks: check.Masks(o.Masks),
		AnyTie: o.AnyTie, Together: o.audits, Steps: int64(bit(o.audits)) * auditSteps}
}
