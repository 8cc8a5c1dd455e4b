package readme_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// copied is a block that shows a file of this repository. The path is that of a link.
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
	if found < 6 {
		t.Errorf("%d copies", found)
	}
}

// TestCIBlocks: each block of docs/ci.md is a copy of a file that is tested, or commands that
// tests/projects runs.
func TestCIBlocks(t *testing.T) {
	text, err := os.ReadFile("../../docs/ci.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Count(string(text), "\n```\n") - strings.Count(string(text), "```sh\n")
	if held := len(copied.FindAll(text, -1)); blocks != held {
		t.Errorf("%d blocks beside commands, %d are copies", blocks, held)
	}
}
