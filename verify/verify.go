// Package verify proves functions of Go, CUDA and PTX: it reads a file's bytes, executes
// them on terms that stand for every input and every mask at once, and compares each lane
// with the reference of a spec. It shares no code with the generator.
//
// A file that shflgen wrote says in its header what it computes:
//
//	subject, err := verify.ReadSubject("xor_reduce_sum_int32_w16.cu")
//	report, err := verify.Prove(ctx, subject, verify.Options{})
//	if report.Verdict == verify.Refuted {
//		fmt.Println(report.Counterexample)
//	}
//
// For your own file, [Options.Spec] says it. CUDA is compiled by clang or nvcc, and what is proved is the PTX of every
// build that the report lists.
package verify

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/spec"
)

// Report is what is known of one function.
type Report struct {
	File    string
	Func    string
	Spec    spec.Spec
	Verdict Verdict
	Masks   string   // for which masks
	Callers string   // who has to make the call
	Axioms  []string // helpers of the file that were taken as what package axiom says
	Source  string   // SHA-256 of the file, and of the files of its own that it includes
	Builds  []Build  // that were proved; of Go and PTX none
	Text    string   // what is known of the text outside of function bodies
	Limits  []string // conditions that narrow the claim, such as a platform; every form of the verdict shows them
	Notes   []string // how the verdict was reached
	Took    time.Duration
	Cached  bool // the verdict is that of an earlier run, which took so long

	laws     term.Laws // of a proof
	arches   string    // that were proved, in one word
	passing  bool      // a refusal that depends on the machine's load, or on files that the go command misses
	rejected bool      // no compiler makes PTX of the file
	once     bool      // two calls are not proved, but one is
	each     int       // of the kernel of an array: every length from 1 to it is covered
	notEvery string    // why it is not proved for every length

	Counterexample *Counterexample // of a refutation
	Excerpt        string          // of no proof: the line of the user's own file that it is due to, as compilers show it
	Differs        string          // of no proof: what could not be followed, or is refused
}

// take makes the verdict of a proof that of the report.
func (r *Report) take(p check.Proof) {
	r.Verdict, r.Differs, r.laws = Verdict(p.Verdict), p.Differs, r.laws|p.Laws
	r.Counterexample = (*Counterexample)(p.Counterexample)
}

// limit adds conditions of the verdict; an empty one is none.
func (r *Report) limit(all ...string) {
	r.Limits = slices.DeleteFunc(slices.Concat(r.Limits, all), func(l string) bool { return l == "" })
}

// note adds notes that the report does not have.
func (r *Report) note(all ...string) { r.Notes = appendNew(slices.Clone(r.Notes), all) }

// appendNew appends the texts that are not there.
func appendNew(to, from []string) []string {
	for _, x := range from {
		if !slices.Contains(to, x) {
			to = append(to, x)
		}
	}
	return to
}

// String is the report in one line, followed by its counterexample if any.
func (r Report) String() string { return r.text(false) }

// Verbose is String with every input of the counterexample.
func (r Report) Verbose() string { return r.text(true) }

// why is what the verdict is due to.
func (r Report) why() string {
	if c := r.Counterexample; c != nil {
		return c.String()
	}
	return r.Differs
}

func (r Report) text(all bool) string {
	text := r.textOfVerdict(all)
	if r.Excerpt != "" && !strings.Contains(r.Differs, "\n") { // a compiler shows it itself
		text += "\n" + r.Excerpt
	}
	return text
}

func (r Report) textOfVerdict(all bool) string {
	if r.Verdict == Refused {
		text := "refused: " + strings.TrimPrefix(r.Differs, r.File+": ")
		if r.Cached {
			text += "; " + cachedWords
		}
		return text
	}
	conditions := r.conditions()
	switch r.Verdict {
	case Refuted:
		shown := r.Counterexample.String()
		if all {
			shown = r.Counterexample.Verbose()
		}
		return fmt.Sprintf("%s: refuted; %s\n%s", r.Func, conditions, shown)
	case NotProved:
		return fmt.Sprintf("%s: not proved: %s; %s", r.Func, r.Differs, conditions)
	case Listed:
		return fmt.Sprintf("%s: %s: %s; not of every one: %s; %s; %s", r.Func, r.Verdict, r.Masks, r.Differs, r.lawsText(),
			conditions)
	}
	return fmt.Sprintf("%s: proved for %s; %s; %s", r.Func, r.Masks, r.lawsText(), conditions)
}

// Laws names the laws that a proof rests on: those by which the terms that it compared
// came to be equal. docs/prove.md states each.
func (r Report) Laws() []string {
	var names []string
	for _, l := range r.laws.List() {
		names = append(names, l.String())
	}
	return names
}

// lawsText is the laws of a proof and the functions that it takes for granted.
func (r Report) lawsText() string {
	laws := "by no law"
	if names := r.Laws(); names != nil {
		laws = "by " + strings.Join(names, ", ")
	}
	if len(r.Axioms) > 0 {
		laws += ", with " + strings.Join(r.Axioms, ", ")
	}
	return laws
}

// cachedWords says that a verdict is that of an earlier run.
const cachedWords = "from the cache of verdicts"

// conditions is the rest of the line: of what the verdict holds.
func (r Report) conditions() string {
	var parts []string
	if r.Callers != "" {
		parts = append(parts, r.Callers)
	}
	if b := buildsText(r.Builds); b != "" {
		parts = append(parts, b)
	}
	if r.Text != "" {
		parts = append(parts, r.Text)
	}
	parts = append(parts, r.Limits...)
	parts = append(parts, r.Notes...)
	parts = append(parts, "spec "+strings.Join(r.Spec.Args(), " "))
	if r.Source != "" {
		parts = append(parts, "sha256 "+r.Source)
	}
	parts = append(parts, r.Took.Round(time.Millisecond).String())
	if r.Cached {
		parts = append(parts, cachedWords)
	}
	return strings.Join(parts, "; ")
}

// reportOn is the report on a function of a spec, before its proof.
func reportOn(file, name string, s spec.Spec) Report {
	return Report{File: file, Func: name, Spec: s, Masks: masksOf(s), Callers: callersOf(s)}
}

// innerComments is the limit of the claim about an emitted file with a changed body.
const innerComments = "comments inside of changed bodies not looked at"

// unless makes a proof of the results no proof where a sentence of the contract may not be true.
func (r *Report) unless(untrue error) {
	switch {
	case !r.shown():
	case untrue != nil:
		r.Verdict, r.Differs = NotProved, untrue.Error()
	case r.Text == outsideAsPrinted:
		r.limit(innerComments)
	}
}

// masksOf says which masks and inputs a proof ranges over.
func masksOf(s spec.Spec) string {
	masks := fmt.Sprintf("all 2^%d masks", s.Lanes())
	if !s.Shape().Masked() {
		masks = "the full mask"
	}
	if s.Shape().Keyed() {
		masks += ", all keys"
	}
	if s.RunTime() {
		masks += ", every " + s.DistanceWords()
	}
	if s.Global().Partial {
		masks += ", every number of elements that are left"
	}
	if s.Ranged() {
		return fmt.Sprintf("all inputs, every row of any matrix of %d to %d columns", s.Least(), s.Cols())
	}
	if s.Shape().Row() {
		return "all inputs, every row of any matrix"
	}
	return masks + " and all inputs"
}

// callersOf says who has to make the call.
func callersOf(s spec.Spec) string {
	with := ""
	switch operand, ok := s.Shape().Operand(); {
	case s.Global().Partial:
		with = " with one number of elements that are left"
	case ok && operand.Uniform:
		with = " with one " + s.DistanceWords()
	}
	switch {
	case s.Pattern.InMemory(): // the notes say how it is launched
		return ""
	case s.Shape().Block():
		if n := s.ClusterBlocks(); n > 1 {
			return fmt.Sprintf("called by all threads of a cluster of %d blocks of %d threads", n, s.Block().Threads)
		}
		return fmt.Sprintf("called by all %d threads of a block", s.Block().Threads)
	case s.Mask == spec.Active:
		return "called by the members of the mask and nobody else" + with
	}
	if s.Shape().Memory {
		with += " with shared memory of its own, twice in a row"
	}
	return fmt.Sprintf("called by all %d lanes of a warp%s", s.Lanes(), with)
}
