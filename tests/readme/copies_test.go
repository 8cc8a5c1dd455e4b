package readme_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// copied is a block that shows a file of this repository, whose path is that of a link.
var copied = regexp.MustCompile("(?s)<!-- copy: (\\S+) -->\n```(\\w+)\n(.*?)```\n")

// TestCopies: blocks that show a file of examples/ are the file.
func TestCopies(t *testing.T) {
	found := 0
	for _, path := range pages(t) {
		compare(t, path, func(text string) string {
			text, n := replaceAll(copied, text, func(m []string) string {
				file, err := os.ReadFile(filepath.Join(filepath.Dir(path), m[1]))
				if err != nil {
					t.Fatal(err)
				}
				return fmt.Sprintf("<!-- copy: %s -->\n```%s\n%s\n```\n", m[1], m[2], strings.TrimRight(string(file), "\n"))
			})
			found += n
			return text
		})
	}
	if found < 2 {
		t.Errorf("%d copies", found)
	}
}
