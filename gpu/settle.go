package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/gpu/ends"
	"github.com/shflgen/shflgen/gpu/settle"
	"github.com/shflgen/shflgen/spec"
)

// checkSettle runs the pairs of a folder: NAME.spec, NAME.right.ptx and NAME.mutant.ptx. A difference would be a false
// proof. With -plant, each original runs beside the mutant of the next pair; some of these must differ.
func checkSettle(fs *flag.FlagSet, args []string) error {
	calls := fs.Uint64("calls", 1<<24, "call each pair `n` times")
	plant := fs.Bool("plant", false, "run each original beside the mutant of another pair")
	fs.Parse(args)
	return runPairs(fs.Arg(0), *calls, *plant)
}

// read is the text of a file.
func read(name string) string { return string(ends.Must(os.ReadFile(name))) }

func runPairs(dir string, calls uint64, plant bool) error {
	d := device.Open()
	names, err := filepath.Glob(filepath.Join(dir, "*.spec"))
	if err != nil || len(names) == 0 {
		return fmt.Errorf("%s: no *.spec files: %v", dir, err)
	}
	drivers := map[string]string{}
	differ, refused := 0, 0
	var compared uint64
	start := time.Now()
	for i, name := range names {
		base := strings.TrimSuffix(name, ".spec")
		flags, what, _ := strings.Cut(read(name), "\n")
		p := settle.Pair{Right: read(base + ".right.ptx")}
		if p.Spec, err = spec.ParseArgs(strings.Fields(flags)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		mutant := base
		if plant {
			mutant = strings.TrimSuffix(names[(i+1)%len(names)], ".spec")
			if of, _, _ := strings.Cut(read(mutant+".spec"), "\n"); of == flags {
				continue
			}
		}
		p.Mutant = read(mutant + ".mutant.ptx")
		if drivers[flags] == "" {
			drivers[flags] = settle.Driver(d, p.Spec)
		}
		var o settle.Outcome
		if err := ends.Caught(func() {
			o = settle.Run(d, drivers[flags], p, calls, uint32(start.UnixNano()))
		}); err != nil {
			if plant { // the signatures differ
				continue
			}
			return fmt.Errorf("%s: %w", name, err)
		}
		if o.Refused {
			refused++
			continue
		}
		compared += o.Compared
		if o.Differ > 0 {
			differ++
			if !plant || differ < 4 {
				fmt.Printf("%s: %d lanes differ, for example at mask %#08x: %s", filepath.Base(base), o.Differ, o.First, what)
			}
		}
	}
	fmt.Printf("%s (%s): %d pairs, %d calls each, %d lanes compared, %d pairs differ, %d mutants do not assemble, %s\n",
		d.Name, d.Arch, len(names), calls, compared, differ, refused, time.Since(start).Round(time.Second))
	if (differ > 0) != plant {
		return fmt.Errorf("%d pairs differ", differ)
	}
	return nil
}
