package goread_test

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goread"
	"github.com/shflgen/shflgen/internal/prover/strategy"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/spec"
)

// specOf is the spec of flags.
func specOf(t testing.TB, flags string) spec.Spec {
	t.Helper()
	s, err := spec.ParseArgs(strings.Fields(flags))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// verdict is "proved" where the function F of a file has the terms of the
// reference, "differs" where it has not, else why it is refused.
func verdict(t testing.TB, flags, src string) string {
	t.Helper()
	s := specOf(t, flags)
	f, err := goread.ReadFunc("x.go", []byte(src), s, "F")
	if err != nil {
		return err.Error()
	}
	words := prove(t, f)
	if f.Other != nil && words == "proved" {
		if words = prove(t, f.Other); words != "proved" {
			words += " " + f.Other.Loaded
		}
	}
	return words
}

func prove(t testing.TB, f *goread.File) (words string) {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			stop, ok := p.(bv.Stop)
			if !ok {
				panic(p)
			}
			words = "not proved: " + stop.Why
		}
	}()
	s := f.Spec
	d := term.New(strategy.For(s, strategy.Traits{}))
	var state goread.State
	var member, lanes []bv.Value
	if s.Mask != spec.Full {
		for w := range s.Shape().MaskWords() {
			state.Mask = append(state.Mask, d.MaskBits(w*spec.MaskWordBits, spec.MaskWordBits))
		}
		for i := range s.Lanes() {
			member = append(member, d.Extract(state.Mask[i/spec.MaskWordBits], i%spec.MaskWordBits, 1))
		}
	}
	for i := range s.Elements() {
		lanes = append(lanes, d.Var(i, s.Type.Bits()))
	}
	state.Lanes = append(state.Lanes, lanes...)
	if s.HasLane() {
		var index []bv.Value
		for i := range s.Lanes() {
			index = append(index, d.Var(s.Lanes()+i, 32))
		}
		state.Numbers = append(state.Numbers, index)
	}
	if err := f.Run(d, &state); err != nil {
		return err.Error()
	}
	if s.HasLane() {
		return "ran"
	}
	want, err := algebra.Run(d, s, algebra.Input{Elements: lanes, Members: member})
	if err != nil {
		t.Fatal(err)
	}
	for i, w := range want.Value {
		switch {
		case !want.Named[i]:
			w = lanes[i]
		case s.Mask == spec.Active:
			w = d.Select(want.Gets[i], w, lanes[i])
		}
		if d.Differ(state.Lanes[i], w, algebra.Format(s.Type)) != term.False {
			return "differs"
		}
	}
	for i, w := range want.Pred {
		if d.Differ(d.Extract(state.Pred, i, 1), w, nil) != term.False {
			return "differs in the preds"
		}
	}
	return "proved"
}

// row is a function F, given its body or, where the text has "func", the whole
// file behind the package clause.
type row struct {
	name, flags, src string
	want             string // proved, differs, or words of a refusal
}

// Flags of small specs: the signature is func(v *[2]T), of the last func(mask
// *[1]uint32, v *[2]int32).
const (
	ints    = "-pattern block-reduce -block 2 -mask full"
	four    = "-pattern block-reduce -block 4 -mask full"
	mins    = ints + " -op min"
	uints   = ints + " -type uint32"
	singles = ints + " -type float32"
	doubles = ints + " -type float64"
	masked  = "-pattern block-reduce -block 2"
	warp    = "-pattern reduce -width 32"
)

// signatures are those of the flags.
var signatures = map[string]string{
	ints: "v *[2]int32", four: "v *[4]int32", mins: "v *[2]int32", uints: "v *[2]uint32",
	singles: "v *[2]float32", doubles: "v *[2]float64", masked: "mask *[1]uint32, v *[2]int32",
	warp: "mask uint32, v *[32]int32",
}

func (r row) text(t testing.TB) string {
	t.Helper()
	if strings.Contains(r.src, "package ") {
		return r.src
	}
	params, ok := signatures[r.flags]
	if !ok && !strings.Contains(r.src, "func F(") {
		t.Fatalf("%s: no signature of %s", r.name, r.flags)
	}
	src := r.src
	if !strings.Contains(src, "func F(") {
		src = "func F(" + params + ") {\n" + src + "\n}\n"
	}
	imports := ""
	for _, path := range []string{"math", "math/bits"} {
		if strings.Contains(src, path[strings.LastIndex(path, "/")+1:]+".") && !strings.Contains(src, "import") {
			imports += "import \"" + path + "\"\n"
		}
	}
	return "package p\n\n" + imports + src
}

// check reads each row, and wants the verdict it names.
func check(t *testing.T, rows []row) {
	t.Helper()
	for _, r := range rows {
		t.Run(strings.ReplaceAll(r.name, " ", "_"), func(t *testing.T) {
			if got := verdict(t, r.flags, r.text(t)); got != r.want &&
				(r.want == "proved" || r.want == "differs" || !strings.Contains(got, r.want)) {
				t.Errorf("got %s\nwant %s\n%s", got, r.want, r.text(t))
			}
		})
	}
}
