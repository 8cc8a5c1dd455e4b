// Command compile times nvcc and NVRTC on one warp-level call: emitted functions, headers of
// peers, an empty kernel. It needs no GPU.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/shflgen/shflgen/gpu/cuda/nvrtc"
	"github.com/shflgen/shflgen/internal/prover/compile"
)

func main() {
	rounds := flag.Int("rounds", 7, "how often each is compiled; the medians count")
	arch := flag.String("arch", "sm_90", "architecture to compile for")
	out := flag.String("out", "", "file to write the table to; standard output if empty")
	flag.Parse()
	text, err := table(*rounds, *arch)
	if err == nil && *out != "" {
		err = os.WriteFile(*out, []byte(text), 0o666)
	} else if err == nil {
		fmt.Print(text)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "compile:", err)
		os.Exit(1)
	}
}

// table compiles every case and prints the times.
func table(rounds int, arch string) (string, error) {
	cases, err := cases()
	if err != nil {
		return "", err
	}
	nvcc, err := compile.FindNVCC()
	if err != nil {
		return "", err
	}
	kit, err := open(nvcc.Path)
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(kit.dir)
	if kit.nvrtc, err = nvrtc.Open(); err != nil {
		return "", err
	}
	compilers := []func(source, arch string) (time.Duration, error){kit.viaNVRTC, kit.viaNVCC}
	took := make([][][]time.Duration, len(cases)) // of a case, of a compiler, by round
	failed := make([][]error, len(cases))
	for i := range cases {
		took[i], failed[i] = make([][]time.Duration, len(compilers)), make([]error, len(compilers))
	}
	// The first round warms the caches and does not count. Each round compiles every case, so that
	// other load disturbs all cases alike.
	for round := range rounds + 1 {
		for i, c := range cases {
			for j, run := range compilers {
				if failed[i][j] != nil {
					continue
				}
				d, err := least(c, arch, run)
				switch {
				case err != nil && c.peer:
					failed[i][j] = err // a header may be missing, or not made for NVRTC
				case err != nil:
					return "", fmt.Errorf("%s: %w", c.name, err)
				case round > 0:
					took[i][j] = append(took[i][j], d)
				}
			}
		}
	}
	return render(cases, took, failed, kit.describe(arch, rounds)), nil
}

// least is the shortest time of a few runs, or the time of one long run.
func least(c unit, arch string, run func(source, arch string) (time.Duration, error)) (time.Duration, error) {
	best, err := run(c.source, arch)
	if c.peer {
		return best, err
	}
	for range 4 {
		d, again := run(c.source, arch)
		best, err = min(best, d), errors.Join(err, again)
	}
	return best, err
}

// median is the median of a few times.
func median[T int | float64 | time.Duration](all []T) T {
	sorted := slices.Sorted(slices.Values(all))
	return sorted[len(sorted)/2]
}
