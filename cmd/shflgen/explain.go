package main

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/shflgen/shflgen/gen"
)

// explainLacks are the flags of generating that explain does not take.
var explainLacks = []string{"pkg", "o", "check"}

// explain is the verb explain: it prints, for each language, the network of a spec step by
// step, its cost, and why it was chosen.
func explain(args []string, out io.Writer) error {
	r, err := parseRequest(args)
	if errors.Is(err, flag.ErrHelp) {
		return err
	}
	found := []error{err}
	for _, name := range explainLacks {
		if r.given[name] {
			found = append(found, usageError(fmt.Sprintf("explain: -%s: it writes no files; leave it out", name)))
		}
	}
	langs, _, placeErr := r.place()
	if err := errors.Join(append(found, placeErr, r.unused(langs, err))...); err != nil {
		return err
	}
	if err := r.resolve(".", nil); err != nil {
		return err
	}
	for i, l := range langs {
		e, err := gen.Explain(r.spec, l)
		if err != nil {
			return err
		}
		if i > 0 {
			fmt.Fprintln(out)
		}
		if _, err := io.WriteString(out, e.String()); err != nil {
			return err
		}
	}
	return nil
}
