package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// rounds is the number of timings of each pair, alternating. The median counts.
const rounds = 9

func main() {
	testing.Init()
	flag.Parse()
	out := "# Emitted Go against other ways\n\n" +
		fmt.Sprintf("%s, %s, %s. Medians of %d rounds, the two sides in turn. Masks vary\nfrom call to call, where no row says otherwise; above 1, the emitted function is faster.\n\n",
			processor(), runtime.Version(), time.Now().UTC().Format("2006-01-02"), rounds) +
		"| work | against | ratio |\n| --- | --- | --- |\n"
	for _, r := range rows() {
		for _, w := range r.others {
			var ratios []float64
			for range rounds {
				ratios = append(ratios, nanoseconds(w.run)/nanoseconds(r.emitted))
			}
			slices.Sort(ratios)
			out += fmt.Sprintf("| %s | %s | %.2f |\n", r.work, w.name, ratios[rounds/2])
		}
	}
	fmt.Print(out)
	if err := os.WriteFile("RESULTS.md", []byte(out), 0o666); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// nanoseconds is the time of one call.
func nanoseconds(f func()) float64 {
	r := testing.Benchmark(func(b *testing.B) {
		for b.Loop() {
			f()
		}
	})
	return float64(r.T.Nanoseconds()) / float64(r.N)
}

// processor is the name of the CPU.
func processor() string {
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	for line := range strings.Lines(string(info)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}
