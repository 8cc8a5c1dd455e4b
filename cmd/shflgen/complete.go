package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// completeWord is the first argument by which the scripts of shells ask for words.
const completeWord = "__complete"

// complete prints the words that the last argument, which may be empty, could become, one a line, each
// with a tab and its meaning if that is known. It prints nothing where a path is wanted. Verbs, flags
// and values are those that parsing and validation use.
func complete(args []string, out io.Writer) error {
	args = rejoined(args)
	if len(args) == 0 {
		args = []string{""}
	}
	before, start := args[:len(args)-1], args[len(args)-1]
	v := verb{bind: generateFlags, takes: nothing}
	if len(before) > 0 {
		if named, ok := verbNamed(before[0]); ok {
			v, before = named, before[1:]
		}
	}
	fs := flag.NewFlagSet("shflgen", flag.ContinueOnError)
	v.bind(fs)
	last := ""
	if len(before) > 0 {
		last = before[len(before)-1]
	}
	operands := slices.Contains(before, "--")
	name, value, assigned := strings.Cut(start, "=")
	var words []string
	meaning := map[string]string{}
	switch f := valued(fs, last); {
	case !operands && f != nil:
		words = fitting(before[:len(before)-1], f, start)
	case !operands && strings.HasPrefix(start, "-") && assigned:
		if f := fs.Lookup(flagName(name)); f != nil {
			for _, w := range fitting(before, f, value) {
				words = append(words, name+"="+w)
			}
		}
	case !operands && strings.HasPrefix(start, "-"):
		words, meaning = flagsOf(fs, before, start), flagMeanings(v.name)
	case v.name == "" && len(args) == 1:
		for _, v := range verbs() {
			words = append(words, v.name)
			meaning[v.name] = v.words
		}
	case v.takes != nil && last == "": // one, behind the verb
		words = v.takes()
	}
	for _, w := range words {
		if !strings.HasPrefix(w, start) {
			continue
		}
		line := w
		if m := meaning[w]; m != "" {
			line += "\t" + m
		}
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	return nil
}

// rejoined undoes that bash splits -flag=value at the sign.
func rejoined(args []string) (all []string) {
	for i := 0; i < len(args); i++ {
		if args[i] == "=" && len(all) > 0 {
			all[len(all)-1] += "="
			if i++; i < len(args) {
				all[len(all)-1] += args[i]
			}
			continue
		}
		all = append(all, args[i])
	}
	return all
}

// flagName is the name of a flag as package flag reads it: behind one dash or two.
func flagName(word string) string { return strings.TrimPrefix(strings.TrimPrefix(word, "-"), "-") }

// valued is the flag that a word names, if the next word is its value.
func valued(fs *flag.FlagSet, word string) *flag.Flag {
	if !strings.HasPrefix(word, "-") {
		return nil
	}
	f := fs.Lookup(flagName(word))
	if f == nil {
		return nil
	}
	if b, ok := f.Value.(interface{ IsBoolFlag() bool }); ok && b.IsBoolFlag() {
		return nil
	}
	return f
}

// flagsOf are the flags that are not given yet, with the dashes that start has.
func flagsOf(fs *flag.FlagSet, before []string, start string) (words []string) {
	dash := "-"
	if strings.HasPrefix(start, "--") {
		dash = "--"
	}
	fs.VisitAll(func(f *flag.Flag) {
		given := slices.ContainsFunc(before, func(word string) bool {
			word, _, _ = strings.Cut(word, "=")
			return strings.HasPrefix(word, "-") && flagName(word) == f.Name
		})
		if !given || repeated[f.Name] {
			words = append(words, dash+f.Name)
		}
	})
	return words
}

// repeated are the flags that may be given several times: those of compilers, and claims.
var repeated = map[string]bool{"I": true, "D": true, "U": true, "clang-flags": true, "nvcc-flags": true, "claim": true}

// fitting are the values of a flag that go with the flags before it: those that validation does not
// reject. If it rejects all, the fault is elsewhere, and all are given.
func fitting(before []string, f *flag.Flag, start string) []string {
	all := choicesOf(f, start)
	fit := slices.DeleteFunc(slices.Clone(all), func(value string) bool {
		return rejected(append(slices.Clone(before), "-"+f.Name, value), f.Name)
	})
	if len(fit) == 0 {
		return all
	}
	return fit
}

// rejected reports whether validation rejects the value of a flag of a spec.
func rejected(args []string, name string) bool {
	r, err := parseRequest(args)
	return r.given["pattern"] && slices.ContainsFunc(flatten(err), func(err error) bool {
		var m spec.FlagError
		return errors.As(err, &m) && m.Flag == name
	})
}

// generateFlags registers the flags of a run without a verb.
func generateFlags(fs *flag.FlagSet) {
	r := request{spec: spec.NewSpec(unknownPattern)}
	r.bind(fs, func(spec.FlagError) {})
	fs.String("config", "", "")
}

// flagsBut registers the flags of a run without a verb, but for some.
func flagsBut(fs *flag.FlagSet, but []string) {
	all := flag.NewFlagSet("shflgen", flag.ContinueOnError)
	generateFlags(all)
	all.VisitAll(func(f *flag.Flag) {
		if !slices.Contains(but, f.Name) {
			fs.Var(f.Value, f.Name, f.Usage)
		}
	})
}

// explainFlags and drawFlags register the flags of these verbs.
func explainFlags(fs *flag.FlagSet) { flagsBut(fs, append([]string{"config"}, explainLacks...)) }

func drawFlags(fs *flag.FlagSet) {
	flagsBut(fs, append([]string{"config"}, drawLacks...))
	new(picture).bind(fs)
}
