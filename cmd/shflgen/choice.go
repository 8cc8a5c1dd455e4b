package main

import (
	"flag"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/verify"
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

// Joined reports that a value may be several names.
func (c choice) Joined() bool { return true }

// oneOf is a choice of one name.
type oneOf struct{ choice }

// Joined reports that a value is one name.
func (oneOf) Joined() bool { return false }

// claims is the value of a flag that may be given several times, each with names joined by commas.
type claims struct{ to *[]string }

// Set adds the names.
func (c claims) Set(text string) error {
	*c.to = append(*c.to, strings.Split(text, ",")...)
	return nil
}

// String is the list.
func (c claims) String() string {
	if c.to == nil { // package flag asks a zero value
		return ""
	}
	return strings.Join(*c.to, ",")
}

// Choices are the laws that can be claimed.
func (c claims) Choices() []string { return verify.Claims() }

// Joined reports that a value may be several names.
func (c claims) Joined() bool { return true }

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
	if c, ok := f.Value.(interface{ Joined() bool }); ok && c.Joined() {
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
