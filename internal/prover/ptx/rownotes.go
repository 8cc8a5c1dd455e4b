package ptx

import (
	"fmt"

	"github.com/shflgen/shflgen/internal/spelling"
	"github.com/shflgen/shflgen/spec"
)

// OneDimension says which grids kernels are claimed for: %ctaid.y is 0, and %nctaid.y is 1.
const OneDimension = "grids of one dimension"

// AlignedRows is what -aligned promises, to which a proof is limited.
var AlignedRows = fmt.Sprintf("rows, weights and biases at multiples of %d bytes", spec.RowAlign)

// notes say for which launches a proof holds, and what it shows beside the results.
func (k *rowKernel) notes() []string {
	launch := fmt.Sprintf("launched by blocks of %d×1×1 threads, one for each row", k.block)
	switch shared := k.threads / k.block; {
	case k.program.MeetsCluster():
		launch = fmt.Sprintf("launched by clusters of %d blocks of %d×1×1 threads, one for each row", shared, k.block)
	case shared > 1:
		launch = fmt.Sprintf("launched by blocks of %d×1×1 threads, %d for each row", k.block, shared)
	case k.perBlock > 1:
		launch = fmt.Sprintf("launched by blocks of %d×1×1 threads, one for each %d rows", k.block, k.perBlock)
	}
	any := "any pitch, alignment and number of rows"
	if k.spec.Shape().Each {
		any = "any pitches, alignments and number of rows"
	}
	if k.spec.Row().Aligned {
		any = "any number of rows, and pitches that keep rows aligned"
	}
	if k.span.Ranged() {
		any += fmt.Sprintf("; of other numbers of columns than %d to %d nothing read or written",
			k.span.Least(), k.span.Cols())
	}
	return []string{
		launch,
		OneDimension,
		any,
		"each result stored exactly once, nothing read outside of its row, nothing else written",
		k.apart(),
	}
}

// apart says what does not overlap.
func (k *rowKernel) apart() string {
	var names []string
	for _, p := range k.spec.Shape().In {
		if !p.ByValue() {
			names = append(names, p.InMemory())
		}
	}
	if names = append(names, "out"); k.spec.HasResidual() {
		names = append(names, spec.SumRole.Name())
	}
	text := spelling.List(names) + " do not overlap"
	switch {
	case k.spec.HasResidual():
		text += ", but out may be in, and sum may be residual, with the same pitch; nor do rows of out and sum"
	case k.spec.Shape().Each:
		text += ", nor rows of out"
	}
	return text
}

// Launched is a fault where a block of a kernel of rows works on another number of rows than it is launched for; 0
// rows: it may be any.
func (s *Subject) Launched(rows int64) error {
	if s.rows == nil || rows == 0 || s.rows.perBlock == rows {
		return nil
	}
	return s.rows.fault("a block works on %d rows, and the contract launches one for %d", s.rows.perBlock, rows)
}
