package readme_test

import (
	"fmt"
	"os"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shflgen/shflgen/internal/prover/term"
)

var pageLaws = regexp.MustCompile(`(?s)<!-- laws -->\n.*?\n\n`)

// TestLawsPage holds the table of laws in docs/prove.md; -update writes it.
func TestLawsPage(t *testing.T) {
	old, err := os.ReadFile(provePage)
	if err != nil {
		t.Fatal(err)
	}
	table := "<!-- laws -->\n| law | equation |\n| --- | --- |\n"
	for _, l := range term.AllLaws() {
		table += fmt.Sprintf("| %s | %s |\n", l, l.Text())
	}
	if n := len(pageLaws.FindAll(old, -1)); n != 1 {
		t.Fatalf("%d tables of laws", n)
	}
	now := pageLaws.ReplaceAllLiteral(old, []byte(table+"\n"))
	if *update {
		if err := os.WriteFile(provePage, now, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(old), string(now)); diff != "" {
		t.Errorf("docs/prove.md: the table of laws is stale; go test ./tests/readme -update writes it:\n%s", diff)
	}
}
