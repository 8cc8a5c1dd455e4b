package opbody

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/smt"
)

// Steps is how much work a solver may do on one claim, in z3's rlimit: seconds, but the same on
// every machine.
const Steps = 20_000_000

// solverSeconds bounds the time of a solver that takes long over few steps.
const solverSeconds = 120

// solver is z3, if it is installed.
func solver() (string, error) { return exec.LookPath("z3") }

// bySolver asks a solver for arguments on which the two sides differ. What it finds is replayed on
// numbers: solvers know of a sum of floats only that equal operands give equal results, so an
// argument of theirs need not show anything.
func (s *subject) bySolver(ctx context.Context, f *ptx.File) (by, why string, c *Counterexample) {
	path, err := solver()
	if err != nil {
		return "", "z3 is not installed", nil
	}
	asked := map[string]string{} // scripts, with what is not known of them
	for _, opaque := range []bool{true, false} {
		if why, c = s.bySolverOnce(ctx, f, path, opaque, asked); why == "" || c != nil {
			break
		}
	}
	if why != "" || c != nil {
		return "", why, c
	}
	return "by z3", "", nil
}

// bySolverOnce asks about each claim that is not asked yet; opaque: with integer division as any function.
func (s *subject) bySolverOnce(ctx context.Context, f *ptx.File, path string, opaque bool, asked map[string]string) (why string, c *Counterexample) {
	scripts, names, err := s.scripts(ctx, f, opaque)
	if err != nil {
		return err.Error(), nil
	}
	for _, script := range scripts {
		why, known := asked[string(script)]
		if !known {
			why, c = s.ask(ctx, f, path, script, names)
			asked[string(script)] = why
		}
		if why != "" || c != nil {
			return why, c
		}
	}
	return "", nil
}

// ask asks about one claim, and says why it is not proved.
func (s *subject) ask(ctx context.Context, f *ptx.File, path string, script []byte, names []string) (why string, c *Counterexample) {
	steps := s.Steps
	if steps == 0 {
		steps = Steps
	}
	answer, err := ask(ctx, path, script, steps)
	switch {
	case err != nil:
		return err.Error(), nil
	case strings.HasPrefix(answer, "unsat"):
		return "", nil
	case !strings.HasPrefix(answer, "sat"):
		return fmt.Sprintf("z3: %s within %d steps", strings.SplitN(answer, "\n", 2)[0], steps), nil
	}
	if c := s.replay(ctx, f, model(answer, names)[:len(s.leaves)]); c != nil {
		return "", c
	}
	return "z3 finds arguments on which sums or other results of floats would have to be unlike the real ones", nil
}

// scripts are the claims for a solver, one each, and the names of the unknown arguments.
func (s *subject) scripts(ctx context.Context, f *ptx.File, opaque bool) (all [][]byte, names []string, err error) {
	defer func() {
		if r := recover(); r != nil {
			stop, ok := r.(bv.Stop)
			if !ok {
				panic(r)
			}
			err = errors.New(stop.Why)
		}
	}()
	d := smt.New()
	if opaque {
		d.Opaque()
	}
	var unknowns []*smt.Term
	unknown := func(i, w int) bv.Value {
		name := fmt.Sprintf("a%d", i)
		v := d.Var(name, i, w)
		names, unknowns = append(names, name), append(unknowns, v)
		return v
	}
	args := s.arguments(d, unknown)
	want, err := s.ofGo(ctx, d, args)
	if err != nil {
		return nil, nil, err
	}
	got, err := s.ofPTX(ctx, d, f, args, unknown)
	if err != nil {
		return nil, nil, err
	}
	var declared []smt.Claim // so that the answer has a number for each
	for _, v := range unknowns {
		declared = append(declared, smt.Claim{What: "an argument", Got: v, Want: v})
	}
	about := "Arguments on which the PTX of " + s.Name + " differs from " + s.Go.Name + "."
	for _, c := range s.claims(d, got, want) {
		x, y := c.got, c.want
		if c.float != nil {
			x, y = d.Canonical(*c.float, x), d.Canonical(*c.float, y)
		}
		if x == y {
			continue
		}
		text := smt.Script(about, append(declared, smt.Claim{What: c.what, Got: x.(*smt.Term), Want: y.(*smt.Term)}))
		all = append(all, append(text, fmt.Sprintf("(get-value (%s))\n", strings.Join(names, " "))...))
	}
	return all, names, nil
}

// ask runs the solver on a script.
func ask(ctx context.Context, path string, script []byte, steps int) (string, error) {
	dir, err := os.MkdirTemp("", "shflgen")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "body.smt2")
	if err := os.WriteFile(file, script, 0o666); err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, (solverSeconds+5)*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, path, "rlimit="+strconv.Itoa(steps), "-T:"+strconv.Itoa(solverSeconds), file).Output()
	text := strings.TrimSpace(string(out))
	for _, answer := range []string{"unsat", "sat", "unknown", "timeout"} { // z3 fails to give values if there are none
		if strings.HasPrefix(text, answer) {
			return text, nil
		}
	}
	if err == nil {
		err = errors.New("no answer")
	}
	return "", fmt.Errorf("z3: %w: %.200s", err, text)
}

var valueOf = regexp.MustCompile(`\((a\d+) #([xb])([0-9a-f]+)\)`)

// model are the numbers that an answer gives the names.
func model(answer string, names []string) []uint64 {
	found := map[string]uint64{}
	for _, m := range valueOf.FindAllStringSubmatch(answer, -1) {
		base := map[string]int{"x": 16, "b": 2}[m[2]]
		found[m[1]], _ = strconv.ParseUint(m[3], base, 64)
	}
	all := make([]uint64, len(names))
	for i, name := range names {
		all[i] = found[name]
	}
	return all
}
