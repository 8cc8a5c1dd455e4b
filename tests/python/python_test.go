// Package python_test builds the Python package, installs it into an empty environment, and uses it without PyTorch.
package python_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/tests/extent"
)

const root = "../.."

// use generates and proves by the installed package. It prints the version of the command.
const use = `
import shflgen
made = shflgen.generate(pattern="row-apply", f="softmax", cols=100, type="float32")
assert made.launch.blocks(9) == 2 and made.launch.threads == 128, made.launch
made = shflgen.generate(pattern="reduce", width=16, lang="go")
assert shflgen.prove(made).proved
assert not shflgen.prove(made.text.replace("+", "-", 1), lang="go").proved
try:
    shflgen.generate(pattern="xor-reduce", width=12)
except shflgen.ShflgenError as error:
    assert str(error).startswith("-width 12: xor-reduce takes"), error
print(shflgen.version())
`

// TestWheel: two builds of a wheel have the same bytes, and an empty environment can use it. The command in it is an
// ordinary build: that one which a release carries has the same bytes in every folder is a test of toolchain/release.
func TestWheel(t *testing.T) {
	extent.NotQuick(t, "builds the command")
	python, err := filepath.Abs(root + "/.toolchain/python/bin/python")
	if _, missing := os.Stat(python); err != nil || missing != nil {
		t.Skip("no .toolchain/python: run toolchain/install.sh python, which needs python3")
	}
	dir := t.TempDir()
	binary := filepath.Join(dir, "built")
	command(t, nil, "go", "build", "-o", binary, root+"/cmd/shflgen")
	var wheels [2][]byte
	var wheel string
	for i := range wheels {
		out := filepath.Join(dir, "wheels", string(rune('a'+i)))
		command(t, []string{"SHFLGEN_COMMAND=" + binary},
			python, root+"/python/wheels.py", "-version", "v1.2.3", "-o", out, "host")
		found, err := filepath.Glob(filepath.Join(out, "shflgen-1.2.3-py3-none-*.whl"))
		if err != nil || len(found) != 1 {
			t.Fatalf("%v, %v", found, err)
		}
		wheel = found[0]
		if wheels[i], err = os.ReadFile(wheel); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(wheels[0], wheels[1]) {
		t.Error("two builds of a wheel differ")
	}

	empty := filepath.Join(dir, "environment")
	command(t, nil, python, "-m", "venv", "--without-pip", empty)
	installed := filepath.Join(empty, "bin", "python")
	command(t, nil, python, "-m", "pip", "--python", installed, "install", "-q", "--no-index", wheel)
	want := command(t, nil, filepath.Join(empty, "bin", "shflgen"), "version")
	got := command(t, []string{"SHFLGEN_CACHE=off"}, installed, "-c", use)
	if fields := strings.Fields(want); len(fields) < 2 || fields[1] != strings.TrimSpace(got) {
		t.Errorf("the module says %s, the command %s", got, want)
	}
}

// command runs a command with more environment, and returns its output.
func command(t *testing.T, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out, stderr.Bytes())
	}
	return string(out)
}
