package verify

import (
	"fmt"
	"go/ast"
	"regexp"
	"strconv"
	"strings"
)

// shareSentence says from how many rows on a Go function goes through them on several processors.
var shareSentence = regexp.MustCompile(`From \d+ (?:elements|rows) on, several processors share them\.`)

// goSentences is an error where a sentence of a Go file is true of the printed bodies, and may not be of those that
// the file has. A helper has to be the printed one, because its comment describes that one. So has a function with a
// comment that says when processors share rows. In a file of several functions it examines one, and the helpers that
// it calls; "": all.
func goSentences(got, want outline, function string) error {
	looked := map[string]bool{}
	var look func(name string)
	look = func(name string) {
		looked[name] = true
		for _, f := range got.functions {
			for _, callee := range got.functions {
				if f.name == name && !looked[callee.name] && strings.Contains(f.body, " "+callee.name+" ") {
					look(callee.name)
				}
			}
		}
	}
	look(function)
	for i, f := range want.functions { // what stands outside of bodies is the same
		says := shareSentence.FindString(f.comment)
		if says != "" {
			says = strconv.Quote(says)
		}
		if !ast.IsExported(f.name) {
			says = "the comment of " + f.name
		}
		if says != "" && f.body != got.functions[i].body && (function == "" || looked[f.name]) {
			return untrue{says, "is another"}
		}
	}
	return nil
}

// untrue is the reason why a body is not proved: a sentence of the contract may not be true of it.
type untrue struct{ says, because string }

func (u untrue) Error() string {
	return fmt.Sprintf("%s is known to be true of the printed body alone, and this one %s; "+
		"for a proof of the results alone, want -spec", u.says, u.because)
}
