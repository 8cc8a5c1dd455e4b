package opbody

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"github.com/shflgen/shflgen/internal/prover/tape"
)

// sessionTime bounds a session: z3 may take long over few steps. Then it knows no further answer.
const sessionTime = time.Minute

// solver is z3, if it is installed.
func solver() (string, error) { return exec.LookPath("z3") }

// session is z3 that answers one question after another.
type session struct {
	cmd    *exec.Cmd
	cancel func()
	in     io.WriteCloser
	lines  *bufio.Scanner
	steps  int
	asked  int
}

// newSession starts z3, which may do so many steps on each question.
func newSession(ctx context.Context, path string, steps int) (*session, error) {
	ctx, cancel := context.WithTimeout(ctx, sessionTime)
	cmd := exec.CommandContext(ctx, path, "-in")
	in, inErr := cmd.StdinPipe()
	out, outErr := cmd.StdoutPipe()
	if err := cmp.Or(inErr, outErr); err != nil {
		cancel()
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		cancel()
		return nil, err
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	return &session{cmd: cmd, cancel: cancel, in: in, lines: lines, steps: steps}, nil
}

func (s *session) close() {
	s.in.Close()
	s.cancel()
	s.cmd.Wait() // its answers are known; how it ends adds nothing
}

// ask is the answer to a script of a tape. Nothing is known from a z3 that has ended, or that prints an error before
// its answer.
func (s *session) ask(t *tape.Tape, script string) (a tape.Answer) {
	s.asked++
	end := fmt.Sprintf("end%d", s.asked)
	fmt.Fprintf(s.in, "(reset)\n(set-option :rlimit %d)\n%s(echo \"%s\")\n", s.steps, script, end)
	var text strings.Builder
	ended := false
	for !ended && s.lines.Scan() {
		if ended = s.lines.Text() == end; !ended {
			text.WriteString(s.lines.Text() + "\n")
		}
	}
	var values string
	a.Text, values, _ = strings.Cut(text.String(), "\n")
	switch {
	case !ended:
		a.Text = "no answer"
	case a.Text == "unsat":
		a.Holds = true
	case a.Text == "sat":
		a.Shown = t.Model(values)
	}
	return a
}
