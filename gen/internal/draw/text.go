package draw

import (
	"fmt"
	"slices"
	"strings"
)

// Text is the figure for a terminal: a column for each lane. Where a step moves anything, a line
// says which lane each lane reads; a dot stands for none.
func (f Figure) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", f.Title)
	cell := 2
	for _, r := range f.Rows {
		for _, l := range r.Lanes {
			cell = max(cell, len(l.Label), len(fmt.Sprint(len(r.Lanes)-1)))
		}
	}
	line := func(name string, text func(lane int) string) {
		var l strings.Builder
		fmt.Fprintf(&l, "%-7s", name)
		for _, lane := range f.columns() {
			switch {
			case f.Hidden.To > 0 && lane == f.Hidden.To:
				l.WriteString(" | …")
			case lane > 0 && lane%f.Width == 0:
				l.WriteString(" |")
			}
			fmt.Fprintf(&l, " %*s", cell, text(lane))
		}
		fmt.Fprintln(&b, strings.TrimRight(l.String(), " "))
	}
	line(f.Each, func(lane int) string { return fmt.Sprint(lane) })
	for i, r := range f.Rows {
		if i > 0 || r.Title != "" {
			fmt.Fprintf(&b, "\n%d. %s", i, r.Title)
			if r.Cost != "" {
				fmt.Fprintf(&b, "  (%s)", r.Cost)
			}
			b.WriteString("\n")
		}
		for n := range f.mostReads(r) {
			line("reads", func(lane int) string { return r.source(lane, n) })
		}
		if r.Joined {
			line("reads", func(int) string { return "*" })
		}
		if slices.ContainsFunc(r.Lanes, func(l Lane) bool { return l.Label != "" }) {
			line("holds", func(lane int) string {
				if l := r.Lanes[lane]; l.Live && !l.Absent && l.Label != "" {
					return l.Label
				}
				return "."
			})
		}
	}
	return b.String()
}

// mostReads is the greatest number of lanes that a lane with a column reads.
func (f Figure) mostReads(r Row) int {
	counts := map[int]int{}
	most := 0
	for _, read := range r.Reads {
		if read.Needed && !f.Hidden.Has(read.To) {
			counts[read.To]++
			most = max(most, counts[read.To])
		}
	}
	return most
}

// source is the n-th lane that a lane reads, of those that a result depends on.
func (r Row) source(lane, n int) string {
	for _, read := range r.Reads {
		if read.To != lane || !read.Needed {
			continue
		}
		if n == 0 {
			return fmt.Sprint(read.From)
		}
		n--
	}
	return "."
}
