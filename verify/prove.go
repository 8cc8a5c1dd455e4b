package verify

import (
	"context"
	"fmt"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/verify/algebra"
	"github.com/shflgen/shflgen/verify/bv"
	"github.com/shflgen/shflgen/verify/goread"
	"github.com/shflgen/shflgen/verify/ref"
	"github.com/shflgen/shflgen/verify/term"
)

// proveGo is the proof of an emitted Go file.
func proveGo(name string, src []byte) (Result, error) {
	f, err := goread.Read(name, src)
	if err != nil {
		return Result{}, err
	}
	return proveRead(context.Background(), name, f)
}

// proveRead is the proof of a Go function that has been read, for every size of int.
// It ends with ctx.
func proveRead(ctx context.Context, name string, f *goread.File) (Result, error) {
	r, err := proveSized(ctx, name, f)
	if err != nil || r.Verdict != Proved || f.Other == nil {
		return r, err
	}
	other, err := proveSized(ctx, name, f.Other)
	switch {
	case err != nil:
		return other, fmt.Errorf("%s: %w", f.Other.Loaded, err)
	case other.Verdict != Proved:
		other.Notes = append(other.Notes, f.Other.Loaded)
		return other, nil
	}
	return r, nil
}

// proveSized is the proof for one size of int.
func proveSized(ctx context.Context, name string, f *goread.File) (r Result, err error) {
	defer func() { // a proof that grows too large is none
		if p := recover(); p != nil {
			s, ok := p.(bv.Stop)
			if !ok {
				panic(p)
			}
			r.Verdict, r.Differs = NotProved, s.Why
		}
	}()
	s := f.Spec
	r = reportOn(name, f.Func, s)
	r.Axioms = f.Axioms()
	end := func() error { return context.Cause(ctx) }
	d := algebra.Watched(s, end)
	f.Interrupt = end
	in := inputs(d, s)
	got := goread.State{Mask: in.mask, Lanes: append([]bv.Value(nil), in.lanes...), Keys: in.keys, Same: in.same}
	if s.HasLane() {
		got.Index = append([]bv.Value(nil), in.index...)
	}
	if err := f.Run(d, &got); err != nil {
		return r, err
	}
	if s.Pattern.HasPred() != (got.Pred != nil) {
		return r, fmt.Errorf("%s: the preds are not returned", name)
	}
	where := term.False
	var want ref.Outcome[bv.Value, bv.Value]
	switch {
	case s.HasLane():
		r.Differs, where, err = laneDifference(d, s, in, got)
	case s.Pattern.Keyed():
		want, err = ref.RunKeyed(algebra.On(d, s), s, in.lanes, in.member, in.same)
	default:
		want, err = ref.Run(algebra.On(d, s), s, in.lanes, in.member)
	}
	if err == nil && !s.HasLane() {
		r.Differs, where = difference(d, s, want, got)
	}
	if err != nil {
		return r, err
	}
	if r.Differs == "" {
		r.Verdict = Proved
		return r, nil
	}
	r.Differs = r.Differs + ", but no input was found that shows it"
	if r.Counterexample, err = refute(f, d, where); err != nil {
		return r, err
	}
	if r.Counterexample != nil {
		r.Verdict = Refuted
	}
	return r, nil
}

// symbols stand for every mask and every element.
type symbols struct {
	mask   []bv.Value
	member []bv.Value // bit i of the mask
	lanes  []bv.Value // elements
	index  []bv.Value // what idx holds, of an op that gives a lane
	keys   []bv.Value // of patterns that take keys; same says which are equal
	same   func(i, j int) bv.Value
}

func inputs(d *term.Domain, s shflgen.Spec) symbols {
	var in symbols
	n := s.Lanes()
	if s.Pattern.Keyed() {
		in.ask(d, s)
	}
	if s.Mask != shflgen.Full {
		for w := range s.MaskWords() {
			in.mask = append(in.mask, d.MaskBits(w*shflgen.WarpSize, shflgen.WarpSize))
		}
		for i := range n {
			in.member = append(in.member, d.Extract(in.mask[i/shflgen.WarpSize], i%shflgen.WarpSize, 1))
		}
	}
	for i := range s.Elements() {
		in.lanes = append(in.lanes, d.Var(i, s.Type.Bits()))
	}
	if s.HasLane() {
		for i := range n {
			in.index = append(in.index, d.Var(n+i, 32))
		}
	}
	return in
}

// how is what is said of a difference, in brackets.
func how(text string) string {
	if text == "" {
		return ""
	}
	return " (" + text + ")"
}

// difference says where the two outcomes may differ, and for which masks; or
// nothing. A lane that the contract does not name keeps its input in Go.
func difference(d *term.Domain, s shflgen.Spec, want ref.Outcome[bv.Value, bv.Value], got goread.State) (string, term.Guard) {
	float := algebra.Format(s.Type)
	for i, w := range want.Value {
		if where := d.Differ(got.Lanes[i], w, float); where != term.False {
			return fmt.Sprintf("the terms of %s differ%s", placeOf(s, i), how(d.Difference(where, got.Lanes[i], w))), where
		}
	}
	if !s.Pattern.HasPred() {
		return "", term.False
	}
	for i, w := range want.Pred {
		if where := d.Differ(d.Extract(got.Pred, i, 1), w, nil); where != term.False {
			return fmt.Sprintf("the preds of lane %d differ", i), where
		}
	}
	return "", term.False
}
