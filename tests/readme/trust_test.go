package readme_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestTrusted wants the line counts of the trusted base to be about right.
func TestTrusted(t *testing.T) {
	text, err := os.ReadFile("../../docs/trust.md")
	if err != nil {
		t.Fatal(err)
	}
	folder := regexp.MustCompile("`(verify[a-z/]*)`")
	counted := 0
	for _, line := range strings.Split(string(text), "\n") {
		cells := strings.Split(line, "|")
		if len(cells) != 5 {
			continue
		}
		names := folder.FindAllStringSubmatch(cells[1], -1)
		numbers := strings.Split(cells[2], ",")
		if len(names) == 0 || len(names) != len(numbers) {
			continue
		}
		for i, name := range names {
			said, err := strconv.Atoi(strings.TrimSpace(numbers[i]))
			if err != nil {
				t.Errorf("%s: %q is no number", name[1], numbers[i])
				continue
			}
			counted++
			if n := lines(t, filepath.Join("../..", name[1])); said < n*9/10 || said > n*11/10 {
				t.Errorf("%s has %d lines, docs/trust.md says %d", name[1], n, said)
			}
		}
	}
	if counted < 8 {
		t.Errorf("%d folders are counted, want 8", counted)
	}
}

// lines counts those of Go that are neither blank nor a comment, tests aside.
func lines(t *testing.T, folder string) (n int) {
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %v, %v", folder, files, err)
	}
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range strings.Split(string(text), "\n") {
			if l = strings.TrimSpace(l); l != "" && !strings.HasPrefix(l, "//") {
				n++
			}
		}
	}
	return n
}
