package words

import (
	"cmp"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

// TestRules: each rule finds its broken text and keeps the other.
func TestRules(t *testing.T) {
	for _, r := range Rules {
		if !r.Pattern.MatchString(r.Broken) {
			t.Errorf("%s: not found in %q", r.Pattern, r.Broken)
		}
		if r.Pattern.MatchString(r.Kept) {
			t.Errorf("%s: found in %q", r.Pattern, r.Kept)
		}
	}
	long := strings.Repeat("word ", MaxWords)
	page := "# " + long + long + "\n\n```\n" + long + long + "\n```\n\n| " + long + long + "|\n\n" + long +
		"[end](http://a b c d). Next.\n- " + long + "\n- " + long + "\n"
	if got := breaks(Paragraphs(page), false); len(got) != 1 || !strings.HasPrefix(got[0], "long sentence") {
		t.Errorf("a page with one sentence of %d words: %q", MaxWords+1, got)
	}
	texts, err := GoText("x.go", []byte("package x\n\n// F is one\n// of which.\nvar F = \"a, whose b\"\n"), true)
	if err != nil || len(breaks(texts, true)) != 2 {
		t.Errorf("a file with two faults: %q, %v", breaks(texts, true), err)
	}
}

func breaks(texts []string, long bool) (all []string) {
	for _, p := range texts {
		all = append(all, Breaks(p, long)...)
	}
	return all
}

// TestWords: no page, no Go file and no template breaks a rule.
func TestWords(t *testing.T) {
	found := everywhere(t)
	for _, where := range slices.Sorted(maps.Keys(found)) {
		t.Errorf("%s:\n\t%s", where, strings.Join(found[where], "\n\t"))
	}
}

// everywhere are the faults of each page and of each folder that has some.
func everywhere(t *testing.T) map[string][]string {
	found := map[string][]string{}
	files := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		name := d.Name()
		if err == nil && d.IsDir() && (name == "testdata" || name == "site" || path != root && name[0] == '.') {
			return fs.SkipDir
		}
		ending := filepath.Ext(name)
		if err != nil || d.IsDir() || !slices.Contains([]string{".md", ".go", ".tmpl"}, ending) {
			return err
		}
		where, err := filepath.Rel(root, path)
		src, readErr := os.ReadFile(path)
		if err := cmp.Or(err, readErr); err != nil {
			return err
		}
		if ending == ".md" && name != "README.md" && !strings.HasPrefix(where, "docs") {
			return nil
		}
		files++
		var texts []string
		switch {
		case ending == ".md":
			texts = Paragraphs(string(src))
		case ending == ".go" && filepath.Base(filepath.Dir(path)) != "words":
			where = filepath.Dir(where)
			texts, err = GoText(path, src, !strings.HasSuffix(name, "_test.go"))
		case ending == ".tmpl":
			texts = strings.Split(string(src), "\n")
		}
		if all := breaks(texts, ending != ".md"); len(all) > 0 {
			found[where] = append(found[where], all...)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 500 {
		t.Errorf("%d files", files)
	}
	return found
}
