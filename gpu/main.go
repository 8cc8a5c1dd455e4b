// Gpu holds what shflgen emits, and what its proofs rest on, against the GPU of this machine. It is built without cgo;
// at run time it needs the driver and NVRTC. Checks against emitted Go need the tag twins, after cmd/twins has written
// the Go.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/shflgen/shflgen/gpu/ends"
)

// check is one check. It defines its flags on a set and parses the arguments.
type check struct {
	name, does string
	run        func(fs *flag.FlagSet, args []string) error
}

var checks = []check{
	{"lanes", "functions of warps and blocks against emitted Go, bit for bit", checkLanes},
	{"operators", "the same by operators of tests/userops", checkOperators},
	{"grids", "reductions of arrays against emitted Go", checkGrids},
	{"scans", "scans of arrays against emitted Go", checkScans},
	{"rows", "kernels of rows against the reference", checkRows},
	{"masks", "functions of warps on all 2^32 masks", checkMasks},
	{"model", "the PTX executor of the proofs against the hardware", checkModel},
	{"settle", "mutants that were proved equal beside their originals", checkSettle},
	{"crosscheck", "random PTX against the outputs of the second executor", checkCrosscheck},
}

func main() {
	if len(os.Args) > 1 {
		for _, c := range checks {
			if c.name == os.Args[1] {
				fs := flag.NewFlagSet("gpu "+c.name, flag.ExitOnError)
				if err := ends.Caught(func() { ends.Check(c.run(fs, os.Args[2:])) }); err != nil {
					fmt.Fprintf(os.Stderr, "gpu %s: %v\n", c.name, err)
					os.Exit(1)
				}
				return
			}
		}
	}
	usage(os.Stderr)
	os.Exit(2)
}

func usage(to io.Writer) {
	fmt.Fprintln(to, "usage: gpu CHECK [flags], where CHECK is one of")
	for _, c := range checks {
		fmt.Fprintf(to, "  %-10s  %s\n", c.name, c.does)
	}
}
