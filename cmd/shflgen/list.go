package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/shflgen/shflgen/spec"
)

// list is the verb list: it prints the patterns, types and operators.
func list(args []string, out io.Writer) error {
	if err := noArguments("list", args); err != nil {
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "PATTERN\tSIZES\tGIVES")
	for _, p := range spec.Patterns() {
		fmt.Fprintf(w, "%s\t%s\t%s\n", p, sizes(p), p.Gives())
	}
	fmt.Fprintln(w, "\nTYPE\tBITS\tOPS")
	for _, t := range spec.Types() {
		var ops []string
		for _, o := range spec.Ops() {
			if o.On(t) {
				ops = append(ops, o.String())
			}
		}
		fmt.Fprintf(w, "%s\t%d\t%s\n", t, t.Bits(), strings.Join(ops, " "))
	}
	var moves []string
	for _, p := range spec.Patterns() {
		if p.On(spec.Composite) {
			moves = append(moves, p.String())
		}
	}
	fmt.Fprintf(w, "./geom.Vec3\t8..%d\tnone: a Go type of a fixed size goes with %s\n", 8*spec.MaxElement,
		strings.Join(moves, ", "))
	fmt.Fprintln(w, "\nOP\tLAWS ON INTEGERS\tLAWS ON FLOATS")
	for _, o := range spec.Ops() {
		fmt.Fprintf(w, "%s\t%s\t%s\n", o, laws(o, spec.Int32), laws(o, spec.Float32))
	}
	fmt.Fprintln(w, "./stats.Merge\tthose that shflgen laws establishes: a Go function of two "+
		"elements, with patterns that reduce or scan")
	fmt.Fprintln(w, "\nMAP\tELEMENT")
	for _, k := range spec.MapKinds(spec.ColReduce) {
		fmt.Fprintf(w, "%s\t%s\n", k, k.Words())
	}
	fmt.Fprintln(w, "./stats.Lift\ta Go function of one to three inputs, with patterns that reduce or scan")
	return w.Flush()
}

func sizes(p spec.Pattern) string {
	switch {
	case p.Block() && p.MayBatch():
		return "-block 1..1024, with or without -n 1..64"
	case p.Block():
		return "-block 1..1024"
	case p.Global():
		return fmt.Sprintf("32 structs of %d..%d bytes", spec.MinGlobal, spec.MaxGlobal)
	case p.Columns():
		return "any number of rows and columns"
	case p.Grid():
		return "any number of elements"
	case p.Row():
		return fmt.Sprintf("-cols 1..%d, one number or the ends of a range", spec.MaxCols)
	case p.Batch() && p.PowerOfTwo():
		return "-width 1, 2, 4, … 32 -n 1..64"
	case p.MayBatch() && !p.Sorts():
		return "-width 1..32, with or without -n 1..64"
	case p.Batch():
		return "-width 1..32 -n 1..64"
	case p.PowerOfTwo():
		return "-width 1, 2, 4, … 32"
	}
	return "-width 1..32"
}

func laws(o spec.Op, t spec.Type) string {
	if !o.On(t) {
		return "-"
	}
	return strings.Join(o.Laws(t).Strings(), " ")
}
