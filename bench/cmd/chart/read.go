package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// table is what the chart shows of a file of results.
type table struct {
	setting string // on what it was measured
	rows    []row
}

// row is one piece of work: how often faster than the best peer ours is.
type row struct {
	work                string
	latency, throughput float64
}

// read takes the first table whose columns are work and, later on, two ratios. Rows
// with a dash for a ratio have no function of ours and are left out.
func read(text string) (table, error) {
	var t table
	var at []int // columns of the ratios
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "#") && t.setting == "" {
			t.setting = line
		}
		cells := split(line)
		switch {
		case at == nil && len(cells) > 0 && cells[0] == "work":
			for i, c := range cells {
				if c == "ratio" {
					at = append(at, i)
				}
			}
			if len(at) != 2 {
				return t, fmt.Errorf("%d columns of ratios, want 2", len(at))
			}
		case at == nil || strings.HasPrefix(line, "| --- "):
		case len(cells) == 0:
			if len(t.rows) == 0 {
				return t, errors.New("no ratios")
			}
			return t, nil
		case len(cells) <= at[1]:
			return t, fmt.Errorf("a row of %d cells: %s", len(cells), line)
		case cells[at[0]] != "–":
			r := row{work: cells[0]}
			for i, to := range []*float64{&r.latency, &r.throughput} {
				v, err := strconv.ParseFloat(strings.Trim(cells[at[i]], "*"), 64)
				if err != nil || v <= 0 {
					return t, fmt.Errorf("%s: %q is no ratio", r.work, cells[at[i]])
				}
				*to = v
			}
			t.rows = append(t.rows, r)
		}
	}
	if len(t.rows) == 0 {
		return t, errors.New("no ratios")
	}
	return t, nil
}

// split cuts a line of a table into its cells; any other line has none.
func split(line string) []string {
	if !strings.HasPrefix(line, "|") || !strings.HasSuffix(line, "|") || len(line) < 2 {
		return nil
	}
	cells := strings.Split(line[1:len(line)-1], "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}
