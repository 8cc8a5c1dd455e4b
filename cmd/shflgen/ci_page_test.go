package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// pageField finds the first column of a table of fields.
var pageField = regexp.MustCompile("(?m)^\\| `([a-z0-9]+)` \\|")

// jsonTag finds the name of a field in a tag.
var jsonTag = regexp.MustCompile("`json:\"([a-z0-9]+)")

// TestCIPageFields: docs/ci.md lists the fields of check -json and of prove -json, in their order.
func TestCIPageFields(t *testing.T) {
	page, err := os.ReadFile("../../docs/ci.md")
	if err != nil {
		t.Fatal(err)
	}
	_, both, _ := strings.Cut(string(page), "## For programs")
	ofCheck, ofProve, found := strings.Cut(both, "`prove -json`")
	if !found {
		t.Fatal("docs/ci.md has no table of prove -json")
	}
	for path, part := range map[string]string{"check.go": ofCheck, "../../verify/json.go": ofProve} {
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if listed, printed := firsts(pageField, part), firsts(jsonTag, string(source)); !slices.Equal(listed, printed) {
			t.Errorf("the page lists %q, %s has %q", listed, path, printed)
		}
	}
}

// firsts are the first groups of the matches in a text.
func firsts(re *regexp.Regexp, text string) (all []string) {
	for _, m := range re.FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	return all
}
