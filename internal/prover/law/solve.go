package law

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/tape"
)

// solvers are the commands that decide a script; each is asked if it is installed.
var solvers = []struct {
	name string
	args func(seconds int) []string
}{
	{"z3", func(seconds int) []string { return []string{"-in", "-smt2", fmt.Sprintf("-T:%d", seconds)} }},
	{"cvc5", func(seconds int) []string {
		return []string{"--lang=smt2", fmt.Sprintf("--tlimit=%d", 1000*seconds)}
	}},
}

// solve asks the solvers that are installed, all at once, and takes the first answer: proved, and
// by whom, or inputs that refute the claim. Inputs are believed if they do so here as well.
func (q *question) solve(ctx context.Context, claim []tape.Pair, limit time.Duration) (
	proved bool, by string, in []uint64,
) {
	script, err := q.script(claim)
	if err != nil {
		return false, "", nil
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	type answer struct{ name, text string }
	answers := make(chan answer, len(solvers))
	asked := 0
	for _, s := range solvers {
		path, err := exec.LookPath(s.name)
		if err != nil {
			continue
		}
		asked++
		go func() {
			cmd := exec.CommandContext(ctx, path, s.args(1+int(limit.Seconds()))...)
			cmd.WaitDelay = time.Second
			cmd.Stdin = strings.NewReader(script)
			out, _ := cmd.Output() // of unsat there is no model, which is an error
			answers <- answer{s.name, string(out)}
		}()
	}
	for range asked {
		a := <-answers
		verdict, rest, _ := strings.Cut(strings.TrimSpace(a.text), "\n")
		switch strings.TrimSpace(verdict) {
		case "unsat":
			return true, a.name, nil
		case "sat":
			if in := q.model(rest); in != nil {
				return false, a.name, in
			}
		}
	}
	return false, "", nil
}

// script is the question of a claim for solvers.
func (q *question) script(claim []tape.Pair) (text string, err error) {
	defer bv.Stopped(func(why string) { err = errors.New(why) })
	return q.tape.Script(q.given, claim), nil
}

// model are the inputs of a solver's answer, if they refute the claim.
func (q *question) model(text string) []uint64 {
	in := q.tape.Model(text)
	s := newSearch(q)
	for i, x := range in {
		s.inputs[i][0] = x
	}
	s.program.Run(1)
	if s.program.Out(q.bad)[0] != 1 {
		return nil
	}
	return s.shrink(in)
}
