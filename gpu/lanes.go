package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/shflgen/shflgen/gpu/compare"
	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/gpu/ends"
	"github.com/shflgen/shflgen/spec"
)

// checkLanes compares the functions of a choice with the Go that cmd/twins has written. Each worker is a process.
func checkLanes(fs *flag.FlagSet, args []string) error {
	cases := fs.Int("cases", 10_000, "call each function `n` times")
	workers := fs.Int("workers", runtime.NumCPU(), "share the GPU among `n` processes")
	out := fs.String("out", "", "write the report to this `file`")
	var choice compare.Choice
	choice.Bind(fs)
	options := fs.String("options", "", "more `options` for NVRTC, such as --use_fast_math")
	part := fs.Int("part", -1, "run as worker number `n`")
	fs.Parse(args)
	if *part >= 0 {
		return work(choice, *part, *workers, *cases, strings.Fields(*options))
	}
	return runWorkers(choice, *workers, *cases, *out, *options)
}

// work compares every workers-th function of the choice and prints its report as JSON.
func work(choice compare.Choice, part, workers, cases int, options []string) error {
	var mine []spec.Spec
	for i, s := range choice.Specs() {
		if i%workers == part {
			mine = append(mine, s)
		}
	}
	return json.NewEncoder(os.Stdout).Encode(compare.Run(mine, cases, uint64(part)<<32, options...))
}

// runWorkers runs each worker as a process and adds their reports. In one process, NVRTC
// compiles one program at a time.
func runWorkers(choice compare.Choice, workers, cases int, out, options string) error {
	start := time.Now()
	reports := make([]compare.Report, workers)
	errs := make([]error, workers)
	var workersDone sync.WaitGroup
	for i := range workers {
		workersDone.Go(func() {
			cmd := exec.Command(os.Args[0], append(append([]string{"lanes"}, choice.Args()...), "-part", fmt.Sprint(i),
				"-workers", fmt.Sprint(workers),
				"-cases", fmt.Sprint(cases), "-options", options)...)
			cmd.Stderr = os.Stderr
			text, err := cmd.Output()
			if err == nil {
				err = json.Unmarshal(text, &reports[i])
			}
			errs[i] = err
		})
	}
	workersDone.Wait()
	total := reports[0]
	for i, r := range reports {
		if errs[i] != nil {
			return fmt.Errorf("worker %d: %w", i, errs[i])
		}
		if i > 0 {
			total.Add(r)
		}
	}
	text := describe(total, options, time.Since(start))
	fmt.Print(text)
	if total.Twins != total.Specs {
		return fmt.Errorf("%d of %d Go twins are linked in: run make build with the same flags", total.Twins, total.Specs)
	}
	if out != "" {
		if err := os.WriteFile(out, []byte(text), 0o666); err != nil {
			return err
		}
	}
	return total.Err()
}

func describe(r compare.Report, options string, took time.Duration) string {
	driver := "unknown"
	ends.Caught(func() { driver = device.Driver() })
	with := ""
	if options != "" {
		with = ", `" + options + "`"
	}
	return fmt.Sprintf(`# Emitted CUDA against emitted Go

| | |
| --- | --- |
| GPU | %s (%s) |
| driver | %s |
| compiler | NVRTC %s%s |
| date | %s |
| functions | %d |
| calls on the GPU | %d |
| functions with emitted Go that was run | %d |
| calls of emitted Go | %d |
| elements and preds of Go compared with the reference | %d |
| elements and preds of CUDA compared with those of Go, bit for bit | %d |
| mismatches | %d |
| took | %s |

Each function's emitted Go was proved equal to the reference, compiled and run on every
case. The outputs of the GPU were compared with the outputs of Go. A NaN equals a NaN where elements are not only moved.
%s`, r.GPU, r.Arch, driver, r.NVRTC, with, time.Now().UTC().Format("2006-01-02"),
		r.Specs, r.Calls, r.Twins, r.TwinCalls, r.TwinComparisons, r.Comparisons, r.Mismatches, took.Round(time.Second),
		strings.Join(r.First, "\n"))
}
