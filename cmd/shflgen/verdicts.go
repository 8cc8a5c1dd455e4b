package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/shflgen/shflgen/verify"
)

// verdicts prints and counts the verdicts of files.
type verdicts struct {
	out       terminal
	colour    bool
	subject   int // characters of the longest name of a file
	json, all bool
	listed    bool // functions that are shown for listed lengths are accepted
	counts    map[verify.Verdict]int
	left      int     // files without a wanted proof
	lines     int     // verdicts and errors
	found     []error // verdicts other than proved, and errors
	remedy    string  // for compilers that are missing
	err       error   // error of writing
}

// reported is an error that is already printed, as JSON.
type reported struct{ error }

// Unwrap is the error itself.
func (r reported) Unwrap() error { return r.error }

// newVerdicts prints to out the verdicts on files.
func newVerdicts(out io.Writer, json, all bool, paths []string) verdicts {
	v := verdicts{out: terminal{out}, json: json, all: all, counts: map[verify.Verdict]int{}}
	f, ok := out.(*os.File)
	v.colour = ok && coloured(f)
	for _, path := range paths {
		v.subject = max(v.subject, min(utf8.RuneCountInString(path), maxSubject))
	}
	return v
}

// maxSubject is the greatest width of the column of files.
const maxSubject = 60

// verdictError is a verdict other than proved, as an error.
type verdictError struct {
	verdict verify.Verdict
	text    string
}

// Error is the line of the verdict.
func (e verdictError) Error() string { return e.text }

// report prints the verdict on one function.
func (v *verdicts) report(s shown) {
	v.counts[s.Verdict]++
	v.lines++
	switch text := v.line(s); {
	case v.json:
		v.object(s.JSON)
		if !v.accepts(s.Verdict) {
			v.found = append(v.found, reported{errors.New(text)})
		}
	case !v.accepts(s.Verdict):
		v.found = append(v.found, verdictError{s.Verdict, text})
	default:
		v.note(v.out.printVerdict(s.Verdict, text, v.colour))
	}
}

// note keeps the first error of writing.
func (v *verdicts) note(err error) {
	if v.err == nil {
		v.err = err
	}
}

// accepts reports whether a verdict is a success.
func (v *verdicts) accepts(of verify.Verdict) bool {
	return of == verify.Proved || of == verify.Listed && v.listed
}

// leftOut is the verdict on a file without a wanted proof.
const leftOut = "left out"

// leave prints that a file is left out.
func (v *verdicts) leave(path string) {
	v.left++
	v.lines++
	if v.json {
		v.object(struct {
			File    string `json:"file"`
			Verdict string `json:"verdict"`
		}{path, leftOut})
		return
	}
	v.print(path + ": " + leftOut + " by -except")
}

// error records an error that is not a verdict, with its file if it is known.
func (v *verdicts) error(path string, err error) {
	v.lines++
	if v.json {
		v.object(struct {
			File  string `json:"file,omitempty"`
			Error string `json:"error"`
		}{path, err.Error()})
		err = reported{err}
	}
	var missing verify.NoCompiler
	if !v.json && errors.As(err, &missing) { // of every CUDA file: say once what to do
		err, v.remedy = fmt.Errorf("%s: %s", path, missing.Short()), missing.Remedy()
	}
	v.found = append(v.found, err)
}

// end prints the number of functions of each verdict, if there are several, and returns the
// errors of all files.
func (v *verdicts) end() error {
	switch sum := v.summary(); {
	case v.lines < 2 || sum == "":
	case len(v.found) > 0:
		v.found = append(v.found, errors.New(sum))
	case !v.json:
		v.print(sum)
	}
	if v.remedy != "" {
		v.found = append(v.found, errors.New(v.remedy))
	}
	return errors.Join(append(v.found, v.err)...)
}

// object prints one line of JSON.
func (v *verdicts) object(x any) { v.note(json.NewEncoder(v.out).Encode(x)) }

// print prints one message.
func (v *verdicts) print(text string) {
	_, err := fmt.Fprintln(v.out, message(text))
	v.note(err)
}

// line is the verdict on one function: short, or with -v everything.
func (v *verdicts) line(s shown) string {
	switch {
	case v.all:
		return s.File + ": " + s.Long
	case s.Verdict != verify.Proved:
		return s.Line.String()
	}
	return s.Line.Padded(v.subject)
}

// summary is the number of functions of each verdict, and of files left out.
func (v *verdicts) summary() string {
	var parts []string
	for _, verdict := range []verify.Verdict{verify.Proved, verify.Listed, verify.Refuted, verify.NotProved,
		verify.Refused} {
		if v.counts[verdict] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", v.counts[verdict], verdict))
		}
	}
	if v.left > 0 {
		parts = append(parts, fmt.Sprintf("%d %s", v.left, leftOut))
	}
	return strings.Join(parts, ", ")
}
