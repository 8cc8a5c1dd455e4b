//go:build !js

package verify

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/cxx"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// readCUDAText reads a CUDA file.
func readCUDAText(src []byte) (outline, error) {
	o, err := cxx.OutlineOf(src)
	if err != nil {
		return outline{}, err
	}
	c := outline{src: string(src), outside: o.Outside, directives: strings.Join(o.Directives, "\n")}
	heads := strings.Split(o.Outside, "{}")
	for i, body := range o.Bodies {
		head := strings.TrimSpace(heads[i])
		c.functions = append(c.functions, function{name: head[strings.LastIndex(head, "\n")+1:], body: body})
	}
	tokens, _ := cxx.Lex(src) // what it refuses has been refused
	for _, t := range tokens {
		if t.Kind == cxx.Comment {
			c.comments = append(c.comments, t.Text)
		}
	}
	return c, nil
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
	o, err := readCUDAText(src)
	for _, f := range o.functions {
		if strings.Contains(f.name, " "+s.FileName()+"_plan(") {
			return f.body, err
		}
	}
	return "", err
}
