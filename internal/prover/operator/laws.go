package operator

import (
	"context"
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/gofunc"
	"github.com/shflgen/shflgen/internal/prover/law"
	"github.com/shflgen/shflgen/internal/userpkg"
	"github.com/shflgen/shflgen/spec"
)

// decide adds the laws that were established, of those that the directive claims. A claim that is
// false is an error. No solver is asked, so that the same laws are established on every machine.
func decide(f *userpkg.Func, op *spec.UserOp, run *gofunc.Func) error {
	if f.Claims.Valid != "" { // of some elements, and nobody checks those that a kernel is called with
		return nil
	}
	ask := law.Op{Func: run, Claims: law.Claimed(f.Claims.Laws), Identity: f.Claims.Identity}
	verdicts, err := law.Check(context.Background(), ask, law.Limits{})
	if err != nil {
		return spec.FlagError{Flag: "op", Value: op.Ref, Want: err.Error()}
	}
	for _, v := range verdicts {
		if v.Answer == law.False {
			return spec.FlagError{Flag: "op", Value: op.Ref,
				Want: fmt.Sprintf("%s: the directive claims %s, and that is false; want a directive without it\n%s",
					f.Claims.At[v.Law.String()], v.Law, v.Witness)}
		}
		if v.Late { // on a machine of more time another network would be emitted
			return spec.FlagError{Flag: "op", Value: op.Ref,
				Want: fmt.Sprintf("%s: whether it is %s was not decided in 10s; want a directive without it, or more processors",
					f.Claims.At[v.Law.String()], v.Law)}
		}
		if !v.Answer.Established() || v.Valid != "" {
			continue
		}
		switch v.Law {
		case law.Associative:
			op.Laws.Associative = true
		case law.Commutative:
			op.Laws.Commutative = true
		case law.Idempotent:
			op.Laws.Idempotent = true
		case law.Identity:
			if err := identify(f, op, run); err != nil {
				return err
			}
		}
	}
	return nil
}

// identify adds the identity, by its bits: emitted code has the value that was checked, not the name,
// which a program may give another one. A type that emitted Go cannot write leaf by leaf goes without.
func identify(f *userpkg.Func, op *spec.UserOp, run *gofunc.Func) error {
	if !f.Writable(op.Local) {
		return nil
	}
	n := bv.Numbers{}
	out, err := run.Named(context.Background(), n, f.Claims.Identity)
	if err != nil {
		return spec.FlagError{Flag: "op", Value: op.Ref, Want: err.Error()}
	}
	for _, r := range out.Results {
		bits, _ := n.Known(r.V)
		op.Identity = append(op.Identity, bits)
	}
	op.IdentityName = f.Claims.Identity
	if op.IdentityName == userpkg.Zero {
		op.IdentityName = "the zero value"
	}
	return nil
}
