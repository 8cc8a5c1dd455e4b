package readme_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
)

const patternPages = "../../docs/patterns"

var (
	pageGives = regexp.MustCompile(`(?m)^<!-- gives: (\S+) -->\n(?:.+\n)*`)
	// A comment, a signature that begins at the left margin, and the brace below it.
	declaration = regexp.MustCompile(`(?m)^((?://.*\n)+\S.*\))\n\{$`)

	pageSpec = regexp.MustCompile(`(?s)<!-- spec: (.*?) -->\n.*`)
)

// TestPatternPages: each pattern has a page, with its contract, picture, code and cost as shflgen
// prints them.
func TestPatternPages(t *testing.T) {
	pages := map[string]bool{}
	for _, p := range spec.Patterns() {
		path := filepath.Join(patternPages, p.String()+".md")
		pages[filepath.Base(path)] = true
		compare(t, path, func(text string) string {
			text, gives := replaceAll(pageGives, text, func(m []string) string {
				return fmt.Sprintf("<!-- gives: %s -->\n%s.\n", p, strings.ToUpper(p.Gives()[:1])+p.Gives()[1:])
			})
			text, specs := replaceAll(pageSpec, text, func(m []string) string {
				s := parsed(t, m[1])
				if s.Pattern != p {
					t.Errorf("%s: a spec of %s", path, s.Pattern)
				}
				return "<!-- spec: " + m[1] + " -->\n" + patternExample(t, s)
			})
			if gives != 1 || specs != 1 {
				t.Fatalf("%s: %d contracts and %d specs, want one of each", path, gives, specs)
			}
			return text
		})
	}
	files, err := os.ReadDir(patternPages)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !pages[f.Name()] {
			t.Errorf("%s: no pattern has this page", filepath.Join(patternPages, f.Name()))
		}
	}
}

// patternExample is the end of a page: the command, the picture, the costs by width, and the code.
func patternExample(t *testing.T, s spec.Spec) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n    shflgen %s\n", strings.Join(s.Args(), " "))
	switch {
	case s.Pattern.InMemory():
		fmt.Fprintf(&b, "\n![%s](../images/%s.svg)\n", inMemory[s.Pattern], imageOf(s.Pattern))
	case s.Shape().Block():
		fmt.Fprintf(&b, "\n![The network of %s for %d threads: threads by steps](../images/%s.svg)\n", s.Pattern, drawnBlock,
			imageOf(s.Pattern))
	default:
		fmt.Fprintf(&b, "\n![The network of %s: lanes by steps](../images/%s.svg)\n", s.Pattern, imageOf(s.Pattern))
	}
	if !s.Pattern.InMemory() {
		fmt.Fprintf(&b, "\n| cost of a call on a GPU | |\n| --- | --- |\n")
		for _, size := range sizesOf(s) {
			e, err := gen.Explain(size, gen.CUDA)
			if err != nil {
				t.Fatal(err)
			}
			cost := e.Cost.String()
			if e.Variant != nil {
				cost += fmt.Sprintf("; from %s on %s", e.VariantArch, e.Variant.Cost)
			}
			fmt.Fprintf(&b, "| `%s` | %s |\n", strings.Join(size.Args(), " "), cost)
		}
	}
	code := string(generated(t, s, gen.CUDA))
	if lines := strings.Count(code, "\n"); lines > mostLines {
		fmt.Fprintf(&b, "\nThe CUDA file has %d lines. It declares:\n\n```cuda\n%s;\n```\n", lines, declared(t, code))
		return b.String()
	}
	fmt.Fprintf(&b, "\n```cuda\n%s```\n", code)
	return b.String()
}

// declared is the last function of a file, without its body: the comment that states contract and launch, and the
// signature.
func declared(t *testing.T, code string) string {
	all := declaration.FindAllStringSubmatch(code, -1)
	if all == nil {
		t.Fatalf("no function in:\n%s", code)
	}
	return all[len(all)-1][1]
}

// mostLines is the longest code of a page.
const mostLines = 150

// sizesOf are a spec and what else of its pattern costs are told of: other widths and mask modes.
func sizesOf(s spec.Spec) []spec.Spec {
	all := []spec.Spec{s}
	add := func(s spec.Spec) {
		for _, had := range all {
			if had.Header() == s.Header() {
				return
			}
		}
		if s.Validate() == nil {
			all = append(all, s)
		}
	}
	if s.Width > 0 && !s.Pattern.TakesPerm() {
		for _, w := range []int{8, 12, 32} {
			wide := s
			wide.Width = w
			add(wide)
		}
	}
	if s.Block().Threads > 0 {
		for _, b := range []int{32, 256, 1024} {
			wide := s
			wide = wide.With("block", b)
			add(wide)
		}
	}
	for _, m := range s.Pattern.MaskModes() {
		other := s
		other.Mask = m
		add(other)
	}
	return all
}
