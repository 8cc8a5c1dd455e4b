package verify

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/cxx"
)

// costWords begin the sentences of a contract that speak of the instructions in a body.
var costWords = regexp.MustCompile(`(?m)^// (Cost: |It costs |From sm_\d+ on: )`)

// costly are the calls that such sentences count.
var costly = regexp.MustCompile(`^__(shfl|reduce|match|ballot|any|all|syncwarp|syncthreads)`)

// costs is a limit of the claim where an emitted file has a body with other calls than the printed one, of which its
// contract says how many there are; "" where there is none.
func costs(got, want []byte) string {
	if !costWords.Match(want) {
		return ""
	}
	g, err := cxx.OutlineOf(got)
	if err != nil {
		return ""
	}
	w, err := cxx.OutlineOf(want)
	if err != nil || slices.Equal(callsOf(g.Bodies), callsOf(w.Bodies)) {
		return ""
	}
	return fmt.Sprintf("not of the costs that the header names: these are of the %d calls that shflgen prints, and this file makes %d",
		len(callsOf(w.Bodies)), len(callsOf(g.Bodies)))
}

// callsOf are the costly calls of each body, in order.
func callsOf(bodies []string) (calls []string) {
	for i, body := range bodies {
		tokens, _ := cxx.Lex([]byte(body))
		for _, t := range tokens {
			if t.Kind == cxx.Word && costly.MatchString(t.Text) {
				calls = append(calls, fmt.Sprintf("%d %s", i, strings.TrimSpace(t.Text)))
			}
		}
	}
	return calls
}
