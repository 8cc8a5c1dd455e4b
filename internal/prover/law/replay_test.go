package law_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/shflgen/shflgen/internal/prover/law"
	"github.com/shflgen/shflgen/tests/extent"
)

// TestReplay: the Go test of each witness compiles beside the original function, and fails. One
// of a claim that holds would pass: those of the operators with other bodies do.
func TestReplay(t *testing.T) {
	extent.NotQuick(t, "takes seconds")
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module broken\n\ngo 1.25\n")
	for _, name := range []string{"numbers.go", "structs.go"} {
		text, err := os.ReadFile(filepath.Join("testdata/broken", name))
		if err != nil {
			t.Fatal(err)
		}
		write(name, string(text))
	}
	want := map[string]bool{}
	test := regexp.MustCompile(`func (Test\w+)\(`)
	for _, op := range operators(t, "./testdata/broken") {
		if op.Func.FuncName() == hidden {
			continue
		}
		all, err := law.Check(context.Background(), op, law.Limits{Within: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range all {
			if v.Witness != nil {
				name := test.FindStringSubmatch(v.Witness.Go)[1]
				want[name] = true
				write(strings.ToLower(name)+"_test.go", v.Witness.Go)
			}
		}
	}
	out, err := goTest(dir)
	failed := map[string]bool{}
	for _, m := range regexp.MustCompile(`--- FAIL: (Test\w+)`).FindAllStringSubmatch(out, -1) {
		failed[m[1]] = true
	}
	if err == nil || len(want) < 60 {
		t.Fatalf("%d tests, %v", len(want), err)
	}
	for name := range want {
		if !failed[name] {
			t.Errorf("%s does not fail", name)
		}
	}
	if t.Failed() {
		t.Log(out)
	}

	// With a lawful body the same test passes.
	text, err := os.ReadFile(filepath.Join(dir, "numbers.go"))
	if err != nil {
		t.Fatal(err)
	}
	write("numbers.go", strings.Replace(string(text), "return a - b }", "return a + b }", 1))
	if out, _ := goTest(dir, "-run", "TestMinusIs"); strings.Contains(out, "FAIL") || !strings.Contains(out, "ok") {
		t.Errorf("a lawful operator fails the test of a witness:\n%s", out)
	}
}

func goTest(dir string, args ...string) (string, error) {
	cmd := exec.Command("go", append([]string{"test"}, append(args, ".")...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	return fmt.Sprint(string(out)), err
}
