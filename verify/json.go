package verify

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// MarshalJSON is the report in the fields that docs/prove.md lists.
func (r Report) MarshalJSON() ([]byte, error) {
	form := struct {
		File           string          `json:"file"`
		Func           string          `json:"function,omitempty"`
		Spec           string          `json:"spec,omitempty"`
		Verdict        string          `json:"verdict"`
		Why            string          `json:"why,omitempty"`
		Masks          string          `json:"covered,omitempty"`
		Callers        string          `json:"callers,omitempty"`
		Laws           []string        `json:"laws"`
		Axioms         []string        `json:"axioms,omitempty"`
		Source         string          `json:"sha256,omitempty"`
		Builds         []Build         `json:"builds,omitempty"`
		Text           string          `json:"text,omitempty"`
		Notes          []string        `json:"notes,omitempty"`
		Counterexample *Counterexample `json:"counterexample,omitempty"`
		Seconds        float64         `json:"seconds"`
	}{
		File: r.File, Func: r.Func, Verdict: r.Verdict.String(), Why: r.Differs, Masks: r.Masks, Callers: r.Callers,
		Laws: append([]string{}, r.Laws...), Axioms: r.Axioms, Source: r.Source, Builds: r.Builds, Text: r.Text, Notes: r.Notes,
		Counterexample: r.Counterexample, Seconds: r.Took.Round(time.Millisecond).Seconds(),
	}
	if r.Masks != "" {
		form.Spec = strings.Join(r.Spec.Args(), " ")
	}
	return json.Marshal(form)
}

// MarshalJSON is the counterexample; numbers are strings as the text has them.
func (c *Counterexample) MarshalJSON() ([]byte, error) {
	form := struct {
		Lane     int      `json:"lane"`
		Register int      `json:"register"`
		Of       string   `json:"of"`
		Expected string   `json:"expected,omitempty"`
		Got      string   `json:"got,omitempty"`
		Fault    string   `json:"fault,omitempty"`
		Planned  bool     `json:"planned,omitempty"`
		Build    string   `json:"build,omitempty"`
		Block    string   `json:"block,omitempty"`
		Mask     []string `json:"mask,omitempty"`
		Inputs   []string `json:"inputs"`
		Keys     []string `json:"keys,omitempty"`
	}{Lane: c.Lane, Register: c.Register, Of: "value", Fault: c.Fault, Planned: c.Planned, Build: c.Build, Block: c.Block, Inputs: []string{}}
	switch {
	case c.Pred:
		form.Of = "pred"
	case c.Index:
		form.Of = "index"
	}
	if c.Fault == "" {
		form.Expected, form.Got = c.value(c.Expected), c.value(c.Got)
	}
	if c.Undefined {
		form.Got = "undefined"
	}
	for _, w := range c.Mask {
		form.Mask = append(form.Mask, fmt.Sprintf("0x%08x", w))
	}
	for i, x := range c.Inputs {
		if _, key := c.input(i); key {
			form.Keys = append(form.Keys, fmt.Sprintf("0x%0*x (%d)", c.Spec.Key.Bits()/4, x, x))
		} else {
			form.Inputs = append(form.Inputs, number(c.Spec.Type, x))
		}
	}
	return json.Marshal(form)
}
