package main

import (
	"flag"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/gen"
)

// choice is the value of a flag that takes one or several of some names, joined by commas. It is
// checked where it is used; of lists the names for completion.
type choice struct {
	to *string
	of func() []string
}

// Set sets the text.
func (c choice) Set(text string) error {
	*c.to = text
	return nil
}

// String is the text.
func (c choice) String() string {
	if c.to == nil { // package flag asks a zero value
		return ""
	}
	return *c.to
}

// Choices are the names.
func (c choice) Choices() []string { return c.of() }

// langChoices are the names that -lang takes.
func langChoices() (names []string) {
	for _, l := range gen.Langs() {
		names = append(names, l.String())
	}
	return names
}

// choicesOf completes the beginning of a flag's value: every text that it could become.
func choicesOf(f *flag.Flag, start string) (all []string) {
	named, ok := f.Value.(interface{ Choices() []string })
	if !ok {
		return nil
	}
	before := ""
	var taken []string
	if _, joined := f.Value.(choice); joined {
		i := strings.LastIndex(start, ",") + 1
		before, start = start[:i], start[i:]
		taken = strings.Split(before, ",")
	}
	for _, name := range named.Choices() {
		if strings.HasPrefix(name, start) && !slices.Contains(taken, name) {
			all = append(all, before+name)
		}
	}
	return all
}
