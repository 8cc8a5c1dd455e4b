// Package solvers gives scripts to the SMT solvers that tests ask for a second opinion.
package solvers

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/shflgen/shflgen/tests/extent"
)

// Commands are those of the solvers. Each stops after a fixed amount of work, the same on every
// machine, and an undecided question fails the test. The hardest questions take a tenth of the
// limit, most take a thousandth.
var Commands = [][]string{
	{"z3", "-smt2", "rlimit=100000000"},
	{"cvc5", "--lang=smt2", "--rlimit=8000000"},
}

// Missing skips the test if a solver is not installed.
func Missing(t *testing.T) {
	t.Helper()
	extent.NotQuick(t, "solvers take their time")
	for _, s := range Commands {
		if _, err := exec.LookPath(s[0]); err != nil {
			t.Skipf("%v; `make toolchain` installs it", err)
		}
	}
}

// question is a script and the answer that every solver must give.
type question struct {
	name   string
	script []byte
	want   string
}

// Questions are scripts with the answers that every solver must give.
type Questions []question

// Add adds a script. want is sat or unsat.
func (q *Questions) Add(name string, script []byte, want string) {
	*q = append(*q, question{name, script, want})
}

// Ask gives the questions to solvers, in a goroutine for each processor.
func (q Questions) Ask(t *testing.T, solvers [][]string) {
	t.Helper()
	var right, wrong []question
	for _, q := range q {
		if q.want == "sat" {
			wrong = append(wrong, q)
		} else {
			right = append(right, q)
		}
	}
	questions := append(extent.Drawn(t, right, 12, 12), extent.Faults(t, wrong, 16)...)
	dir := t.TempDir()
	next := make(chan question)
	var workers sync.WaitGroup
	for range runtime.NumCPU() {
		workers.Go(func() {
			for q := range next {
				path := filepath.Join(dir, q.name+".smt2")
				if err := os.WriteFile(path, q.script, 0o666); err != nil {
					t.Error(err)
					continue
				}
				for _, s := range solvers {
					if got, err := answer(s, path); got != q.want {
						t.Errorf("%s: %s says %q (%v), want %s", q.name, s[0], got, err, q.want)
					}
				}
			}
		})
	}
	for _, q := range questions {
		next <- q
	}
	close(next)
	workers.Wait()
}

// answer runs one solver on one script.
func answer(solver []string, path string) (string, error) {
	out, err := exec.Command(solver[0], append(solver[1:], path)...).Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("%w: %s", err, exit.Stderr)
	}
	return strings.TrimSpace(string(out)), err
}
