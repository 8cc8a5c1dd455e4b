package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/shflgen/shflgen/verify"
)

// lawsAsked is the command line of laws.
type lawsAsked struct {
	verify.LawOptions
	claims      string
	tests, json bool
}

// bind registers the flags on fs.
func (a *lawsAsked) bind(fs *flag.FlagSet) {
	fs.Var(choice{&a.claims, verify.Claims, moreNames}, "claim", "")
	fs.DurationVar(&a.Within, "timeout", 10*time.Second, "")
	fs.BoolVar(&a.tests, "test", false, "")
	fs.BoolVar(&a.json, "json", false, "")
}

// checkLaws is the verb laws: it checks what operators of users claim, and prints a line a law.
func checkLaws(args []string, out io.Writer) error {
	var a lawsAsked
	fs, refs, err := verbFlags("laws", a.bind, args)
	if err == nil {
		err = checkChoices(fs)
	}
	switch {
	case err != nil:
		return err
	case len(refs) == 0:
		return usageError("laws: no operator: want PACKAGE.FUNCTION, such as ./stats.Merge")
	}
	if a.tests && a.json {
		return usageError("laws: -test: -json has the tests; leave it out")
	}
	a.Claims = namesIn(a.claims)
	if a.Within < 0 { // the default, without solvers
		a.Within, a.Alone = 0, true
	}
	ctx, stop := untilInterrupt()
	defer stop()
	var failed []error
	for _, ref := range refs {
		all, err := verify.Laws(ctx, ".", ref, a.LawOptions)
		if err != nil {
			failed = append(failed, fmt.Errorf("laws: %s: %w", ref, err))
			continue
		}
		for _, v := range all {
			if err := printLaw(out, ref, v, a.json, a.tests); err != nil {
				return err
			}
			if !v.Holds && v.Claimed {
				failed = append(failed, reported{fmt.Errorf("%s is not known to be %s", ref, v.Law)})
			}
		}
		if a.json {
			continue
		}
		if _, err := io.WriteString(out, unclaimed(ref, all)); err != nil {
			return err
		}
	}
	return errors.Join(failed...)
}

// unclaimed says which directive claims what holds, of an operator that claims nothing; "" for any other.
func unclaimed(ref string, all []verify.LawVerdict) string {
	const directive = "//shflgen:op"
	words := directive
	for _, v := range all {
		switch {
		case v.Claimed:
			return ""
		case v.Holds && v.Law == "identity":
			words += " identity=zero"
		case v.Holds && v.Law != "closed":
			words += " " + v.Law
		}
	}
	if words == directive {
		return ref + ": no law is claimed, and none of these is established\n"
	}
	return fmt.Sprintf("%s: no law is claimed; the function may claim:\n\t%s\n", ref, words)
}

// printLaw prints a verdict, and the Go test of a counterexample if that is asked for.
func printLaw(out io.Writer, ref string, v verify.LawVerdict, asJSON, tests bool) error {
	if asJSON {
		return json.NewEncoder(out).Encode(struct {
			Operator string `json:"operator"`
			verify.LawVerdict
		}{ref, v})
	}
	first, rest, more := strings.Cut(v.Text, "\n")
	if more {
		rest += "\n"
	}
	_, err := fmt.Fprintf(out, "%s: %s: %s; %v\n%s", ref, v.Law, first, v.Took.Round(time.Millisecond), rest)
	if err == nil && tests && v.Test != "" {
		_, err = fmt.Fprintf(out, "\n%s\n", v.Test)
	}
	return err
}
