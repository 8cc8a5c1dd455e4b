package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/cxx"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// The notes of a report on the text outside of function bodies.
const (
	textAsPrinted    = "text as printed"
	outsideAsPrinted = "text outside the bodies as printed"
	textNotCompared  = "text outside the bodies not compared"
)

// compareGo compares what stands outside of function bodies with what the generator
// prints: the error names the first line that differs. untrue names a sentence that may not be true of the bodies.
func (o Options) compareGo(s spec.Spec, src []byte) (text string, untrue, err error) {
	if o.Printed == nil {
		return textNotCompared, nil, nil
	}
	got, err := readGoText(string(cxx.LF(src)))
	if err != nil {
		return "", nil, err
	}
	printed, err := o.Printed(s, ".go", got.pkg)
	if err != nil {
		return "", nil, err
	}
	want, err := readGoText(string(printed))
	if err != nil {
		return "", nil, err
	}
	text, err = got.compare(want)
	if err == nil {
		untrue = goSentences(got, want, "")
	}
	return text, untrue, err
}

// compareComments requires the comments of a file to be among the printed ones, in their order: a function with
// another body may have fewer.
func compareComments(got, want []string) error {
	for i, c := range got {
		at := slices.Index(want, c)
		if at < 0 {
			return strange{i, c}
		}
		want = want[at+1:]
	}
	return nil
}

// strange is a comment of a file that is not printed, by its number in the file.
type strange struct {
	number int
	text   string
}

func (s strange) Error() string { return fmt.Sprintf("shflgen prints no comment %q here", s.text) }

// differs is a line in which a text is not what is printed.
type differs struct {
	line int // of the text, from 0
	what string
}

func (d differs) Error() string { return "outside the bodies of functions" + d.what }

// compareLines is an error that shows the first line in which two texts differ.
func compareLines(got, want string) error {
	if got == want {
		return nil
	}
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := 0; ; i++ {
		switch {
		case i == len(g):
			return differs{i, fmt.Sprintf(" the line %q is missing, which shflgen prints", w[i])}
		case i == len(w):
			return differs{i, fmt.Sprintf(" shflgen prints no line %q", g[i])}
		case g[i] != w[i]:
			return differs{i, fmt.Sprintf(", got the line %q, shflgen prints %q", g[i], w[i])}
		}
	}
}

// comparePlan compares the plan of a file with those of the functions that may share
// it, as they are printed: what one makes another uses, whatever its type and op.
func (o Options) comparePlan(s spec.Spec, src []byte) error {
	got, err := planBody(src, s)
	if err != nil || got == "" {
		return err
	}
	for _, sharer := range sharers(s) {
		printed, err := o.Printed(sharer, ".cu", "")
		if err != nil {
			return err
		}
		want, err := planBody(printed, sharer)
		if err != nil {
			return err
		}
		if got != want {
			return fmt.Errorf("%s_plan: the plan may be shared with %s, which has another plan", s.FileName(),
				sharer.FileName())
		}
	}
	return nil
}

// sharers are functions that may use the plan of a spec's, of another type and op.
func sharers(s spec.Spec) []spec.Spec {
	var all []spec.Spec
	for _, p := range ref.SharedPlan(s.Pattern) {
		t := spec.NewSpec(p)
		t.Width, t.Mask, t.Type, t.Op = s.Width, s.Mask, spec.Float32, spec.Sum
		t.Params = s.Params
		if t.TakesMemory() { // without a plan: what has one is by shuffles
			t = t.With("memory", spec.NoMemory)
		}
		all = append(all, t)
	}
	return all
}

// planBody is the body of the plan function in a file; "" if there is none.
func planBody(src []byte, s spec.Spec) (string, error) {
	o, err := cxx.OutlineOf(src)
	if err != nil {
		return "", err
	}
	for i, head := range headsOf(o) {
		if strings.Contains(head, " "+s.FileName()+"_plan(") {
			return o.Bodies[i], nil
		}
	}
	return "", nil
}

// headsOf are the lines that end where each body begins: what it is the body of.
func headsOf(o cxx.Outline) (heads []string) {
	parts := strings.Split(o.Outside, "{}")
	for i := range o.Bodies {
		text := strings.TrimSpace(parts[i])
		heads = append(heads, text[strings.LastIndex(text, "\n")+1:])
	}
	return heads
}
