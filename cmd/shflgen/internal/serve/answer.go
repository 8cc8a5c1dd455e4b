package serve

import "encoding/json"

// Answer is one line of the output.
type Answer struct {
	ID          json.RawMessage   `json:"id,omitempty"`
	Line        int               `json:"line"`                  // of the request, from 1
	Verdict     string            `json:"verdict"`               // see below
	Kind        string            `json:"kind,omitempty"`        // what the verdict is due to
	Text        string            `json:"text,omitempty"`        // the verdict in words
	Function    string            `json:"function,omitempty"`    // that the verdict is on
	Spec        string            `json:"spec,omitempty"`        // that it was compared with
	Call        string            `json:"call,omitempty"`        // by which it was called
	Covers      string            `json:"covers,omitempty"`      // for which masks and inputs
	Assumptions []string          `json:"assumptions,omitempty"` // conditions that narrow the claim
	Witness     json.RawMessage   `json:"witness,omitempty"`     // the call, or of a kernel the launch, that refutes
	Findings    []json.RawMessage `json:"findings,omitempty"`    // of an audit: one a function
	Files       map[string]string `json:"files,omitempty"`       // that were generated, by name
	SHA256      string            `json:"sha256,omitempty"`      // of the source, and of what it includes
	MS          float64           `json:"ms"`                    // of the work, in milliseconds
}

// The verdicts, from the best of a function on.
const (
	Proved    = "proved"
	Shown     = "shown" // of a kernel: for the launches that the text lists
	Refuted   = "refuted"
	Undecided = "undecided"
	Generated = "generated"
	Failed    = "error"
)

// Kinds of verdicts: what a refutation shows, why a function is undecided, what an error is of.
const (
	OfValue     = "value"       // refuted: a lane holds another value, or an undefined one
	OfRace      = "race"        // refuted: threads race
	OfFault     = "fault"       // refuted: another fault of the execution
	OfCompile   = "compile"     // undecided: no compiler takes it
	OfConstruct = "unsupported" // undecided: it has something that proofs do not take
	OfProof     = "unknown"     // undecided: neither proof nor counterexample
	OfLengths   = "lengths"     // undecided: shown for listed lengths alone
	OfTime      = "time"        // undecided: the limit of time
	OfMemory    = "memory"      // undecided: the limit of memory
	OfNothing   = "nothing"     // undecided: there is no function to judge
	OfRequest   = "request"     // error: the line is no request that can be met
	OfCancel    = "cancelled"   // error: the request was cancelled
	OfMachine   = "internal"    // error: of shflgen, or of this machine
)

// wrong is the answer to a line that is no request.
func wrong(err error) Answer { return Answer{Verdict: Failed, Kind: OfRequest, Text: err.Error()} }

// maxText bounds a text of an answer, in bytes: of what compilers print, and of a candidate's lines in it.
const maxText = 8 << 10

// bounded is an answer with texts of bounded length.
func (a Answer) bounded() Answer {
	a.Text = cut(a.Text)
	for i, text := range a.Assumptions {
		a.Assumptions[i] = cut(text)
	}
	return a
}

func cut(text string) string {
	if len(text) > maxText {
		text = text[:maxText] + "…"
	}
	return text
}
