package verify

import (
	"encoding/json"
	"strings"
	"time"
)

// MarshalJSON is the report in the fields that docs/ci.md lists.
func (r Report) MarshalJSON() ([]byte, error) {
	form := struct {
		File           string          `json:"file"`
		Func           string          `json:"function,omitempty"`
		Spec           string          `json:"spec,omitempty"`
		Verdict        string          `json:"verdict"`
		Why            string          `json:"why,omitempty"`
		Next           string          `json:"next,omitempty"`
		Masks          string          `json:"covered,omitempty"`
		Callers        string          `json:"callers,omitempty"`
		Laws           []string        `json:"laws"`
		Axioms         []string        `json:"axioms,omitempty"`
		Source         string          `json:"sha256,omitempty"`
		Builds         []Build         `json:"builds,omitempty"`
		Text           string          `json:"text,omitempty"`
		Limits         []string        `json:"limits,omitempty"`
		Notes          []string        `json:"notes,omitempty"`
		Counterexample *Counterexample `json:"counterexample,omitempty"`
		Seconds        float64         `json:"seconds"`
		Cached         bool            `json:"cached,omitempty"`
	}{
		File: r.File, Func: r.Func, Verdict: r.Verdict.String(), Why: r.Differs, Next: r.Next(), Masks: r.Masks,
		Callers: r.Callers,
		Laws:    append([]string{}, r.Laws()...), Axioms: r.Axioms, Source: r.Source, Builds: r.Builds, Text: r.Text,
		Limits: r.Limits, Notes: r.Notes,
		Counterexample: r.Counterexample, Seconds: r.Took.Round(time.Millisecond).Seconds(), Cached: r.Cached,
	}
	if r.Masks != "" {
		form.Spec = strings.Join(r.Spec.Args(), " ")
	}
	return json.Marshal(form)
}
