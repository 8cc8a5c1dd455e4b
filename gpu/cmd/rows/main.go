// Rows compares emitted kernels of rows with the reference on the GPU of this machine. It is built
// without cgo; at run time it needs the driver and NVRTC.
//
//	rows [-every N] [-part P -parts N] [-cols N] [-only PATTERN] [-shared] [-ranged]
//	rows FILE.cu …   emitted kernels; they may call functions of tests/userops
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"

	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/gpu/rows"
	"github.com/shflgen/shflgen/internal/catalogue"
	"github.com/shflgen/shflgen/spec"
)

func main() {
	every := flag.Int("every", 1, "compare every `n`-th kernel")
	part := flag.Int("part", 0, "of the kernels, compare part `p`")
	parts := flag.Int("parts", 1, "of so many")
	cols := flag.Int("cols", 1_000_000, "leave out rows of more than `n` columns")
	shared := flag.Bool("shared", false, "compare kernels of which several blocks share a row alone")
	only := flag.String("only", "", "compare kernels of this `pattern` alone")
	ranged := flag.Bool("ranged", false, "compare kernels of a range of columns alone")
	flag.Parse()
	d, err := device.Open()
	var r rows.Report
	specs := slices.AppendSeq(slices.AppendSeq(slices.Collect(catalogue.Rows()), catalogue.MappedRows()), catalogue.Applied())
	specs = slices.AppendSeq(specs, catalogue.RangedRows())
	specs = slices.DeleteFunc(specs, func(s spec.Spec) bool {
		return *only != "" && s.Pattern.String() != *only || *shared && s.ClusterBlocks() == 1 || *ranged && !s.Ranged()
	})
	if flag.NArg() > 0 {
		specs = nil
	}
	for i, path := range flag.Args() {
		if err == nil {
			err = r.CompareFile(d, path, uint64(i))
		}
	}
	for i, s := range specs {
		if err != nil {
			break
		}
		if i%*every == 0 && i / *every % *parts == *part && s.Cols <= *cols {
			err = r.Compare(d, s, uint64(i))
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "rows:", err)
		os.Exit(1)
	}
	fmt.Printf("%d kernels, %d launches, %d values: %d differ\n", r.Kernels, r.Launches, r.Values, r.Differ)
	for _, line := range r.First {
		fmt.Println(line)
	}
	if r.Differ > 0 {
		os.Exit(1)
	}
}
