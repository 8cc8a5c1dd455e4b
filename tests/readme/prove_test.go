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

// runPages are the pages with files and commands, and how many of these they have, and of successes.
var runPages = []struct {
	path                string
	files, runs, proved int
}{
	{provePage, 3, 3, 1},
	{"../../docs/judge.md", 3, 3, 2},
	{"../../docs/verdicts.md", 4, 4, 1},
}

var (
	pageFile = regexp.MustCompile("(?s)<!-- file: (\\S+) -->\n```cuda\n(.*?)```\n")
	pageRun  = regexp.MustCompile("(?s)<!-- run: \\S+ -->\n```console\n(\\$ shflgen (.*?)\n)(.*?)```\n")
	argument = regexp.MustCompile(`'([^']*)'|(\S+)`)
	varying  = regexp.MustCompile(`clang \d[\w.]*|(; |  )[\d.]+m?s\b`)
)

// TestRunPages runs the commands of pages on their files. Only versions and times may differ.
func TestRunPages(t *testing.T) {
	if _, err := compile.FindClang(); err != nil {
		t.Skip(err)
	}
	command := filepath.Join(t.TempDir(), "shflgen")
	if out, err := exec.Command("go", "build", "-o", command, "../../cmd/shflgen").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, page := range runPages {
		t.Run(filepath.Base(page.path), func(t *testing.T) {
			runPage(t, command, page.path, page.files, page.runs, page.proved)
		})
	}
}

// runPage runs the commands of one page.
func runPage(t *testing.T, command, path string, wantFiles, wantRuns, wantProved int) {
	old, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("SHFLGEN_CACHE", "off")
	dir := t.TempDir()
	files := pageFile.FindAllStringSubmatch(string(old), -1)
	for _, m := range files {
		file := filepath.Join(dir, m[1])
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(m[2]), 0o666); err != nil {
			t.Fatal(err)
		}
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
	if len(files) != wantFiles || runs != wantRuns || proved != wantProved {
		t.Fatalf("%d files, %d commands, %d proofs; want %d, %d, %d:\n%s", len(files), runs, proved, wantFiles, wantRuns,
			wantProved, now)
	}
	if *update {
		if err := os.WriteFile(path, []byte(now), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	plain := func(text string) string { return varying.ReplaceAllString(text, "…") }
	if diff := cmp.Diff(plain(now), plain(string(old))); diff != "" {
		t.Errorf("the page is stale; run go test ./tests/readme -run RunPages -update:\n%s", diff)
	}
}
