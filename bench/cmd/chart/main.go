// Command chart draws the ratios of a table of results as bars, on a logarithmic scale.
//
//	chart RESULTS.md ratios.svg
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: chart RESULTS.md OUT.svg")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "chart:", err)
		os.Exit(1)
	}
}

func run(results, out string) error {
	text, err := os.ReadFile(results)
	if err != nil {
		return err
	}
	t, err := read(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", results, err)
	}
	return os.WriteFile(out, draw(t), 0o666)
}
