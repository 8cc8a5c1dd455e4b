package verify

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/cxx"
)

// A contract has sentences that no proof executes: what a call costs, how many processors share the rows. They are true of
// the bodies that shflgen prints. So another body has to agree with the printed one in what such a sentence speaks of.

// costSentence counts the calls in a body. The accesses to shared memory have no names that could be compared.
var costSentence = regexp.MustCompile(`(?m)^// (?:Cost: |It costs |From sm_\d+ on: ).*`)

const sharedMemory = "of shared memory"

// shareSentence says from how many rows on a Go function goes through them on several processors.
var shareSentence = regexp.MustCompile(`(?m)From \d+ (?:elements|rows) on, several processors share them\.`)

// untrue is why a body is not proved of which a sentence of the contract may not be true.
type untrue struct{ says, because string }

func (u untrue) Error() string {
	return fmt.Sprintf("the contract says %q, which is known of the printed body alone: %s; for a proof of the results alone, want -spec", u.says, u.because)
}

// costs is an error where a CUDA file has a body of which a sentence of its contract about costs may not be true.
func costs(got, want []byte) error {
	says := costSentence.FindAllString(string(want), -1)
	if says == nil {
		return nil
	}
	g, err := cxx.OutlineOf(got)
	if err != nil {
		return err
	}
	w, err := cxx.OutlineOf(want)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(says, func(s string) bool { return strings.Contains(s, sharedMemory) })
	if i >= 0 && !slices.Equal(tokensOf(g.Bodies, everything), tokensOf(w.Bodies, everything)) {
		return untrue{strings.TrimPrefix(says[i], "// "), "this one is another, and its accesses are not counted"}
	}
	steps, printed := tokensOf(g.Bodies, isStep), tokensOf(w.Bodies, isStep)
	for i := range min(len(steps), len(printed)) {
		if steps[i] != printed[i] {
			return untrue{strings.TrimPrefix(says[0], "// "), fmt.Sprintf("this one has %q where that one has %q", steps[i], printed[i])}
		}
	}
	return nil // each ends in a brace, and a file has as many bodies as braces outside of them
}

// flow are the words and signs by which a body runs a part of itself several times, or not at all.
var flow = []string{"for", "while", "do", "goto", "switch", "if", "else", "return", "?", "&", "|"}

// isStep reports whether a token is a call, a part of inline PTX, or one that decides what runs: bodies with the same ones
// execute the same calls. A call is a word before a parenthesis, or the name of what the compiler knows.
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

// shares is an error where a Go function of rows may share them among processors from another number on than its comment says.
func shares(got, want, function string) error {
	body := map[string]string{}
	for _, src := range []string{got, want} {
		file, err := parser.ParseFile(token.NewFileSet(), "", src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == function && f.Body != nil {
				says := shareSentence.FindString(f.Doc.Text())
				if says == "" {
					return nil
				}
				text := strings.Join(goTokens(src[f.Body.Pos()-1:f.Body.End()-1]), " ")
				if before, ok := body[function]; ok && before != text {
					return untrue{says, "this one is another"}
				}
				body[function] = text
			}
		}
	}
	return nil
}

// goTokens are the tokens of a text, without comments.
func goTokens(src string) (all []string) {
	var s scanner.Scanner
	fset := token.NewFileSet()
	s.Init(fset.AddFile("", fset.Base(), len(src)), []byte(src), nil, 0)
	for {
		_, tok, text := s.Scan()
		if tok == token.EOF {
			return all
		}
		all = append(all, tok.String()+" "+text)
	}
}

// launchSentence says how a kernel of rows is launched.
var launchSentence = regexp.MustCompile(`(?m)^// Launch: (a block of \d+ threads for (\d+) rows|one block of \d+ threads for each row|a cluster of \d+ blocks of \d+ threads for each row), `)

// rowsABlock is how many rows a block of an emitted kernel works on, as its contract launches it; 0 of other functions.
func (p *cuda) rowsABlock() int64 {
	if p.Spec != nil || !p.report.Spec.Shape().Row() {
		return 0
	}
	switch says := launchSentence.FindStringSubmatch(string(p.src)); {
	case says == nil:
		return -1
	case says[2] != "":
		n, _ := strconv.ParseInt(says[2], 10, 64)
		return n
	}
	return 1
}
