//go:build !js

package verify

import (
	"encoding/json"
	"strings"
	"time"
)

// MarshalJSON is the finding in the fields that docs/judge.md lists.
func (f Finding) MarshalJSON() ([]byte, error) {
	form := struct {
		File        string    `json:"file"`
		Line        int       `json:"line"`
		Func        string    `json:"function"`
		Verdict     string    `json:"verdict"`
		Text        string    `json:"text"`
		Computes    string    `json:"computes,omitempty"`
		Specs       []string  `json:"specs,omitempty"`
		Call        string    `json:"call,omitempty"`
		Proved      string    `json:"provedCall,omitempty"`
		Except      string    `json:"except,omitempty"`
		Holds       []string  `json:"holds,omitempty"`
		Fails       []string  `json:"fails,omitempty"`
		Why         string    `json:"why,omitempty"`
		Right       string    `json:"right,omitempty"`
		Replacement string    `json:"instead,omitempty"`
		Ready       string    `json:"ready,omitempty"`
		Launches    *Launches `json:"launches,omitempty"`
		Reports     []Report  `json:"reports,omitempty"`
		Seconds     float64   `json:"seconds"`
	}{File: f.File, Line: f.Line, Func: f.Func, Verdict: f.Word(), Text: f.String(),
		Computes: f.Computes(), Call: f.Call, Proved: f.Proved, Except: f.Except, Holds: f.Holds, Fails: f.Fails,
		Why: f.Why, Ready: f.Ready, Launches: f.Launches, Reports: f.Reports,
		Seconds: f.Took.Round(time.Millisecond).Seconds()}
	for _, s := range f.Specs {
		form.Specs = append(form.Specs, strings.Join(s.Args(), " "))
	}
	if f.Verdict == Refuted {
		form.Right = f.Right()
	}
	if of := f.Replacement(); of != nil {
		form.Replacement = "shflgen " + strings.Join(of, " ")
	}
	return json.Marshal(form)
}
