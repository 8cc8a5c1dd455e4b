package readme_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shflgen/shflgen/internal/prover/compile"
)

const provePage = "../../docs/prove.md"

var (
	pageFile = regexp.MustCompile("(?s)<!-- file: (\\S+) -->\n```cuda\n(.*?)```\n")
	pageRun  = regexp.MustCompile("(?s)<!-- run: \\S+ -->\n```console\n(\\$ shflgen (.*?)\n)(.*?)```\n")
	argument = regexp.MustCompile(`'([^']*)'|(\S+)`)
	varying  = regexp.MustCompile(`clang \d[\w.]*|(; |  )[\d.]+m?s\b`)
)

// TestProvePage runs the commands of docs/prove.md on its files. Only versions and times may
// differ.
func TestProvePage(t *testing.T) {
	if _, err := compile.FindClang(); err != nil {
		t.Skip(err)
	}
	old, err := os.ReadFile(provePage)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("SHFLGEN_CACHE", "off")
	dir := t.TempDir()
	files := pageFile.FindAllStringSubmatch(string(old), -1)
	for _, m := range files {
		path := filepath.Join(dir, m[1])
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(m[2]), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	command := filepath.Join(t.TempDir(), "shflgen")
	if out, err := exec.Command("go", "build", "-o", command, "../../cmd/shflgen").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	runs, proved := 0, 0
	now := pageRun.ReplaceAllStringFunc(string(old), func(block string) string {
		runs++
		m := pageRun.FindStringSubmatch(block)
		var args []string
		for _, a := range argument.FindAllStringSubmatch(m[2], -1) {
			args = append(args, a[1]+a[2])
		}
		cmd := exec.Command(command, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err == nil {
			proved++
		}
		return strings.TrimSuffix(block, m[3]+"```\n") + string(out) + "```\n"
	})
	if len(files) != 3 || runs != 3 || proved != 1 {
		t.Fatalf("%d files, %d commands, %d proofs; want 3, 3, 1:\n%s", len(files), runs, proved, now)
	}
	if *update {
		if err := os.WriteFile(provePage, []byte(now), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	plain := func(text string) string { return varying.ReplaceAllString(text, "…") }
	if diff := cmp.Diff(plain(now), plain(string(old))); diff != "" {
		t.Errorf("the page is stale; run go test ./tests/readme -run ProvePage -update:\n%s", diff)
	}
}
