// Scans compares emitted scans of arrays with the emitted Go on the GPU of this machine. Build it with the tag scantwins after
// cmd/scantwins has written the Go.
//
//	scans [-most N] [-only NAME] [-part P] [-parts N] [-plant OLD=NEW]
package main

import (
	"flag"
	"fmt"
	"iter"
	"os"
	"strings"
	"time"

	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/gpu/scans"
	"github.com/shflgen/shflgen/internal/catalogue"
	"github.com/shflgen/shflgen/spec"
)

func main() {
	most := flag.Int("most", 1<<20, "compare arrays of at most `n` elements")
	only := flag.String("only", "", "compare kernels whose `name` starts so")
	part := flag.Int("part", 0, "of the `number` of -parts, the one to compare")
	parts := flag.Int("parts", 1, "parts that the kernels are dealt out to")
	plant := flag.String("plant", "", "replace a `text` of the source by another, written OLD=>NEW; problems are then wanted")
	flag.Parse()
	if err := run(*most, *only, *part, *parts, *plant); err != nil {
		fmt.Fprintln(os.Stderr, "scans:", err)
		os.Exit(1)
	}
}

func run(most int, only string, part, parts int, plant string) error {
	start := time.Now()
	d, err := device.Open()
	if err != nil {
		return err
	}
	var r scans.Report
	alter := func(src string) string { return src }
	if before, after, ok := strings.Cut(plant, "=>"); ok {
		alter = func(src string) string {
			altered := strings.ReplaceAll(src, before, after)
			if altered == src {
				r.Problems = append(r.Problems, "the source has no "+before)
			}
			return altered
		}
	}
	n := 0
	chosen := func(name string) bool {
		if !strings.HasPrefix(name, only) {
			return false
		}
		n++
		return n%parts == part
	}
	for _, all := range []iter.Seq[spec.Spec]{catalogue.GridScans(), catalogue.MadeScans()} {
		for s := range all {
			if !chosen(s.FileName()) {
				continue
			}
			if err := scans.Run(d, s, most, alter, &r); err != nil {
				return err
			}
		}
	}
	for _, u := range scans.Users {
		if !chosen(u.Name) {
			continue
		}
		if err := scans.RunUser(d, u, most, alter, &r); err != nil {
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
