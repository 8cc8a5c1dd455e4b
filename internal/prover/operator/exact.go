package operator

import (
	"context"
	"errors"
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/internal/prover/gofunc"
	"github.com/shflgen/shflgen/internal/prover/tape"
	"github.com/shflgen/shflgen/spec"
)

// The payload of a NaN is no part of a result of arithmetic: Go and CUDA differ in it. A function that computes
// with the bits of a float, by math.Float32bits say, turns it into what is compared. So the floats of an
// operator that does are compared bit for bit, as its results are its operands again.

// exactness is what a function does with the bits of its floats.
type exactness struct {
	reads   []bool // leaves of its parameters that it uses as bits
	results error  // where a result is a float with an unknown bit; nil: none is
	loose   error  // it computes with bits of a float that it made by arithmetic
	assumes []string
}

// any reports whether the bits of a float count.
func (e exactness) any() bool {
	for _, r := range e.reads {
		if r {
			return true
		}
	}
	return false
}

// exactnessOf executes a function on unknown arguments. For a function that is not executed, the bits of every float
// count.
func exactnessOf(run *gofunc.Func) (e exactness) {
	d := tape.New()
	var in []gofunc.Value
	var floats []bool
	for _, leaves := range run.Params() {
		for _, l := range leaves {
			in = append(in, gofunc.Value{V: d.Var(l.Bits)})
			floats = append(floats, l.Float != bv.NoFormat)
		}
	}
	out, err := run.Call(context.Background(), d, in)
	if err != nil {
		e.reads = floats
		if refused := (*goexec.Error)(nil); errors.As(err, &refused) && refused.Why == gofunc.LooseBits {
			e.loose = err
		}
		return e
	}
	e.reads, e.results, e.assumes = make([]bool, len(in)), run.AllExact(out.Results), out.Assumes
	for i := range out.ReadsBits {
		e.reads[i] = true
	}
	return e
}

// exactOperands rejects operands that have no bits to compute with: what arithmetic gives, and what is widened. For a
// function without CUDA another error states the reason.
func exactOperands(s spec.Spec) error {
	op := s.User != nil && s.User.Exact
	reads := func(m *spec.Map, from int) bool {
		return m.User() && m.NoCUDA == "" && exactness{reads: m.Exact[min(from, len(m.Exact)):]}.any()
	}
	const why = "of a NaN, arithmetic leaves neither sign nor payload, and %s computes with the bits of " +
		"its floats; want them compared as floats"
	switch {
	case op && s.Map != nil && !s.Map.User() && s.Type.Class() == spec.Float:
		return spec.FlagError{Flag: "map", Value: s.Map.String(), Want: fmt.Sprintf(why, s.User.Name)}
	case s.In() != 0 && (op || reads(s.Map, 0) || reads(s.Row().Fn, 0)):
		return spec.FlagError{Flag: "in", Value: s.In().String(), Want: fmt.Sprintf(why, "a function")}
	case reads(s.Row().Fn, 1) && !op && s.Type.Class() == spec.Float:
		return spec.FlagError{Flag: "f", Value: s.Row().Fn.Ref, Want: fmt.Sprintf(why, s.Row().Fn.Name)}
	}
	return nil
}

// noCUDA is the first error in words, if there is one.
func noCUDA(errs ...error) string {
	for _, err := range errs {
		if err != nil {
			return err.Error()
		}
	}
	return ""
}
