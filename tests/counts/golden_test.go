// Package counts_test compares the number of instructions of emitted CUDA, in PTX and SASS,
// with golden files. A slower function shows without a GPU.
package counts_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/google/go-cmp/cmp"

	"github.com/shflgen/shflgen/spec"
)

var update = flag.Bool("update", false, "write the golden files")

// table is one golden file: a row for each spec and architecture.
type table struct {
	columns []string
	rows    [][]string
}

// add appends a row.
func (t *table) add(s spec.Spec, arch string, counts ...int) {
	row := []string{arch}
	for _, n := range counts {
		row = append(row, fmt.Sprint(n))
	}
	t.rows = append(t.rows, append(row, strings.Join(s.Args()[1:], " ")))
}

// String aligns the columns; the specs come last, since they differ in length.
func (t *table) String() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "arch\t%s\tspec\n", strings.Join(t.columns, "\t"))
	for _, row := range t.rows {
		fmt.Fprintln(w, strings.Join(row, "\t"))
	}
	w.Flush()
	return b.String()
}

// golden compares a table with a golden file.
func golden(t *testing.T, name string, got *table) {
	t.Helper()
	if t.Failed() {
		return // rows are missing
	}
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	diff, err := differs(file, got)
	if err != nil {
		t.Fatal(err)
	}
	if diff != "" {
		t.Errorf("%s differs; if the change is intended, run go test ./tests/counts -update:\n%s", file, diff)
	}
}

// differs compares a table with a file, line by line.
func differs(file string, got *table) (string, error) {
	want, err := os.ReadFile(file)
	return cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")), err
}
