package projects_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// workflow is what is read of a file of GitHub Actions.
type workflow struct {
	Jobs map[string]struct {
		RunsOn string `yaml:"runs-on"`
		Steps  []struct{ Uses, Run string }
	}
}

// pinned is an action at a major version.
var pinned = regexp.MustCompile(`^actions/[a-z-]+@v\d+$`)

// TestWorkflow runs the steps of the workflow in examples/downstream, but for the installation of
// clang: its package is the one that prove asks for.
func TestWorkflow(t *testing.T) {
	extent.NotQuick(t, "builds commands")
	text, err := os.ReadFile(filepath.Join(examples, "ci", "shflgen.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var w workflow
	if err := yaml.Unmarshal(text, &w); err != nil {
		t.Fatal(err)
	}
	var ran []string
	for name, job := range w.Jobs {
		if job.RunsOn == "" || len(job.Steps) < 4 {
			t.Errorf("job %s: %+v", name, job)
		}
		for _, step := range job.Steps {
			switch {
			case step.Uses != "":
				if !pinned.MatchString(step.Uses) {
					t.Errorf("uses %s, want an action at a major version", step.Uses)
				}
			case strings.Contains(step.Run, "apt-get install"):
				words := strings.Fields(step.Run)
				if of := words[len(words)-1]; !strings.Contains(verify.NoCompiler{}.Remedy(), "apt install "+of+"\n") {
					t.Errorf("installs %s, prove asks for another package", of)
				}
			default:
				inDownstream(t, step.Run)
				ran = append(ran, step.Run)
			}
		}
	}
	if got, want := strings.Join(ran, "; "), "go tool shflgen check ./...; go tool shflgen prove ./..."; got != want {
		t.Errorf("the workflow runs %q, want %q", got, want)
	}
}

// inDownstream runs a command of a shell in the example of a Go module.
func inDownstream(t *testing.T, command string) {
	t.Helper()
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir, cmd.Env = filepath.Join(examples, "downstream"), append(os.Environ(), "GOFLAGS=", "SHFLGEN_CACHE=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", command, err, out)
	}
}

// shellBlock is a block of commands of a page.
var shellBlock = regexp.MustCompile("(?ms)^```sh\n(.*?)^```$")

// TestVetCommand runs the commands of docs/ci.md for go vet, but for those that fetch a tool: go.mod of
// the example names it.
func TestVetCommand(t *testing.T) {
	extent.NotQuick(t, "builds commands")
	page, err := os.ReadFile("../../docs/ci.md")
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, block := range shellBlock.FindAllStringSubmatch(string(page), -1) {
		for command := range strings.Lines(block[1]) {
			if tool, fetches := strings.CutPrefix(strings.TrimSpace(command), "go get -tool "); fetches {
				module, err := os.ReadFile(filepath.Join(examples, "downstream", "go.mod"))
				if err != nil || !regexp.MustCompile(`(?m)^(tool |\t)`+regexp.QuoteMeta(tool)+`$`).Match(module) {
					t.Errorf("go.mod of the example has no tool %s: %v", tool, err)
				}
				continue
			}
			inDownstream(t, command)
			ran++
		}
	}
	if ran != 3 { // to report, to fix, to print the fix
		t.Errorf("%d commands", ran)
	}
}
