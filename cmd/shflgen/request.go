package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/spelling"
	"github.com/shflgen/shflgen/spec"
)

// request is the command line of a run without a verb.
type request struct {
	spec  spec.Spec
	asked spec.Spec // as the flags have it: nothing that it refers to is loaded
	langs string
	pkg   string
	out   string
	check bool
	given map[string]bool
	flags *flag.FlagSet // as they were parsed
}

// unknownPattern replaces a missing or wrong -pattern, so that the other flags are still checked.
const unknownPattern = ^spec.Pattern(0)

// parseRequest reads the flags, and those that a verb binds beside them. Its error joins every
// error of a flag.
func parseRequest(args []string, binds ...func(*flag.FlagSet)) (request, error) {
	r := request{spec: spec.NewSpec(unknownPattern), langs: "go,cuda", out: ".", given: map[string]bool{}}
	var found []error
	wrong := map[string]bool{}
	note := func(m spec.FlagError) {
		found = append(found, m)
		wrong[m.Flag] = true
	}
	fs := flag.NewFlagSet("shflgen", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	r.flags = fs
	r.bind(fs, note)
	for _, bind := range binds {
		bind(fs)
	}
	spec.Once(fs, note)
	for len(args) > 0 {
		err := fs.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			return r, err
		}
		rest := fs.Args()
		switch {
		case err != nil && strings.HasPrefix(err.Error(), "bad flag syntax"): // such as -=x, which Parse leaves in place
			found = append(found, usageError(err.Error()+"; see shflgen -h"))
			rest = rest[1:]
		case err != nil: // an unknown flag, or one without its value: go on behind it
			found = append(found, usageError(flagError(fs, err)+"; see shflgen -h"))
			if len(rest) > 0 && !strings.HasPrefix(rest[0], "-") {
				rest = rest[1:]
			}
		case len(rest) > 0:
			found = append(found, usageError(fmt.Sprintf("unexpected argument %q: want flags, or %s first", rest[0], oneVerb())))
			rest = rest[1:]
		}
		args = rest
	}
	fs.Visit(func(f *flag.Flag) { r.given[f.Name] = true })
	given := func(flag string) bool { return r.given[flag] }
	if wrong["pattern"] {
		r.spec.Pattern = unknownPattern // given more than once
	}
	r.spec.Settle(given)
	r.asked = r.spec
	if !r.given["pattern"] {
		if len(found) == 0 {
			found = append(found, usageError("-pattern is missing: want one of the patterns of shflgen list"))
		}
		wrong["pattern"] = true
	}
	for _, err := range flatten(r.spec.Validate()) {
		var m spec.FlagError
		if errors.As(err, &m) && (wrong[m.Flag] || m.Flag == "op" && wrong["type"]) {
			continue // already reported, or unknown
		}
		switch {
		case err != nil && m.Flag != "" && !given(m.Flag):
			found = append(found, m.NotGiven())
		case err != nil:
			found = append(found, err)
		}
	}
	found = append(found, r.spec.Unused(fs)...)
	if d := r.spec.Pattern.Distance(); d != spec.NoParam && !r.given[d.Flag()] {
		found = append(found, usageError(fmt.Sprintf("-%s is missing: %s moves by it; want a whole number, such as 1",
			d.Flag(), r.spec.Pattern)))
	}
	return r, errors.Join(found...)
}

// bind registers the flags on fs.
func (r *request) bind(fs *flag.FlagSet, note func(spec.FlagError)) {
	r.spec.Bind(fs, note)
	fs.Var(choice{&r.langs, langChoices, someNames}, "lang", "")
	fs.StringVar(&r.pkg, "pkg", "", "")
	fs.StringVar(&r.out, "o", ".", "")
	fs.BoolFunc("check", "", func(text string) error {
		switch text {
		case "true", "false":
			r.check = text == "true"
		default:
			note(spec.FlagError{Flag: "check", Value: text, Want: "want true or false"})
		}
		return nil
	})
}

// meant suggests a flag for a mistyped one.
func meant(fs *flag.FlagSet, arg string) string {
	name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	if fs.Lookup(name) != nil {
		return ""
	}
	var names []string
	fs.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	slices.Sort(names)
	if _, ok := verbNamed(name); ok {
		return "; did you mean the verb " + name + "?"
	}
	return spelling.Suggestion(name, names, "-")
}
