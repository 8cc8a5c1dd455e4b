package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/gpu/ends"
	"github.com/shflgen/shflgen/gpu/masks"
	"github.com/shflgen/shflgen/spec"
)

// checkMasks runs functions over all masks and writes a report as JSON; with -table it prints reports as one table.
func checkMasks(fs *flag.FlagSet, args []string) error {
	var p pick
	p.bind(fs)
	mask := fs.String("mask", "", "this `mode` alone: member or active")
	n := fs.Uint64("masks", masks.All, "run the masks below `N`")
	out := fs.String("out", "/dev/stdout", "file for the report")
	table := fs.Bool("table", false, "print the reports in the named files as one table")
	fs.Parse(args)
	if *table {
		return printTable(fs.Args())
	}
	if *mask != "" && *mask != spec.Member.String() && *mask != spec.Active.String() {
		return fmt.Errorf("-mask %s: want member or active", *mask)
	}
	runMasks(&p, *mask, *n, *out)
	return nil
}

func runMasks(p *pick, mask string, n uint64, out string) {
	d := device.Open()
	r := masks.Report{
		GPU: d.Name, Arch: d.Arch, NVRTC: d.NVRTC,
		Driver: device.Driver(), Date: time.Now().UTC().Format("2006-01-02"),
	}
	r.Planted = plant(d, mask, n)
	var specs []spec.Spec
	for _, s := range masks.Specs() {
		if (mask == "" || mask == s.Mask.String()) && p.takes(s.FileName()) {
			specs = append(specs, s)
		}
	}
	if len(specs) == 0 {
		ends.Check(errors.New("no function is chosen"))
	}
	differ := 0
	masks.Run(d, specs, n, uint32(time.Now().UnixNano()), nil, func(one masks.Result) {
		r.Results = append(r.Results, one)
		if one.Differ != 0 {
			differ++
			fmt.Fprintf(os.Stderr, "%s: %d lanes differ, first at mask %#08x\n", one.Flags, one.Differ, one.First)
		}
	})
	ends.Check(os.WriteFile(out, ends.Must(json.MarshalIndent(r, "", " ")), 0o666))
	if differ > 0 {
		ends.Check(fmt.Errorf("%d functions differ", differ))
	}
}

// plant alters a few functions of the given mask modes. The run must find the least mask on
// which each of them differs.
func plant(d *device.Device, mask string, n uint64) int {
	planted := 0
	for _, m := range spec.MaskModes() {
		if mask != "" && m.String() != mask {
			continue
		}
		for _, p := range masks.Plants(m) {
			if uint64(p.Mask) >= n {
				continue
			}
			s := ends.Must(spec.ParseArgs(strings.Fields(p.Flags)))
			var got masks.Result
			masks.Run(d, []spec.Spec{s}, n, 7, p.Fault, func(r masks.Result) { got = r })
			if got.Differ == 0 || got.First != p.Mask {
				ends.Check(fmt.Errorf("%s: the fault planted at mask %#08x was not found: %+v", p.Flags, p.Mask, got))
			}
			planted++
		}
	}
	return planted
}

// printTable prints reports as one table.
func printTable(files []string) error {
	var all []masks.Report
	for _, file := range files {
		var r masks.Report
		if err := json.Unmarshal(ends.Must(os.ReadFile(file)), &r); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		all = append(all, r)
	}
	text, err := masks.Table(all)
	fmt.Print(text)
	return err
}
