package ptx

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// sound holds a claim of Prove against runs on numbers: what was proved must
// agree with the reference on every input tried, and what was refuted must not. It
// gives what Prove says.
func sound(t *testing.T, s spec.Spec, src []byte, inputs int) (err error) {
	t.Helper()
	_, err = Prove(s, "k.ptx", src)
	var (
		refusal        *parse.Refusal
		fault          *exec.Fault
		counterexample *check.Counterexample
		undecided      *check.Undecided
	)
	switch {
	case errors.As(err, &counterexample):
		mask := counterexample.Mask
		if mask == nil {
			mask = []uint32{^uint32(0)}
		}
		if replay(s, "k.ptx", string(src), mask, counterexample.Inputs) == nil {
			t.Errorf("does not replay: %v", err)
		}
	case errors.As(err, &refusal), errors.As(err, &fault), errors.As(err, &undecided):
	case err != nil && len(src) > 0:
		// Parameters of another kind, more than one kernel: not a kernel of this spec.
	case err == nil:
		rng := rand.New(rand.NewPCG(uint64(len(src)), 7))
		edges := ref.Edges(s.Type)
		file, err := Read("k.ptx", src)
		if err != nil {
			t.Fatal(err)
		}
		for try := range inputs {
			mask := make([]uint32, s.Shape().MaskWords())
			for i := range mask {
				mask[i] = rng.Uint32()
				if try < 2 {
					mask[i] = -uint32(try)
				}
			}
			in := ref.Sample(rng, s, try) // its keys are of a few groups
			for i := range s.Elements() {
				in[i] = rng.Uint64() >> (64 - s.Type.Bits())
				if try%2 == 1 {
					in[i] = edges[rng.IntN(len(edges))]
				}
			}
			if err := file.Replay(s, "", mask, in); err != nil {
				t.Fatalf("proved, but %v\n%s", err, src)
			}
		}
	}
	return err
}

// FuzzProve alters fixtures: no panic, no false proof, every counterexample
// replays.
func FuzzProve(f *testing.F) {
	var specs []spec.Spec
	for i, name := range names(f) {
		s, src := fixture(f, name)
		specs = append(specs, s)
		f.Add(i, []byte(src))
	}
	f.Fuzz(func(t *testing.T, i int, src []byte) {
		if i < 0 || i >= len(specs) {
			return
		}
		sound(t, specs[i], src, 4)
	})
}
