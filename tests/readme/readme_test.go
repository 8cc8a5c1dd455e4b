// Package readme_test compares README.md and docs/ with what shflgen does.
package readme_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
)

var update = flag.Bool("update", false, "update the pages")

// pages are README.md and those of docs/, but for the pages of patterns.
func pages(t *testing.T) []string {
	t.Helper()
	all, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	return append(all, "../../README.md")
}

var pageTable = regexp.MustCompile(`(?s)<!-- patterns -->\n.*?\n\n`)

// TestPages: the emitted code and the table of patterns are what shflgen prints.
func TestPages(t *testing.T) {
	found := 0
	for _, path := range pages(t) {
		compare(t, path, func(text string) string {
			for _, l := range gen.Langs() {
				block := regexp.MustCompile("(?s)<!-- " + l.String() + ": (.*?) -->\n```" + l.String() + "\n(.*?)```\n")
				var n int
				text, n = replaceAll(block, text, func(m []string) string {
					return fmt.Sprintf("<!-- %s: %s -->\n```%s\n%s```\n", l, m[1], l, generated(t, parsed(t, m[1]), l))
				})
				found += n
			}
			text, n := replaceAll(pageTable, text, func([]string) string { return patternTable() })
			found += n
			return text
		})
	}
	if found != 3 {
		t.Fatalf("%d marked places, want 3", found)
	}
}

// patternTable lists the patterns: the sizes that each takes, and what it gives.
func patternTable() string {
	rows := "<!-- patterns -->\n| pattern | sizes | gives |\n| --- | --- | --- |\n"
	for _, p := range spec.Patterns() {
		sizes := "width 1..32"
		switch {
		case p.Block() && p.MayBatch():
			sizes = "block 1..1024, n 1..64 or none"
		case p.Block():
			sizes = "block 1..1024"
		case p.Global():
			sizes = fmt.Sprintf("32 structs of %d..%d bytes", spec.MinGlobal, spec.MaxGlobal)
		case p.Grid():
			sizes = "any number of elements"
		case p.Row():
			sizes = fmt.Sprintf("cols 1..%d", spec.MaxCols)
		case p.Batch() && p.PowerOfTwo():
			sizes = "width 1, 2, 4, 8, 16, 32, n 1..64"
		case p.MayBatch() && !p.Sorts():
			sizes = "width 1..32, n 1..64 or none"
		case p.Batch():
			sizes = "width 1..32, n 1..64"
		case p.PowerOfTwo():
			sizes = "width 1, 2, 4, 8, 16, 32"
		}
		rows += fmt.Sprintf("| [`%s`](patterns/%s.md) | %s | %s |\n", p, p, sizes, p.Gives())
	}
	return rows + "\n"
}

var pageLink = regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)

// TestLinks: what pages link to in this repository is there.
func TestLinks(t *testing.T) {
	all := pages(t)
	of, err := filepath.Glob(patternPages + "/*.md")
	if err != nil {
		t.Fatal(err)
	}
	links := 0
	for _, path := range append(all, of...) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range pageLink.FindAllStringSubmatch(string(text), -1) {
			links++
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), m[1])); err != nil {
				t.Errorf("%s links to %s, which is not there", path, m[1])
			}
		}
	}
	if links < 100 {
		t.Errorf("%d links", links)
	}
}

// TestREADMEIsShort: the first page has at most 200 lines, and its first screen says what matters.
func TestREADMEIsShort(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	if len(lines) > 200 {
		t.Errorf("README.md has %d lines, want at most 200", len(lines))
	}
	screen := strings.Join(lines[:min(60, len(lines))], "\n")
	for _, want := range []string{"![", "__global__", "proved", "sum", "scan", "max"} {
		if !strings.Contains(screen, want) {
			t.Errorf("the first 60 lines of README.md lack %q", want)
		}
	}
}
