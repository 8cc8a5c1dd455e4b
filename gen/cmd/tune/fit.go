package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// choice is one spec with so many rows: the time of each number of lanes.
type choice struct {
	work  []network.RowWork
	times []float64 // in µs
}

// measured reads a file of times. A line is a function, the type in memory, the numbers of columns and of rows, and for
// each number of lanes the time: softmax bfloat16 160 8192 32:4.33 16:3.90. Lines that begin with # say where and when.
func measured(file string) (all []choice, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		c, err := parse(strings.Fields(line))
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, i+1, err)
		}
		all = append(all, c)
	}
	return all, nil
}

// parse reads the words of a line.
func parse(words []string) (c choice, err error) {
	if len(words) < 5 {
		return c, fmt.Errorf("want a function, a type, columns, rows and times, got %d words", len(words))
	}
	f := slices.IndexFunc(functions, func(f spec.Applied) bool { return f.String() == words[0] })
	in := slices.IndexFunc(stored, func(t spec.Stored) bool {
		return of(spec.Softmax, t, 1).InType().String() == words[1]
	})
	cols, e := strconv.Atoi(words[2])
	if f < 0 || in < 0 || e != nil {
		return c, fmt.Errorf("no spec of %s", strings.Join(words[:3], " "))
	}
	s := of(functions[f], stored[in], cols)
	c.work = network.RowOf(s).LaneChoices(s)
	for _, w := range c.work {
		mark := w.String() + ":"
		at := slices.IndexFunc(words[4:], func(word string) bool { return strings.HasPrefix(word, mark) })
		if at < 0 {
			return c, fmt.Errorf("no time with %s lanes", w)
		}
		took, err := strconv.ParseFloat(words[4+at][len(mark):], 64)
		if err != nil || took <= 0 {
			return c, fmt.Errorf("%s: want a time in µs", words[4+at])
		}
		c.times = append(c.times, took)
	}
	return c, nil
}

// loss is how much longer than the best the model's choice takes: in the mean, and at most.
func loss(c network.RowCosts, all []choice) (mean, most float64) {
	for _, m := range all {
		chosen, best, mine := c.Choose(m.work), math.Inf(1), 0.0
		for i, t := range m.times {
			best = min(best, t)
			if m.work[i] == chosen {
				mine = t
			}
		}
		mean += (mine/best - 1) / float64(len(all))
		most = max(most, mine/best-1)
	}
	return mean, most
}

// constants are those of c.
func constants(c *network.RowCosts) (all []*float64) {
	for _, of := range []any{c, &c.LaneCosts, &c.Single, &c.Odd} {
		v := reflect.ValueOf(of).Elem()
		for i := range v.NumField() {
			if x, ok := v.Field(i).Addr().Interface().(*float64); ok {
				all = append(all, x)
			}
		}
	}
	return all
}

// fitted are constants near c with the least loss on these measurements: one after the other is scaled, as long as
// one is better for it.
func fitted(c network.RowCosts, all []choice) network.RowCosts {
	least, _ := loss(c, all)
	for better := true; better; {
		better = false
		for i := range constants(&c) {
			for _, by := range []float64{0.5, 0.7, 0.85, 0.95, 1.05, 1.2, 1.4, 2} {
				next := c
				*constants(&next)[i] *= by
				if mean, _ := loss(next, all); mean < least-1e-6 {
					c, least, better = next, mean, true
				}
			}
		}
	}
	return c
}

// report prints what is lost by the constants in use, and by those that are fitted to all measurements; and what those
// fitted to one half lose on the other, which says what the fit is worth.
func report(w io.Writer, all []choice, seed uint64) error {
	if len(all) < 2 {
		return fmt.Errorf("want at least two measurements, got %d", len(all))
	}
	draw := rand.New(rand.NewPCG(seed, 1))
	draw.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	line := func(what string, c network.RowCosts, of []choice) {
		mean, most := loss(c, of)
		fmt.Fprintf(w, "%-34s %3d measurements: %5.2f %% longer than the best in the mean, %5.1f %% at most\n",
			what, len(of), 100*mean, 100*most)
	}
	now, half := network.RowModel, len(all)/2
	line("the constants in use", now, all)
	line("fitted to all", fitted(now, all), all)
	line("in use, second half", now, all[half:])
	line("fitted to the first, second half", fitted(now, all[:half]), all[half:])
	fmt.Fprintf(w, "in use  %+v\nfitted  %+v\n", now, fitted(now, all))
	return nil
}
