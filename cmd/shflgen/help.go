package main

import (
	_ "embed"
	"fmt"
	"io"
	"maps"
	"regexp"
	"strings"

	"github.com/shflgen/shflgen/internal/spelling"
)

//go:embed main.go
var source string

// help is the verb help: the manual, or the part of a verb.
func help(args []string, out io.Writer) error {
	text := manual()
	switch {
	case len(args) > 1:
		return usageError(fmt.Sprintf("help: unexpected argument %q: want one verb", args[1]))
	case len(args) == 1:
		if _, ok := verbNamed(args[0]); !ok {
			want := "want " + strings.TrimPrefix(oneVerb(), "the verb ") + spelling.Suggestion(args[0], verbNames(), "")
			return usageError(fmt.Sprintf("help: unexpected argument %q: %s", args[0], want))
		}
		text = usageOf(args[0])
	}
	_, err := io.WriteString(out, text)
	return err
}

// manual is the package comment.
func manual() string {
	var b strings.Builder
	for line := range strings.Lines(source) {
		text, ok := strings.CutPrefix(line, "//")
		if !ok {
			break
		}
		b.WriteString(strings.TrimPrefix(text, " "))
	}
	return b.String()
}

// usageOf is what -h of a verb prints: its section of the manual, and those that hold for all. Without a verb it is the
// manual.
func usageOf(verb string) string {
	if verb == "" {
		return manual()
	}
	return section("The verb "+verb) + "\n" + section("Environment") + "\n" + section("Exit status")
}

// section is the part of the manual below a heading, and the heading. The section of no heading is
// the first: the flags of what is generated.
func section(heading string) string {
	text := "\n" + manual()
	if heading != "" {
		_, after, _ := strings.Cut(text, "\n# "+heading+"\n")
		text = "# " + heading + "\n" + after
	}
	text, _, _ = strings.Cut(text, "\n# ")
	return strings.TrimSpace(text) + "\n"
}

// flagLine is a line of the manual that explains flags: them, their values, and two blanks before
// the text.
var flagLine = regexp.MustCompile(`^\t(-.*?)  +(.*)$`)

// explained are the flags that a section of the manual explains, each with its text.
func explained(section string) map[string]string {
	all := map[string]string{}
	var names []string
	for line := range strings.Lines(section) {
		line = strings.TrimSuffix(line, "\n")
		m := flagLine.FindStringSubmatch(line)
		if m == nil {
			if text, ok := strings.CutPrefix(line, "\t   "); ok {
				for _, name := range names {
					all[name] += " " + strings.TrimSpace(text)
				}
				continue
			}
			names = nil
			continue
		}
		names = nil
		for _, word := range strings.Fields(m[1]) {
			if name, ok := strings.CutPrefix(word, "-"); ok {
				names = append(names, name)
				all[name] = m[2]
			}
		}
	}
	return all
}

// maxMeaning is the largest number of characters of a meaning beside a completed word.
const maxMeaning = 70

// flagMeanings are the flags of a verb, with their dashes, each with the beginning of its text.
func flagMeanings(verb string) map[string]string {
	all := explained(section(""))
	if verb != "" {
		maps.Copy(all, explained(section("The verb "+verb)))
	}
	short := map[string]string{}
	for name, text := range all {
		for _, end := range []string{"; ", ". "} {
			text, _, _ = strings.Cut(text, end)
		}
		if runes := []rune(text); len(runes) > maxMeaning {
			text = string(runes[:maxMeaning-1]) + "…"
		}
		short["-"+name], short["--"+name] = text, text
	}
	return short
}
