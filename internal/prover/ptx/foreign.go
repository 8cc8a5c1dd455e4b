package ptx

import (
	"context"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/internal/prover/term"
)

// Traps shows that a function of a cluster traps in a cluster of any other number of blocks that a GPU launches,
// whatever its elements and its mask are. Of functions without a cluster it shows nothing.
func (s *Subject) Traps(ctx context.Context) error {
	if s.rows != nil || s.spec.Shape().Blocks <= 1 {
		return nil
	}
	for blocks := 1; blocks <= exec.MaxCluster; blocks++ {
		if blocks == s.spec.ClusterBlocks() {
			continue
		}
		call := check.Symbols(term.New(term.Strategy{}), s)
		l := &launch{Call: call, ctx: ctx, foreign: &exec.Foreign{Blocks: blocks}}
		l.block = exec.Block(l.Shape.Lanes / l.Shape.Blocks)
		if err := l.run(s.program); err != nil {
			return err
		}
	}
	return nil
}
