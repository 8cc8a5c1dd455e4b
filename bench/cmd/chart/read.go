package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// table is the part of a file of results that the chart shows.
type table struct {
	setting string // the machine and versions of the measurement
	rows    []row
}

// row is one task, with the ratios of the best peer's time to the emitted function's.
type row struct {
	work                string
	latency, throughput float64
}

// read reads the first table with a column "work" and two columns of ratios. It leaves out rows
// with a dash for a ratio: these have no emitted function.
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
					return t, fmt.Errorf("%s: %q is not a ratio", r.work, cells[at[i]])
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

// shown are the rows of the short chart: wins, ties and losses.
var shown = []string{
	"sum int32",
	"sum float32",
	"max float32",
	"max int64",
	"argmax float32",
	"sum float32, width 5, a group",
	"sum float32, width 12, a group",
	"sum float32, active mask 0x5a5a1234",
	"sum float32, active mask 0x5a5a1234, beside a loop",
	"max float32, active mask 0x5a5a1234",
	"inclusive scan int32",
	"inclusive scan float32, 100 active masks",
	"keyed sum float32, 8 keys",
	"8 sums float32 of 32 lanes",
	"transpose of 4 float32 a lane",
	"transpose of 16 float32 a lane",
	"sort of 32 int32",
	"sort of 32 float64",
	"sort of 32 float64, each with a value of 32 bits",
	"first 2 of 32 int32",
	"members of float32 to the front, mask 0x5a5a1234",
	"min, max, sum and count of a struct of 16 bytes, by a user's operator",
}

// only returns the table with the rows of these works.
func (t table) only(works []string) (table, error) {
	var rows []row
	for _, work := range works {
		i := slices.IndexFunc(t.rows, func(r row) bool { return r.work == work })
		if i < 0 {
			return t, fmt.Errorf("no row %q", work)
		}
		rows = append(rows, t.rows[i])
	}
	t.rows = rows
	return t, nil
}

// split returns the cells of a line of a table, and none for any other line.
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
