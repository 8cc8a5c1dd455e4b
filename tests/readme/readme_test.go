// Package readme_test compares README.md and docs/ with what shflgen does.
package readme_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen"
)

var update = flag.Bool("update", false, "update the pages")

const path = "../../README.md"

// TestREADME: the code and the tables in the README are what shflgen prints.
func TestREADME(t *testing.T) {
	old, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := string(old)
	found := 0
	for _, l := range gen.Langs() {
		block := regexp.MustCompile("(?s)<!-- " + l.String() + ": (.*?) -->\n```" + l.String() + "\n(.*?)```\n")
		text = block.ReplaceAllStringFunc(text, func(old string) string {
			found++
			m := block.FindStringSubmatch(old)
			s, err := shflgen.ParseArgs(strings.Fields(m[1]))
			if err != nil {
				t.Fatal(err)
			}
			files, err := gen.Generate(s, gen.Options{Package: "shfl", Langs: []gen.Lang{l}})
			if err != nil {
				t.Fatal(err)
			}
			return fmt.Sprintf("<!-- %s: %s -->\n```%s\n%s```\n", l, m[1], l, files[s.FileName()+l.Ending()])
		})
	}
	table := regexp.MustCompile(`(?s)<!-- patterns -->\n(.*?)\n\n`)
	text = table.ReplaceAllStringFunc(text, func(string) string {
		found++
		rows := "| pattern | sizes | gives |\n| --- | --- | --- |\n"
		for _, p := range shflgen.Patterns() {
			sizes := "width 1..32"
			switch {
			case p.Block():
				sizes = "block 1..1024"
			case p.Row():
				sizes = fmt.Sprintf("cols 1..%d", shflgen.MaxCols)
			case p.Batch() && p.PowerOfTwo():
				sizes = "width 1, 2, 4, 8, 16, 32, n 1..64"
			case p.MayBatch() && !p.Sorts():
				sizes = "width 1..32, n 1..64 or none"
			case p.Batch():
				sizes = "width 1..32, n 1..64"
			case p.PowerOfTwo():
				sizes = "width 1, 2, 4, 8, 16, 32"
			}
			rows += fmt.Sprintf("| `%s` | %s | %s |\n", p, sizes, p.Gives())
		}
		return "<!-- patterns -->\n" + rows + "\n"
	})
	if found != 3 {
		t.Fatalf("%d marked places in the README, want 3", found)
	}
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(text, string(old)); diff != "" {
		t.Errorf("the README is stale; run go test ./tests/readme -update:\n%s", diff)
	}
}
