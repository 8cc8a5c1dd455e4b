// Tune fits the constants of the model of rows, network.RowModel, to measurements: it emits kernels in which several
// numbers of lanes share a row, and bench/torch/tune.py takes their times on a GPU.
//
//	tune -emit DIR [-seed N] [-specs N] [-cols N,N]   writes kernels and DIR/kernels.json
//	python3 bench/torch/tune.py DIR                   writes DIR/times.txt
//	tune -fit FILE,FILE                               prints what the model loses, and constants that lose less
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
)

func main() {
	emit := flag.String("emit", "", "`folder` to write kernels to")
	fit := flag.String("fit", "", "`files` of times")
	seed := flag.Uint64("seed", 2026, "`number` from which columns are drawn, and by which measurements are split")
	count := flag.Int("specs", 60, "`count` of specs that are drawn")
	cols := flag.String("cols", "", "`numbers` of columns, of every function, in place of those")
	flag.Parse()
	var err error
	switch {
	case flag.NArg() > 0 || (*emit == "") == (*fit == ""):
		fmt.Fprintln(os.Stderr, "tune: want -emit DIR or -fit FILE; see tune -h")
		os.Exit(2)
	case *emit != "":
		specs := drawn(*seed, *count)
		if *cols != "" {
			specs, err = listed(*cols)
		}
		if err == nil {
			err = write(*emit, specs)
		}
	default:
		var all []choice
		for file := range strings.SplitSeq(*fit, ",") {
			some, e := measured(file)
			all, err = append(all, some...), errors.Join(err, e)
		}
		if err == nil {
			err = report(os.Stdout, all, *seed)
		}
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "tune: %v\n", err)
		os.Exit(1)
	}
}
