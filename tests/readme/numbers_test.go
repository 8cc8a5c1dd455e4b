package readme_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

var (
	sourcedLine = regexp.MustCompile(`(?m)^.*\]\((bench/[\w/]+\.md)\).*$`)
	figure      = regexp.MustCompile(`\d+\.\d+`)
)

// TestSourcedNumbers: a line of README.md that links to a page of bench/ has its decimal numbers from that page.
func TestSourcedNumbers(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	numbers := 0
	for _, m := range sourcedLine.FindAllStringSubmatch(string(text), -1) {
		source, err := os.ReadFile(filepath.Join("../..", m[1]))
		if err != nil {
			t.Fatal(err)
		}
		for _, number := range figure.FindAllString(m[0], -1) {
			numbers++
			if !regexp.MustCompile(`(?:^|[^\d.])` + regexp.QuoteMeta(number) + `(?:[^\d]|$)`).Match(source) {
				t.Errorf("%s is not in %s:\n%s", number, m[1], m[0])
			}
		}
	}
	if numbers < 20 {
		t.Errorf("%d numbers", numbers)
	}
}
