// Package history_test plants real bugs of warp-level CUDA code in emitted files. The prover
// must reject each for the right reason.
package history_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// bug is a patch that plants a known bug.
type bug struct {
	name   string
	source string // the issue or the documentation
	spec   string
	ground []edit // of the .cu: right code, proved, in which the bug has an effect
	cuda   []edit // of the .cu: the bug
	ptx    []edit // of the compiled PTX: the bug
	want   kind
	says   string // part of the message: no row passes for another reason
}

// edit replaces old. It must be there as often as times says; 0 means once.
type edit struct {
	old, new string
	times    int
}

// kind is how the prover rejects.
type kind string

const (
	counterexample kind = "counterexample" // an input that replays
	fault          kind = "fault"          // an error of the execution, at a line
	refusal        kind = "refusal"        // an error of the reader, at a line
)

func apply(t *testing.T, src []byte, edits []edit) []byte {
	t.Helper()
	text := string(src)
	for _, e := range edits {
		if n := strings.Count(text, e.old); n != max(1, e.times) {
			t.Fatalf("%q is there %d times, want %d:\n%s", e.old, n, max(1, e.times), text)
		}
		text = strings.ReplaceAll(text, e.old, e.new)
	}
	return []byte(text)
}

// allBugs are the bugs of all files.
var allBugs = slices.Concat(warpBugs, blockBugs, activeBugs, distanceBugs, magnitudeBugs, ballotBugs, memoryBugs,
	rankBugs, scanBugs)

// TestPages: README.md and docs/trust.md state the number of bugs.
func TestPages(t *testing.T) {
	extent.States(t, "../../README.md", "[known bugs](tests/history)", len(allBugs))
	extent.States(t, "../../docs/trust.md", "`tests/history`:", len(allBugs))
}

func TestHistory(t *testing.T) {
	bugs := extent.Drawn(t, allBugs, 4, 2)
	lines := make([]string, len(bugs))
	t.Cleanup(func() { // when all are done: the table in its order
		for _, line := range lines {
			if line != "" {
				t.Log(line)
			}
		}
	})
	for i, b := range bugs {
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			lines[i] = fmt.Sprintf("%-50s %-52s %s", b.name, b.source, reject(t, b))
		})
	}
}

// compiler is a compiler that supports the spec's type.
func compiler(t *testing.T, s spec.Spec) func(spec.Spec, []byte, string) ([]byte, error) {
	if s.Type.Half() {
		nvcc, err := compile.FindNVCC()
		if err != nil {
			t.Skip(err)
		}
		return nvcc.One
	}
	clang, err := compile.FindClang()
	if err != nil {
		extent.Missing(t, err)
	}
	return clang.One
}

// reject proves the emitted file, requires that the patched one is rejected, and says how.
func reject(t *testing.T, b bug) string {
	if len(b.cuda)+len(b.ptx) == 0 {
		t.Fatal("no patch")
	}
	s, err := spec.ParseArgs(strings.Fields(b.spec))
	if err != nil {
		t.Fatal(err)
	}
	files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
	if err != nil {
		t.Fatal(err)
	}
	one := compiler(t, s)
	toPTX := func(src []byte) []byte {
		out, err := one(s, src, "sm_90")
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	name := s.FileName() + ".ptx"
	right := apply(t, files[s.FileName()+".cu"], b.ground)
	rightPTX := toPTX(right)
	if _, err := ptx.Prove(s, name, rightPTX); err != nil {
		t.Fatalf("without the bug: %v\n%s", err, right)
	}
	wrong := rightPTX
	if b.cuda != nil {
		wrong = toPTX(apply(t, right, b.cuda))
	}
	wrong = apply(t, wrong, b.ptx)
	_, err = ptx.Prove(s, name, wrong)
	got := kindOf(err)
	if got != b.want || !strings.Contains(fmt.Sprint(err), b.says) {
		t.Fatalf("%s: %v\nwant a %s that says %q\n%s", got, err, b.want, b.says, wrong)
	}
	var c *check.Counterexample
	if errors.As(err, &c) {
		replay(t, s, name, rightPTX, wrong, c)
		return fmt.Sprintf("%s: lane %d: %s", got, c.Lane, strings.TrimPrefix(c.String(), name+":"))
	}
	return fmt.Sprintf("%s: %s", got, strings.TrimPrefix(err.Error(), name+":"))
}

// replay: the counterexample fails again on the patched file, and not on the emitted one.
func replay(t *testing.T, s spec.Spec, name string, right, wrong []byte, c *check.Counterexample) {
	t.Helper()
	mask := c.Mask
	if mask == nil { // full mode
		for range s.Shape().MaskWords() {
			mask = append(mask, ^uint32(0))
		}
	}
	again := func(code []byte) error {
		f, err := ptx.Read(name, code)
		if err != nil {
			return err
		}
		return f.Replay(s, "", mask, c.Inputs)
	}
	if again := again(wrong); again == nil || again.Error() != c.Error() {
		t.Errorf("replay gives %v, want %v", again, c)
	}
	if err := again(right); err != nil {
		t.Errorf("fails without the bug too: %v", err)
	}
}

func kindOf(err error) kind {
	var (
		c *check.Counterexample
		f *exec.Fault
		r *parse.Refusal
		u *check.Undecided
	)
	switch {
	case err == nil:
		return "proved"
	case errors.As(err, &c):
		return counterexample
	case errors.As(err, &f) && f.Line > 0:
		return fault
	case errors.As(err, &r):
		return refusal
	case errors.As(err, &u):
		return "undecided"
	}
	return "other error"
}
