// Package verify proves emitted files: it reads the bytes back, executes them
// on terms that stand for every input and every mask at once, and compares each
// lane with the reference. It shares no code with the generator.
package verify

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/shflgen/shflgen"
)

// Verdict is the end of a proof.
type Verdict uint8

// The verdicts.
const (
	Proved    Verdict = iota // equal to the reference for every mask and input
	Refuted                  // a counterexample was found and replayed
	NotProved                // the terms differ, but no counterexample was found
)

// String is the verdict in words.
func (v Verdict) String() string {
	return [...]string{Proved: "proved", Refuted: "refuted", NotProved: "not proved"}[v]
}

// Result is what is known of one emitted function.
type Result struct {
	Func    string
	Spec    shflgen.Spec
	Verdict Verdict
	Masks   string   // for which masks
	Laws    []string // of the op, that the proof assumed
	Axioms  []string // helpers of the file that were taken as what package axiom says
	Took    time.Duration

	Counterexample *Counterexample // of a refutation
	Differs        string          // of no proof: where the terms differ
}

// String is the result in one line, followed by its counterexample if any.
func (r Result) String() string {
	laws := "no laws assumed"
	if len(r.Laws) > 0 {
		laws = "assuming " + strings.Join(r.Laws, ", ")
	}
	if len(r.Axioms) > 0 {
		laws += ", with " + strings.Join(r.Axioms, ", ")
	}
	line := fmt.Sprintf("%s: %s for %s, %s (%s)", r.Func, r.Verdict, r.Masks, laws, r.Took.Round(10*time.Microsecond))
	switch r.Verdict {
	case Refuted:
		line = fmt.Sprintf("%s: refuted\n%s", r.Func, r.Counterexample)
	case NotProved:
		line = fmt.Sprintf("%s: not proved: %s, but no input was found that shows it", r.Func, r.Differs)
	}
	return line
}

// readers holds one row a kind of file: how it is proved, by its ending.
var readers = map[string]func(name string, src []byte) (Result, error){
	".go": proveGo,
}

// File proves the function in an emitted file against the spec in its header.
// An error means that the file could not be read as emitted code; a file that
// was read but is wrong gives a Result that is not Proved.
func File(name string, src []byte) (Result, error) {
	prove, ok := readers[filepath.Ext(name)]
	if !ok {
		return Result{}, fmt.Errorf("%s: want a file that ends in .go", name)
	}
	start := time.Now()
	r, err := prove(name, src)
	r.Took = time.Since(start)
	return r, err
}

// masksOf says which masks a proof ranges over.
func masksOf(s shflgen.Spec) string {
	masks := fmt.Sprintf("all 2^%d masks", s.Lanes())
	if s.Mask == shflgen.Full {
		masks = "the full mask"
	}
	if s.Pattern.Keyed() {
		masks += " and all keys"
	}
	return masks
}

// lawsOf are the laws that a proof about s assumes. The normal forms of an op
// that is not associative use commutativity alone; both use the identity.
func lawsOf(s shflgen.Spec) []string {
	if !s.Pattern.Reduces() {
		return nil
	}
	if s.HasLane() {
		return s.Laws().Strings()
	}
	return append([]string{"identity"}, s.Laws().Strings()...)
}
