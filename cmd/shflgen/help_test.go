package main

import (
	"bytes"
	"flag"
	"maps"
	"slices"
	"strings"
	"testing"
)

// bound are the names of the flags that a function registers.
func bound(bind func(*flag.FlagSet)) map[string]string {
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	bind(fs)
	names := map[string]string{}
	fs.VisitAll(func(f *flag.Flag) { names[f.Name] = "" })
	return names
}

// TestManualFlags: the manual explains each flag in the section of its verb, and no other flag there.
func TestManualFlags(t *testing.T) {
	ofSpec := bound(generateFlags)
	compare := func(where string, got, want map[string]string) {
		if g, w := slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)); !slices.Equal(g, w) {
			t.Errorf("%s explains %q, the command has %q; two blanks end the flags of a line", where, g, w)
		}
	}
	compare("the manual", explained(section("")), ofSpec)
	for _, v := range verbs() {
		flags, text := bound(v.bind), section("The verb "+v.name)
		if len(flags) > len(ofSpec)/2 { // those of a spec, which its section does not repeat
			for name := range ofSpec {
				if _, repeats := explained(text)[name]; !repeats {
					delete(flags, name)
				}
			}
		}
		compare("the section of "+v.name, explained(text), flags)
	}
}

// TestHelpVerb: the part of a verb is short, stands in the whole manual, and names what all have.
func TestHelpVerb(t *testing.T) {
	for _, v := range verbs() {
		var byHelp, errs bytes.Buffer
		if status := run([]string{"help", v.name}, &byHelp, &errs); status != done {
			t.Fatalf("%s: %s", v.name, errs.String())
		}
		text := byHelp.String()
		of, rest, _ := strings.Cut(text, "\n# ")
		if !strings.HasPrefix(text, "# The verb "+v.name+"\n") || !strings.Contains(manual(), of) ||
			strings.Count(of, "\n") < 2 {
			t.Errorf("%s: %s", v.name, text)
		}
		if !strings.Contains(rest, "SHFLGEN_CLANG") || !strings.Contains(rest, "0 is done") ||
			strings.Contains(rest, "The verb") {
			t.Errorf("%s: after its part: %s", v.name, rest)
		}
		if v.name == "version" || v.name == "help" {
			continue // which take no flags
		}
		var byFlag bytes.Buffer
		if status := run([]string{v.name, "-h"}, &byFlag, &errs); status != done || byFlag.String() != text {
			t.Errorf("%s -h is not help %s: %s%s", v.name, v.name, byFlag.String(), errs.String())
		}
	}
}
