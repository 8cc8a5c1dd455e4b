//go:build !js

package verify

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/cxx"
	"github.com/shflgen/shflgen/internal/prover/operator"
	"github.com/shflgen/shflgen/spec"
)

// An emitted file has sentences that no proof executes: what a call costs, how many processors share the rows, what a
// helper does. They are true of the bodies that shflgen prints. So another body has to agree with the printed one in
// what such a sentence speaks of.

// costSentence counts the calls in a body, or what has no name that could be compared, as uncounted matches.
var costSentence = regexp.MustCompile(`(?m)^// (?:Cost: |It costs |From sm_\d+ on: ).*`)

var uncounted = regexp.MustCompile(`of shared memory|Half of the selects`)

// proved are the functions of an emitted file that a proof compares with the reference, or with a function of a user,
// by what follows the file's name in theirs.
func proved(s spec.Spec) ([]string, error) {
	names := []string{"", "_plan", "_by"}
	if s.Grid().Parts {
		names = append(names, "_chunks", "_combine")
	}
	if !s.CallsUsers() {
		return names, nil
	}
	loaded, err := operator.Loaded(s)
	for _, f := range loaded {
		names = append(names, f.Name)
	}
	return append(names, "_op_c"), err
}

// helpers is an error where a CUDA file has another helper, or struct, than the printed one that its comment
// describes.
func helpers(s spec.Spec, got, want outline) error {
	known, err := proved(s)
	if err != nil {
		return err
	}
	for i, f := range want.functions {
		ofFile := regexp.MustCompile(`\b` + s.FileName() + `(\w*)\(`).FindStringSubmatch(f.name)
		if ofFile != nil && slices.Contains(known, ofFile[1]) {
			continue
		}
		body := func(o outline) []string { return tokensOf(o.bodies()[i:i+1], everything) }
		if !slices.Equal(body(got), body(want)) {
			return untrue{"the comment above " + strings.TrimSpace(f.name), "is another"}
		}
	}
	return nil
}

// costs is an error where a sentence of the contract about costs may not be true of the body in a CUDA file.
func costs(g, w outline) error {
	says := costSentence.FindAllString(w.src, -1)
	if says == nil {
		return nil
	}
	i := slices.IndexFunc(says, func(s string) bool { return uncounted.MatchString(s) })
	if i >= 0 && !slices.Equal(tokensOf(g.bodies(), everything), tokensOf(w.bodies(), everything)) {
		return untrue{quoted(says[i]), "is another, with instructions that are not counted"}
	}
	got, want := tokensOf(g.bodies(), isStep), tokensOf(w.bodies(), isStep)
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return untrue{quoted(says[0]), fmt.Sprintf("has %q where that one has %q", got[i], want[i])}
		}
	}
	return nil // each ends in a brace, and a file has as many bodies as braces outside of them
}

// quoted is a line of a comment.
func quoted(line string) string { return strconv.Quote(strings.TrimPrefix(line, "// ")) }

// flow are the words and signs by which a body runs a part of itself several times, or not at all.
var flow = []string{"for", "while", "do", "goto", "switch", "if", "else", "return", "?", "&", "|"}

// isStep reports whether a token is a call, a part of inline PTX, or one that decides what runs: bodies with the same
// ones execute the same calls. A call is a word before a parenthesis, or the name of what the compiler knows.
func isStep(tokens []cxx.Token, i int) bool {
	t := tokens[i]
	next := func(text string) bool { return i+1 < len(tokens) && tokens[i+1].Text == text }
	switch {
	case t.Kind == cxx.Literal:
		return true
	case t.Text == "&" || t.Text == "|": // of two the first one, which decides whether what follows runs
		return next(t.Text) && tokens[i+1].Offset == t.Offset+1
	case slices.Contains(flow, t.Text):
		return true
	}
	return t.Kind == cxx.Word && (next("(") || strings.HasPrefix(t.Text, "__"))
}

func everything([]cxx.Token, int) bool { return true }

// tokensOf are the tokens of each body that are of a kind, without comments and lines of the preprocessor.
func tokensOf(bodies []string, of func(tokens []cxx.Token, i int) bool) (all []string) {
	for _, body := range bodies {
		tokens, _ := cxx.Lex([]byte(body)) // what it refuses has been refused
		tokens = slices.DeleteFunc(tokens, func(t cxx.Token) bool { return t.Kind == cxx.Comment || t.Kind == cxx.Directive })
		for i := range tokens {
			if of(tokens, i) {
				all = append(all, tokens[i].Text)
			}
		}
		all = append(all, "}")
	}
	return all
}

// launchSentence says how a kernel of rows is launched.
var launchSentence = regexp.MustCompile(`(?m)^// Launch: (?:a block of \d+ threads for (\d+) rows|` +
	`one block of \d+ threads for each row|a cluster of \d+ blocks of \d+ threads for each row), `)

// rowsABlock is how many rows a block of an emitted kernel works on, as its contract launches it; 0 of other
// functions.
func (p *cuda) rowsABlock() int64 {
	if p.Spec != nil || !p.report.Spec.Shape().Row() {
		return 0
	}
	switch says := launchSentence.FindStringSubmatch(string(p.src)); {
	case says == nil:
		return -1
	case says[1] != "":
		n, _ := strconv.ParseInt(says[1], 10, 64)
		return n
	}
	return 1
}
