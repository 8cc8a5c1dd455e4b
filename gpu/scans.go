package main

import (
	"flag"
	"slices"
	"strings"
	"time"

	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/gpu/report"
	"github.com/shflgen/shflgen/gpu/scans"
	"github.com/shflgen/shflgen/gpu/twin"
	"github.com/shflgen/shflgen/tests/catalogue"
)

func checkScans(fs *flag.FlagSet, args []string) error {
	var p pick
	p.bind(fs)
	most := fs.Int("most", 1<<20, "compare arrays of at most `n` elements")
	plant := fs.String("plant", "",
		"replace a `text` of the source by another, written OLD=>NEW; problems are then wanted")
	fs.Parse(args)
	began := time.Now()
	d := device.Open()
	var r report.Report
	alter := func(src string) string { return src }
	if before, after, ok := strings.Cut(*plant, "=>"); ok {
		alter = func(src string) string {
			altered := strings.ReplaceAll(src, before, after)
			if altered == src {
				r.Wrong("the source has no %s", before)
			}
			return altered
		}
	}
	for _, s := range slices.AppendSeq(slices.Collect(catalogue.GridScans()), catalogue.MadeScans()) {
		if p.takes(s.FileName()) {
			scans.Run(d, s, *most, alter, &r)
		}
	}
	for _, u := range twin.Users {
		if u.Pattern.GridScan() && p.takes(u.Name) {
			scans.RunUser(d, u, *most, alter, &r)
		}
	}
	return r.Print(d, began)
}
