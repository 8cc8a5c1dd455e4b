package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"
)

// rounds is the number of timings of each pair, alternating.
var rounds = flag.Int("rounds", 40,
	"timings of each pair; on a busy machine many short ones (-test.benchtime=1ms) vary less")

// pages are the tables, by the file of each.
var pages = []struct {
	file, about string
	rows        func() []row
}{
	{"RESULTS.md", "Masks vary from call to call, where\nno row says otherwise; above 1, the emitted function is faster.",
		rows},
	{"SOFTMAX.md", "One row a call,\non one processor, of numbers of a normal distribution of deviation 3. The columns " +
		"92, 266, 2564 and 24723 are drawn with the\n" +
		"seed in the Makefile. Masked columns are -inf. Above 1, the emitted function is faster.", softmaxes},
}

func main() {
	testing.Init()
	only := flag.String("page", "", "one page alone, such as SOFTMAX.md")
	flag.Parse()
	var all []comparison
	for _, p := range pages {
		if *only != "" && p.file != *only {
			continue
		}
		measured := measure(p.rows())
		all = append(all, measured...)
		title := fmt.Sprintf("%s, %s, %s", processor(), goVersion(), time.Now().UTC().Format("2006-01-02"))
		write(p.file, page(title, p.about, measured))
	}
	write("times.txt", times(all))
}

// measure times each row beside each of its other ways.
func measure(rows []row) (all []comparison) {
	for _, r := range rows {
		before := runtime.GOMAXPROCS(r.processors) // 0: unchanged
		for _, w := range r.others {
			c := comparison{work: r.work, against: w.name}
			for range *rounds {
				c.other = append(c.other, nanoseconds(w.run))
				c.emitted = append(c.emitted, nanoseconds(r.emitted))
			}
			fmt.Print(c.row())
			all = append(all, c)
		}
		runtime.GOMAXPROCS(before)
	}
	return all
}

func write(name, text string) {
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// goVersion is that of Go, with the level of amd64 that the bench is built for.
func goVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "GOAMD64" {
				return runtime.Version() + ", GOAMD64=" + s.Value
			}
		}
	}
	return runtime.Version()
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
