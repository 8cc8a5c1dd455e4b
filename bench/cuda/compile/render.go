package main

import (
	"fmt"
	"strings"
	"time"
)

// render writes the table: the time of each case, and its ratios to the first case (empty kernel)
// and the second case (emitted function) in the same round.
func render(cases []unit, took [][][]time.Duration, failed [][]error, setting string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Compile times\n\n%s\n\n", setting)
	b.WriteString(`Processor time to make machine code of one kernel with one call: by NVRTC in a process that has loaded it,
by nvcc -cubin with the processes that it starts. A ratio is the median over the rounds of the time against
that of the empty kernel, or of the first of ours, in the same round. ` + "`make compile-bench`" + ` measures it anew;
it needs no GPU.

| compiled | NVRTC ms | to empty | to ours | nvcc ms | to empty | to ours |
| --- | --: | --: | --: | --: | --: | --: |
`)
	for i, c := range cases {
		fmt.Fprintf(&b, "| %s |", c.name)
		for j := range took[i] {
			if failed[i][j] != nil {
				b.WriteString(" does not compile | | |")
				continue
			}
			fmt.Fprintf(&b, " %.1f | **%.2f** | %.2f |", float64(median(took[i][j]))/1e6,
				ratio(took[i][j], took[0][j]), ratio(took[i][j], took[1][j]))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// ratio is the median of the ratios round by round.
func ratio(of, to []time.Duration) float64 {
	var all []float64
	for round := range of {
		all = append(all, float64(of[round])/float64(to[round]))
	}
	return median(all)
}
