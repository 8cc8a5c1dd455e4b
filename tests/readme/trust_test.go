package readme_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// countRow is a row of the table of trusted packages and their lines.
var countRow = regexp.MustCompile("(?m)^\\| ((?:`(?:verify|internal)[a-z/]*`(?:, )?)+) \\| ([0-9, ]+) \\|")

var packageName = regexp.MustCompile("`((?:verify|internal)[a-z/]*)`")

// TestTrusted checks the line counts of the trusted packages; -update writes them.
func TestTrusted(t *testing.T) {
	compare(t, "../../docs/trust.md", func(text string) string {
		counted := 0
		text, _ = replaceAll(countRow, text, func(cells []string) string {
			var counts []string
			for _, name := range packageName.FindAllStringSubmatch(cells[1], -1) {
				counts = append(counts, strconv.Itoa(lines(t, filepath.Join("../..", name[1]))))
				counted++
			}
			return "| " + cells[1] + " | " + strings.Join(counts, ", ") + " |"
		})
		if counted < 8 {
			t.Errorf("%d packages are counted, want 8", counted)
		}
		return text
	})
}

// lines counts the lines of Go that are neither blank nor comments, without tests.
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
