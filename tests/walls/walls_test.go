// Package walls_test keeps the generator and the prover apart.
package walls_test

import (
	"os/exec"
	"strings"
	"testing"
)

const module = "github.com/shflgen/shflgen"

func TestTwoMinds(t *testing.T) {
	for _, wall := range []struct{ from, to string }{
		{"gen", "verify"}, {"gen", "internal/prover"}, {"verify", "gen"}, {"internal/prover", "gen"},
		{"spec", "gen"}, {"spec", "verify"}, {"spec", "internal/prover"},
	} {
		pattern := module + "/" + wall.from + "/..."
		out, err := exec.Command("go", "list", "-test", "-deps", pattern).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if !strings.Contains(string(out), module) {
			t.Fatalf("go list knows nothing of %s", pattern)
		}
		for _, dep := range strings.Fields(string(out)) {
			if dep == module+"/"+wall.to || strings.HasPrefix(dep, module+"/"+wall.to+"/") {
				t.Errorf("%s imports %s", pattern, dep)
			}
		}
	}
}
