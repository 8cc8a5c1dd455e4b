// Package projects_test runs the project files that docs/ci.md offers to be copied.
package projects_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const examples = "../../examples"

// TestMain puts shflgen on the PATH.
func TestMain(m *testing.M) { os.Exit(withCommand(m.Run)) }

func withCommand(run func() int) int {
	bin, err := os.MkdirTemp("", "shflgen")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(bin)
	if out, err := exec.Command("go", "build", "-o", bin, "../../cmd/shflgen").CombinedOutput(); err != nil {
		panic(string(out))
	}
	os.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	return run()
}

// project is a folder with files of examples/.
type project struct{ dir string }

// newProject copies files of examples/ to a new folder. Its name has a blank and a letter outside of
// ASCII.
func newProject(t *testing.T, files ...string) project {
	t.Helper()
	p := project{filepath.Join(t.TempDir(), "a wärp")}
	if err := os.Mkdir(p.dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(filepath.Join(examples, name))
		if err != nil {
			t.Fatal(err)
		}
		p.write(t, filepath.Base(name), string(text))
	}
	return p
}

func (p project) write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// edit replaces a text of a file, which has to be there.
func (p project) edit(t *testing.T, name, old, new string) {
	t.Helper()
	text := p.read(t, name)
	if !strings.Contains(text, old) {
		t.Fatalf("%s has no %q:\n%s", name, old, text)
	}
	p.write(t, name, strings.Replace(text, old, new, 1))
}

func (p project) read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(p.dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// run runs a program in the folder.
func (p project) run(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), "MAKEFLAGS=", "GOFLAGS=")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// must is the output of a run that has to succeed.
func (p project) must(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := p.run(name, args...)
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, args, err, out)
	}
	return out
}

// needs skips a test without programs.
func needs(t *testing.T, programs ...string) {
	t.Helper()
	for _, name := range programs {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip(err)
		}
	}
}
