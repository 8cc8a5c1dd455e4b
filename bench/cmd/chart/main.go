// Command chart draws the ratios of a table of results as bars, on a logarithmic scale.
//
//	chart RESULTS.md ratios.svg ratios_short.svg
//
// The second picture shows a few rows, for the first page.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: chart RESULTS.md OUT.svg SHORT.svg")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "chart:", err)
		os.Exit(1)
	}
}

func run(results, out, short string) error {
	text, err := os.ReadFile(results)
	if err != nil {
		return err
	}
	t, err := read(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", results, err)
	}
	few, err := t.only(shown)
	if err != nil {
		return fmt.Errorf("%s: %w", results, err)
	}
	if err := os.WriteFile(short, draw(few), 0o666); err != nil {
		return err
	}
	return os.WriteFile(out, draw(t), 0o666)
}
