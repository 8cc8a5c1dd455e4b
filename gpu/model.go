package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/gpu/ends"
	"github.com/shflgen/shflgen/gpu/model"
)

// checkModel prints a table of every instruction.
func checkModel(fs *flag.FlagSet, args []string) error {
	out := fs.String("out", "/dev/stdout", "write the table to this `file`")
	fs.Parse(args)
	d, driver := device.Open(), device.Driver()
	planted := model.Plant(d, runtime.NumCPU())
	var rows strings.Builder
	var open []string // what the GPU returned where the model leaves the result open
	points, differ, undefined, instructions := 0, 0, 0, 0
	model.Run(d, runtime.NumCPU(), func(r model.Result) {
		instructions++
		points += r.Points
		differ += r.Differ
		undefined += r.Undefined
		fmt.Fprintf(&rows, "| `%s` | %s | %d | %d |\n", r.Name, r.Inputs, r.Points, r.Differ)
		for what, n := range r.Seen {
			open = append(open, fmt.Sprintf("- `%s`: %d times %s\n", r.Name, n, what))
		}
		if r.First != "" {
			fmt.Fprintln(os.Stderr, r.First)
		}
	})
	text := fmt.Sprintf(`# The model against the hardware

The PTX executor of the proofs ran each instruction on numbers. The GPU ran the same text,
compiled by its driver. Every result was compared bit for bit; any NaN equals any NaN. In rows
marked "every bit" the bits of a NaN are compared too, because a proof may rely on them.

| | |
| --- | --- |
| GPU | %s (%s) |
| driver, which also compiled the PTX | %s |
| date | %s |
| instructions | %d |
| results compared | %d |
| that differ | %d |
| results that the model leaves open | %d |
| faults planted in what the executor ran, and found | %d |

| instruction | inputs | results | differ |
| --- | --- | --: | --: |
%s
What the GPU returned where the model leaves the result open (no proof relies on it):

%s`, d.Name, d.Arch, driver, time.Now().UTC().Format("2006-01-02"),
		instructions, points, differ, undefined, planted, rows.String(), strings.Join(slices.Sorted(slices.Values(open)), ""))
	ends.Check(os.WriteFile(*out, []byte(text), 0o666))
	if differ > 0 {
		return fmt.Errorf("%d results differ", differ)
	}
	return nil
}
