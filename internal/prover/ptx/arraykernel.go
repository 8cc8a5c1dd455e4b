package ptx

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
)

// whole is the kernel of the whole array.
type whole struct {
	*gridBlock
	protocol *protocol
	outs     []*exec.Matrix
}

func (w *whole) program() *exec.Program { return w.gridKernel.program }

func (w *whole) block() string {
	if w.chunk == allChunks {
		return fmt.Sprintf("%d of %d, the last one to begin, on %d chunks", w.number, w.blocks, w.chunks)
	}
	return fmt.Sprintf("%d of %d, chunk %d of %d elements", w.number, w.blocks, w.chunk, w.n)
}

func (w *whole) begin(c check.Call, g *exec.Grid) []exec.Arg {
	w.outs, w.protocol = w.outputs(c.Dom, 1), w.newProtocol(w.own(), c, g)
	n := w.elements(c)
	args := append(w.inputs(c, w.own(), 0), exec.Arg{Scalar: n})
	for _, out := range w.outs {
		args = append(args, exec.Arg{Matrix: out})
	}
	return append(args, exec.Arg{Meet: w.protocol.workspace})
}

// own are the chunks that the block works on.
func (w *whole) own() (all []int) {
	for c := w.number; w.number < w.working() && c < w.chunks; c += w.working() {
		all = append(all, c)
	}
	return all
}

// result are the leaves of what the block leaves: in the workspace, or as the result of the array, which is stored once
// where this block has to and else not at all.
func (w *whole) result(d bv.Domain) ([]exec.Cell, error) {
	last, err := w.protocol.check()
	if err != nil {
		return nil, err
	}
	if w.chunks == 1 {
		last = w.number == 0
	}
	if !last && slices.ContainsFunc(w.outs, func(out *exec.Matrix) bool { return out.Row(0) != nil }) {
		return nil, w.fault("a block that does not begin last, or has no chunk, uses the result of the array")
	}
	if last {
		leaves, err := w.stored(d, w.outs)
		if err == nil && w.chunk == allChunks && slices.ContainsFunc(leaves, func(c exec.Cell) bool {
			return !isDefined(d, c)
		}) {
			err = w.fault("the result may be undefined, or depend on how often a slot was read")
		}
		if err != nil || w.chunks == 1 || w.chunk == allChunks {
			return leaves, err
		}
	}
	if w.chunk == noChunk {
		return nil, nil
	}
	return w.protocol.published(w.chunk), nil
}
