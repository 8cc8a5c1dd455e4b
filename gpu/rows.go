package main

import (
	"flag"
	"iter"
	"time"

	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/gpu/report"
	"github.com/shflgen/shflgen/gpu/rows"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
)

// checkRows compares kernels of the catalogue, or those of emitted files, which may call functions of tests/userops.
func checkRows(fs *flag.FlagSet, args []string) error {
	var p pick
	p.bind(fs)
	cols := fs.Int("cols", 1_000_000, "leave out rows of more than `n` columns")
	shared := fs.Bool("shared", false, "compare only kernels in which several blocks share a row")
	ranged := fs.Bool("ranged", false, "compare only kernels of a range of columns")
	fs.Parse(args)
	began := time.Now()
	d := device.Open()
	var r report.Report
	for i, path := range fs.Args() {
		rows.CompareFile(d, path, uint64(i), &r)
	}
	all := []iter.Seq[spec.Spec]{catalogue.Rows(), catalogue.MappedRows(), catalogue.Applied(), catalogue.RangedRows(),
		catalogue.RangedApplied()}
	if fs.NArg() > 0 {
		all = nil
	}
	seed := uint64(0)
	for _, specs := range all {
		for s := range specs {
			if *shared && s.ClusterBlocks() == 1 || *ranged && !s.Ranged() || s.Cols() > *cols || !p.takes(s.FileName()) {
				continue
			}
			seed++
			rows.Compare(d, s, seed, &r)
		}
	}
	return r.Print(d, began)
}
