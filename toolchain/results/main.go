// Results reads what `go test -json` prints, of one module or of several one after the other. It
// prints what `go test` alone would print, and at the end which tests took longest, and one line for each reason for
// which tests were skipped: `go test` says nothing of them. It exits with 1 if a test failed.
//
//	{ go test -json ./...; (cd gpu && go test -json ./...); } | go run ./toolchain/results
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
)

func main() {
	ok, err := report(os.Stdin, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "results:", err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

// event is one line of `go test -json`, see `go doc test2json`.
type event struct {
	Action, Package, Test, Output string
	Elapsed                       float64 // seconds
}

// test is a test of a package, or the package itself if name is empty.
type test struct{ pkg, name string }

// results are those of the events so far.
type results struct {
	out     io.Writer
	printed map[test][]string          // lines of tests that have not ended
	skipped map[string]map[string]bool // reason: names of skipped tests
	took    map[test]float64           // seconds of tests and of packages; a test that is part of another one has none
	passed  int                        // packages
	failed  bool
}

// report prints the results of a stream and tells whether every package passed. A stream without a
// package that passed is an error: then go test did not start.
func report(in io.Reader, out io.Writer) (ok bool, err error) {
	r := results{out: out, printed: map[test][]string{}, skipped: map[string]map[string]bool{}, took: map[test]float64{}}
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		var e event
		if len(line) > 0 && json.Unmarshal(line, &e) == nil {
			r.add(e)
		} else {
			out.Write(line) // of a tool that prints no JSON
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return false, err
		}
	}
	r.longest("packages", func(t test) bool { return t.name == "" })
	r.longest("tests", func(t test) bool { return t.name != "" })
	for _, reason := range slices.Sorted(maps.Keys(r.skipped)) {
		fmt.Fprintf(out, "skipped, %s: %s\n", reason, shortened(r.skipped[reason]))
	}
	if r.passed == 0 && !r.failed {
		return false, fmt.Errorf("no package was tested")
	}
	return !r.failed, nil
}

func (r *results) add(e event) {
	at := test{e.Package, e.Test}
	if e.Elapsed >= 1 && !strings.Contains(e.Test, "/") {
		r.took[at] = e.Elapsed
	}
	switch e.Action {
	case "output":
		if !strings.HasPrefix(e.Output, "=== ") { // RUN, PAUSE, CONT and NAME, which go test prints with -v only
			r.printed[at] = append(r.printed[at], e.Output)
		}
	case "build-output":
		fmt.Fprint(r.out, e.Output)
	case "build-fail":
		r.failed = true
	case "fail":
		r.failed = true
		if e.Test == "" { // also what tests printed that a panic or a timeout ended
			for _, t := range slices.SortedFunc(maps.Keys(r.printed), func(a, b test) int {
				return strings.Compare(b.name, a.name)
			}) {
				if t.pkg == e.Package {
					r.print(t)
				}
			}
			break
		}
		r.print(at)
	case "skip", "pass":
		lines := r.printed[at]
		if e.Test == "" && len(lines) > 0 {
			fmt.Fprint(r.out, lines[len(lines)-1]) // ok, or that there are no test files
		}
		if e.Test == "" && e.Action == "pass" {
			r.passed++
		}
		if e.Test != "" && e.Action == "skip" {
			r.skip(at, lines)
		}
		delete(r.printed, at)
	}
}

// print prints what a test printed.
func (r *results) print(t test) {
	fmt.Fprint(r.out, strings.Join(r.printed[t], ""))
	delete(r.printed, t)
}

// slowest is how many packages and tests the lines of what took longest name.
const slowest = 12

// longest prints the tests, or the packages, that took longest. They run beside others, so this is no processor time.
func (r *results) longest(what string, is func(test) bool) {
	all := slices.DeleteFunc(slices.Collect(maps.Keys(r.took)), func(t test) bool { return !is(t) })
	slices.SortFunc(all, func(a, b test) int {
		return cmp.Or(cmp.Compare(r.took[b], r.took[a]), strings.Compare(a.pkg+a.name, b.pkg+b.name))
	})
	var parts []string
	for _, t := range all[:min(slowest, len(all))] {
		name := strings.TrimSpace(strings.TrimPrefix(t.pkg, module) + " " + t.name)
		parts = append(parts, fmt.Sprintf("%s %.0f s", name, r.took[t]))
	}
	if parts != nil {
		fmt.Fprintf(r.out, "longest %s: %s\n", what, strings.Join(parts, ", "))
	}
}

// why matches the line that a skipped test prints, without its position in the source.
var why = regexp.MustCompile(`^\s*[\w.]+\.go:\d+: (.*)`)

// skip files a skipped test under its reason. The reason ends at the first colon: behind it stands
// where a tool was looked for, which differs.
func (r *results) skip(t test, lines []string) {
	reason := "no reason given"
	for _, l := range lines {
		if m := why.FindStringSubmatch(l); m != nil {
			reason, _, _ = strings.Cut(m[1], ":")
		}
	}
	if r.skipped[reason] == nil {
		r.skipped[reason] = map[string]bool{}
	}
	r.skipped[reason][strings.TrimPrefix(t.pkg, module)+" "+t.name] = true
}

const module = "github.com/shflgen/shflgen/"

// few is how many tests a line names.
const few = 4

// shortened names few tests, or else counts them by their packages.
func shortened(names map[string]bool) string {
	sorted := slices.Sorted(maps.Keys(names))
	if len(sorted) <= few {
		return strings.Join(sorted, ", ")
	}
	counts := map[string]int{}
	for _, n := range sorted {
		pkg, _, _ := strings.Cut(n, " ")
		counts[pkg]++
	}
	var parts []string
	for _, pkg := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%d of %s", counts[pkg], pkg))
	}
	return fmt.Sprintf("%d tests: %s", len(sorted), strings.Join(parts, ", "))
}
