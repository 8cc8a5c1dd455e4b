package solvers_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/smt"
	"github.com/shflgen/shflgen/internal/userpkg"
	"github.com/shflgen/shflgen/tests/solvers"
)

// TestLeft: a script of elements that are left asks of every number of them, one after the other up to that of the
// lanes and then of all others. So a fault in one of them is found, also in the last.
func TestLeft(t *testing.T) {
	solvers.Missing(t)
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/m\n\ngo 1.25\n",
		"geom.go": "package geom\n\ntype Vec3 struct{ X, Y, Z float32 }\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var questions solvers.Questions
	for _, tt := range []struct{ spec, name, was, now, want string }{
		{"-pattern load -partial -type ./.Vec3", "as emitted", "rest > 0", "rest > 0", "unsat"},
		{"-pattern load -partial -type ./.Vec3", "a last word", "rest > 64", "rest > 65", "sat"},
		{"-pattern load -partial -type ./.Vec3", "all are left", "left * 3u : 96u", "left * 3u : 95u", "sat"},
		{"-pattern load -partial -type ./.Vec3", "none are left", "words[32] : 0", "words[32] : 1", "sat"},
		{"-pattern store -partial -type ./.Vec3", "as emitted", "rest > 0", "rest > 0", "unsat"},
		{"-pattern store -partial -type ./.Vec3", "one is left", "left < 32u ?", "left == 1u ? 2u : left < 32u ?", "sat"},
		{"-pattern store -partial -type ./.Vec3", "all are left", "left * 3u : 96u", "left * 3u : 64u", "sat"},
	} {
		s, _, err := userpkg.Resolve(parsed(t, tt.spec), dir, dir, true, nil)
		if err != nil {
			t.Fatal(err)
		}
		file := edited(t, s, tt.was, tt.now)
		script, err := smt.Kernel(s, file, "")
		if err != nil {
			t.Fatalf("%s, %s: %v", tt.spec, tt.name, err)
		}
		questions.Add(strings.ReplaceAll(s.FileName()+" "+tt.name, " ", "_"), script, tt.want)
	}
	questions.Ask(t, solvers.Commands)
}
