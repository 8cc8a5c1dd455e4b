package main

import (
	"errors"
	"flag"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/gen"
)

// choice is the value of a flag that takes one of some names, or several, joined by commas. [checkChoices] checks it,
// and completion offers the names.
type choice struct {
	to *string
	of func() []string
	choiceOf
}

// choiceOf says how many names a choice takes.
type choiceOf uint8

const (
	oneName   choiceOf = iota
	someNames          // joined by commas
	moreNames          // the same, and the flag may be given several times
)

// Set sets the text.
func (c choice) Set(text string) error {
	if c.choiceOf == moreNames && *c.to != "" {
		text = *c.to + "," + text
	}
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

// Joined reports whether a value may be several names.
func (c choice) Joined() bool { return c.choiceOf != oneName }

// checkChoices is an error of each choice of a name that there is not.
func checkChoices(fs *flag.FlagSet) error {
	var found []error
	fs.VisitAll(func(f *flag.Flag) {
		c, ok := f.Value.(choice)
		if !ok {
			return
		}
		for _, name := range namesIn(*c.to) {
			if all := c.of(); !slices.Contains(all, name) {
				found = append(found, wantOne(f.Name, *c.to, "one of "+strings.Join(all, ", ")))
				return
			}
		}
	})
	return errors.Join(found...)
}

// namesIn are the names between the commas of a text; none of an empty one.
func namesIn(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, ",")
}

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
