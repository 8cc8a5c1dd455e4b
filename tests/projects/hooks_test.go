package projects_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/tests/extent"
)

// Two functions for an audit. The second takes 0 for a lane without an element.
const (
	rightFunction = `__device__ int warp_min(int v)
{
    for (int d = 16; d > 0; d /= 2)
        v = min(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}
`
	wrongFunction = `__device__ int warp_max(unsigned mask, int v)
{
    if (!(mask >> threadIdx.x % 32 & 1))
        v = 0;
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}
`
)

// readYAML reads a file of the repository.
func readYAML(t *testing.T, path string, to any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(examples, "..", path))
	if err == nil {
		err = yaml.Unmarshal(text, to)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// built is a folder with the command.
func built(t *testing.T) string {
	t.Helper()
	bin := t.TempDir()
	build := exec.Command("go", "build", "-o", filepath.Join(bin, "shflgen"), "../../cmd/shflgen")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}

// audited runs a command of a shell in a folder with one file, with the programs of bin.
func audited(t *testing.T, bin, command, file string, env ...string) (out string, failed bool) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "f.cu"), []byte(file), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("bash", "-c", command)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), append(env, "PATH="+bin+":"+os.Getenv("PATH"))...)
	text, err := cmd.CombinedOutput()
	return string(text), err != nil
}

// TestAction runs the last step of the action with the inputs of the workflow that uses it. The steps before it install
// programs, as in the other workflow.
func TestAction(t *testing.T) {
	extent.NotQuick(t, "compiles CUDA")
	if _, err := compile.FindClang(); err != nil {
		t.Skip(err)
	}
	var action struct {
		Inputs map[string]struct{ Default string }
		Runs   struct {
			Using string
			Steps []struct {
				Uses, Shell, Run string
				Env              map[string]string
			}
		}
	}
	var uses struct {
		Jobs map[string]struct {
			Steps []struct {
				Uses string
				With map[string]string
			}
		}
	}
	readYAML(t, "action.yml", &action)
	readYAML(t, "examples/ci/audit.yml", &uses)
	steps := action.Runs.Steps
	for _, step := range steps {
		if step.Uses != "" && !pinned.MatchString(step.Uses) || step.Uses == "" && step.Shell != "bash" ||
			strings.Contains(step.Run, "${{") { // an input would be a command
			t.Errorf("%+v", step)
		}
	}
	last := steps[len(steps)-1]
	given := uses.Jobs["audit"].Steps[1].With
	var env []string
	for name, from := range last.Env {
		input := strings.TrimSuffix(strings.TrimPrefix(from, "${{ inputs."), " }}")
		if _, ok := action.Inputs[input]; !ok || given[input] == "" {
			t.Errorf("%s is %s", name, from)
		}
		env = append(env, name+"="+given[input])
	}
	bin := built(t)
	out, failed := audited(t, bin, last.Run, rightFunction, env...)
	if failed || !strings.HasPrefix(out, "::notice file=f.cu,") {
		t.Errorf("%t %s", failed, out)
	}
	out, failed = audited(t, bin, last.Run, wrongFunction, env...)
	if !failed || !strings.HasPrefix(out, "::error file=f.cu,") {
		t.Errorf("%t %s", failed, out)
	}
}

// TestHooks runs the hooks as pre-commit does: the entry, the arguments of the configuration, then the files.
func TestHooks(t *testing.T) {
	extent.NotQuick(t, "compiles CUDA")
	if _, err := compile.FindClang(); err != nil {
		t.Skip(err)
	}
	var hooks []struct {
		ID, Entry, Language, Files string
		PassFilenames              *bool `yaml:"pass_filenames"`
	}
	var uses struct {
		Repos []struct {
			Hooks []struct {
				ID   string
				Args []string
			}
		}
	}
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	readYAML(t, "examples/ci/pre-commit-config.yaml", &uses)
	args := map[string][]string{}
	for _, h := range uses.Repos[0].Hooks {
		args[h.ID] = append([]string{}, h.Args...)
	}
	bin := built(t)
	emitted := "shflgen -pattern reduce -lang cuda -o g.cu && "
	for _, h := range hooks {
		of, named := args[h.ID]
		if !named || h.Language != "golang" || h.Files == "" {
			t.Errorf("%+v", h)
		}
		command := strings.Join(append([]string{h.Entry}, of...), " ")
		right, wrong, edit := rightFunction, wrongFunction, ""
		if h.PassFilenames == nil || *h.PassFilenames {
			command += " f.cu"
		} else {
			right, wrong, edit = "", "", "echo >>g.cu && "
			command = emitted + command
		}
		if out, failed := audited(t, bin, command, right); failed {
			t.Errorf("%s: %s", command, out)
		}
		if out, failed := audited(t, bin, strings.Replace(command, emitted, emitted+edit, 1), wrong); !failed {
			t.Errorf("%s accepts what is wrong: %s", command, out)
		}
	}
}
