package main

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/spelling"
	"github.com/shflgen/shflgen/spec"
)

// verb is a task other than generating.
type verb struct {
	name  string
	words string // what it does
	run   func(args []string, out io.Writer) error
	bind  func(*flag.FlagSet) // registers its flags, as run does
	takes func() []string     // what may follow the flags, if it is no path
}

// verbs holds one row a verb; without one, shflgen generates. A function, since help reads it.
func verbs() []verb {
	return []verb{
		{"prove", "prove functions for every mask and every input", prove, new(asked).bind, nil},
		{"audit", "find what the warp and block functions of a CUDA file compute, and prove it", auditFiles,
			new(audits).bind, nil},
		{"serve", "answer requests for verdicts on standard input, one JSON object a line", serveRequests,
			newServed().bind, nothing},
		{"check", "compare emitted files with what their headers generate", check, new(checks).bind, nil},
		{"laws", "check the laws that operators of yours claim", checkLaws, new(lawsAsked).bind, nil},
		{"list", "print patterns, types and operators", list, noFlags, nothing},
		{"explain", "print the steps of a network, their cost and why they were chosen", explain, explainFlags, nothing},
		{"draw", "draw the network of a spec", drawNetwork, drawFlags, nothing},
		{"completion", "print a script that completes command lines in a shell", completion, noFlags, shells},
		{"version", "print the version", version, noFlags, nothing},
		{"help", "print the manual, or the part of a verb", help, noFlags, verbNames},
	}
}

func noFlags(*flag.FlagSet) {}
func nothing() []string     { return []string{} }

// verbNamed is the verb of a name.
func verbNamed(name string) (verb, bool) {
	all := verbs()
	i := slices.IndexFunc(all, func(v verb) bool { return v.name == name })
	if i < 0 {
		return verb{}, false
	}
	return all[i], true
}

// verbNames are the names of the verbs, in the order of the manual.
func verbNames() (names []string) {
	for _, v := range verbs() {
		names = append(names, v.name)
	}
	return names
}

// oneVerb lists the verbs as alternatives.
func oneVerb() string {
	names := verbNames()
	last := len(names) - 1
	return "the verb " + strings.Join(names[:last], ", ") + " or " + names[last]
}

// unknownVerb suggests a verb for the first argument.
func unknownVerb(args []string, _ io.Writer) error {
	want := "want flags, or " + oneVerb() + " first"
	names := make([]string, 0, len(spec.Patterns()))
	for _, p := range spec.Patterns() {
		names = append(names, p.String())
	}
	meant := spelling.Suggestion(args[0], verbNames(), "")
	if meant == "" {
		meant = spelling.Suggestion(args[0], names, "-pattern ")
	}
	return usageError(fmt.Sprintf("unexpected argument %q: %s%s", args[0], want, meant))
}
