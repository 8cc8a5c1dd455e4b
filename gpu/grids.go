package main

import (
	"flag"
	"slices"
	"time"

	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/gpu/grids"
	"github.com/shflgen/shflgen/gpu/report"
	"github.com/shflgen/shflgen/tests/catalogue"
)

func checkGrids(fs *flag.FlagSet, args []string) error {
	var p pick
	p.bind(fs)
	most := fs.Int("bytes", 1<<23, "compare arrays of at most `n` bytes")
	repeat := fs.Int("repeat", 0, "launch the sum of 2^20 - 1 float32 `n` times")
	users := fs.Bool("users", false, "compare those with functions of users, and no others")
	fs.Parse(args)
	began := time.Now()
	d := device.Open()
	var r report.Report
	for _, s := range slices.AppendSeq(slices.Collect(catalogue.Grids()), catalogue.MappedGrids()) {
		if !*users && p.takes(s.FileName()) {
			grids.Run(d, s, *most, &r)
		}
	}
	for _, s := range slices.AppendSeq(slices.Collect(catalogue.ColReductions()), catalogue.MappedColReductions()) {
		if !*users && p.takes(s.FileName()) {
			grids.RunColumns(d, s, *most, &r)
		}
	}
	grids.RunUsers(d, *most, p.takes, &r)
	if *repeat > 0 {
		grids.Repeat(d, *repeat, 1<<20-1, &r)
	}
	return r.Print(d, began)
}
