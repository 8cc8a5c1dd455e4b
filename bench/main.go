package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// rounds is the number of timings of each pair, alternating.
const rounds = 40

func main() {
	testing.Init()
	flag.Parse()
	var all []comparison
	for _, r := range rows() {
		before := runtime.GOMAXPROCS(r.processors) // 0: unchanged
		for _, w := range r.others {
			c := comparison{work: r.work, against: w.name}
			for range rounds {
				c.other = append(c.other, nanoseconds(w.run))
				c.emitted = append(c.emitted, nanoseconds(r.emitted))
			}
			fmt.Print(c.row())
			all = append(all, c)
		}
		runtime.GOMAXPROCS(before)
	}
	title := fmt.Sprintf("%s, %s, %s", processor(), runtime.Version(), time.Now().UTC().Format("2006-01-02"))
	for name, text := range map[string]string{"RESULTS.md": page(title, all), "times.txt": times(all)} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
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
