// Masks runs emitted CUDA over all 2^32 masks on the GPU of this machine.
//
//	masks [-part I/N] [-only PATTERN] [-op OPS] [-mask MODE] [-masks N] [-out FILE]   run, write a report as JSON
//	masks -table FILE…                                                               print reports as one table
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/gpu/masks"
	"github.com/shflgen/shflgen/spec"
)

func main() {
	part := flag.String("part", "0/1", "part `I/N`: every N-th function, from number I on")
	only := flag.String("only", "", "this `pattern` alone")
	op := flag.String("op", "", "these `ops` alone, such as argmin,argmax")
	mask := flag.String("mask", "", "this `mode` alone: member or active")
	n := flag.Uint64("masks", masks.All, "run the masks below `N`")
	out := flag.String("out", "/dev/stdout", "file for the report")
	table := flag.Bool("table", false, "print the reports in the named files as one table")
	flag.Parse()
	err := error(nil)
	if *table {
		err = print(flag.Args())
	} else {
		err = run(*part, *only, *op, *mask, *n, *out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "masks:", err)
		os.Exit(1)
	}
}

func run(part, only, ops, mask string, n uint64, out string) error {
	var first, of int
	if _, err := fmt.Sscanf(part, "%d/%d", &first, &of); err != nil || of < 1 || first < 0 || first >= of {
		return fmt.Errorf("-part %s: takes I/N with 0 <= I < N", part)
	}
	if mask != "" && mask != spec.Member.String() && mask != spec.Active.String() {
		return fmt.Errorf("-mask %s: takes member or active", mask)
	}
	d, err := device.Open()
	if err != nil {
		return err
	}
	driver, err := device.Driver()
	if err != nil {
		return err
	}
	r := masks.Report{
		GPU: d.Name, Arch: d.Arch, NVRTC: d.NVRTC,
		Driver: driver, Date: time.Now().UTC().Format("2006-01-02"),
	}
	if r.Planted, err = plant(d, mask, n); err != nil {
		return err
	}
	var specs []spec.Spec
	for i, s := range masks.Specs() {
		if i%of == first && among(only, s.Pattern) && among(ops, s.Op) && among(mask, s.Mask) {
			specs = append(specs, s)
		}
	}
	if len(specs) == 0 {
		return fmt.Errorf("-only %q -op %q -mask %q -part %s: no functions", only, ops, mask, part)
	}
	differ := 0
	if err := masks.Run(d, specs, n, uint32(time.Now().UnixNano()), nil, func(one masks.Result) {
		r.Results = append(r.Results, one)
		if one.Differ != 0 {
			differ++
			fmt.Fprintf(os.Stderr, "%s: %d lanes differ, first at mask %#08x\n", one.Flags, one.Differ, one.First)
		}
	}); err != nil {
		return err
	}
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(out, text, 0o666); err != nil {
		return err
	}
	if differ > 0 {
		return fmt.Errorf("%d functions differ", differ)
	}
	return nil
}

// among reports whether a comma-separated list names x. An empty list names all.
func among(list string, x fmt.Stringer) bool {
	return list == "" || slices.Contains(strings.Split(list, ","), x.String())
}

// plant alters a few functions of the given mask modes. The run must find the least mask on
// which each of them differs.
func plant(d *device.Device, mask string, n uint64) (int, error) {
	planted := 0
	for _, m := range spec.MaskModes() {
		if mask != "" && m.String() != mask {
			continue
		}
		for _, p := range masks.Plants(m) {
			if uint64(p.Mask) >= n {
				continue
			}
			s, err := spec.ParseArgs(strings.Fields(p.Flags))
			if err != nil {
				return 0, err
			}
			var got masks.Result
			if err := masks.Run(d, []spec.Spec{s}, n, 7, p.Fault, func(r masks.Result) { got = r }); err != nil {
				return 0, err
			}
			if got.Differ == 0 || got.First != p.Mask {
				return 0, fmt.Errorf("%s: the fault planted at mask %#08x was not found: %+v", p.Flags, p.Mask, got)
			}
			planted++
		}
	}
	return planted, nil
}

func print(files []string) error {
	var all []masks.Report
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var r masks.Report
		if err := json.Unmarshal(text, &r); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		all = append(all, r)
	}
	text, err := masks.Table(all)
	fmt.Print(text)
	return err
}
