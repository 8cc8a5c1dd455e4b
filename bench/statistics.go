package main

import (
	"fmt"
	"strings"

	"golang.org/x/perf/benchmath"
)

// comparison is the emitted function beside another way: nanoseconds of a call, round by round.
type comparison struct {
	work, against  string
	emitted, other []float64
}

// row is the comparison as a line of the table, by benchstat's statistics for any distribution: the
// median, and an interval by order. Both are of the ratios, since the two sides of a round share what
// else the machine does.
func (c comparison) row() string {
	var ratios []float64
	for i, t := range c.other {
		ratios = append(ratios, t/c.emitted[i])
	}
	ratio := benchmath.AssumeNothing.Summary(benchmath.NewSample(ratios, &benchmath.DefaultThresholds), 0.95)
	tilde := ""
	if ratio.Lo <= 1 && ratio.Hi >= 1 {
		tilde = " ~"
	}
	return fmt.Sprintf("| %s | %s | %.2f%s | %.2f to %.2f |\n", c.work, c.against, ratio.Center, tilde, ratio.Lo, ratio.Hi)
}

// page is a page of ratios, with what it is about.
func page(title, about string, all []comparison) string {
	out := "# Emitted Go against other ways\n\n" +
		fmt.Sprintf("%s. Ratios of %d rounds, the two sides in turn, by testing.B and the library of\nbenchstat: ", title,
			*rounds) +
		"median and 95 % interval, `~` if that has 1 in it. " + about + "\n\n" +
		"| work | against | ratio | interval |\n| --- | --- | --- | --- |\n"
	for _, c := range all {
		out += c.row()
	}
	return out
}

// times is every timing in Go's benchmark format, for `go tool benchstat -col /way times.txt`.
func times(all []comparison) string {
	var out strings.Builder
	for _, c := range all {
		name := "Benchmark" + strings.ToUpper(c.work[:1]) + label(c.work[1:])
		for i := range c.other {
			fmt.Fprintf(&out, "%s/way=emitted 1 %.2f ns/op\n%s/way=%s 1 %.2f ns/op\n", name, c.emitted[i], name,
				label(c.against), c.other[i])
		}
	}
	return out.String()
}

// label is a text as part of a benchmark's name, which ends at the first space.
func label(text string) string { return strings.ReplaceAll(text, " ", "_") }
