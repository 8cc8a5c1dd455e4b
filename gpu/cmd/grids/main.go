// Grids compares emitted reductions of arrays with the emitted Go on the GPU of this machine. Build
// it with the tag gridtwins after cmd/gridtwins has written the Go.
//
//	grids [-bytes N] [-only NAME] [-repeat N] [-every N] [-users]
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/gpu/grids"
	"github.com/shflgen/shflgen/internal/catalogue"
)

func main() {
	most := flag.Int("bytes", 1<<23, "compare arrays of at most `n` bytes")
	only := flag.String("only", "", "compare kernels whose `name` starts so")
	repeat := flag.Int("repeat", 0, "launch the sum of 2^20 - 1 float32 `n` times")
	every := flag.Int("every", 1, "compare every `n`-th kernel")
	users := flag.Bool("users", false, "compare those with functions of users, and no others")
	flag.Parse()
	if err := run(*most, *only, *repeat, *every, *users); err != nil {
		fmt.Fprintln(os.Stderr, "grids:", err)
		os.Exit(1)
	}
}

func run(most int, only string, repeat, every int, users bool) error {
	start := time.Now()
	d, err := device.Open()
	if err != nil {
		return err
	}
	var r grids.Report
	for n, s := range slices.AppendSeq(slices.Collect(catalogue.Grids()), catalogue.MappedGrids()) {
		if users || (n+1)%every != 0 || !named(s.FileName(), only) {
			continue
		}
		if err := grids.Run(d, s, most, &r); err != nil {
			return err
		}
	}
	if err := grids.RunUsers(d, most, func(n int, name string) bool { return (n+1)%every == 0 && named(name, only) }, &r); err != nil {
		return err
	}
	if repeat > 0 {
		if err := grids.Repeat(d, repeat, 1<<20-1, &r); err != nil {
			return err
		}
	}
	fmt.Printf("%s, NVRTC %s: %d kernels, %d launches, %d problems, %s\n", d.Name, d.NVRTC, r.Specs, r.Launches, len(r.Problems), time.Since(start).Round(time.Millisecond))
	for _, p := range r.Problems {
		fmt.Println(p)
	}
	if len(r.Problems) > 0 || r.Launches == 0 {
		return fmt.Errorf("%d problems in %d launches", len(r.Problems), r.Launches)
	}
	return nil
}

// named reports whether a kernel is one of those that are listed; any is if none are.
func named(kernel, list string) bool {
	for _, name := range strings.Split(list, ",") {
		if strings.HasPrefix(kernel, name) {
			return true
		}
	}
	return false
}
