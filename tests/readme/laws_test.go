package readme_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/term"
)

var pageLaws = regexp.MustCompile(`(?s)<!-- laws -->\n.*?\n\n`)

// TestLawsPage holds the table of laws in docs/prove.md; -update writes it.
func TestLawsPage(t *testing.T) {
	compare(t, provePage, func(text string) string {
		table := "<!-- laws -->\n| law | equation |\n| --- | --- |\n"
		for _, l := range term.AllLaws() {
			table += fmt.Sprintf("| %s | %s |\n", l, l.Text())
		}
		text, n := replaceAll(pageLaws, text, func([]string) string { return table + "\n" })
		if n != 1 {
			t.Fatalf("%d tables of laws", n)
		}
		return text
	})
}
