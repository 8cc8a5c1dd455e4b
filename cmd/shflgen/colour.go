package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/shflgen/shflgen/verify"
)

// colours are those of verdicts (ECMA-48, SGR): green, red, else yellow.
var colours = map[verify.Verdict]string{verify.Proved: "32", verify.Refuted: "31"}

// coloured reports whether a file is a terminal that shows colours, and nobody asks for none.
func coloured(f *os.File) bool {
	return term.IsTerminal(int(f.Fd())) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// painted is the line of a verdict, which may start with the program's name, with its first verdict in
// colour.
func painted(v verify.Verdict, line string) string {
	colour := colours[v]
	if colour == "" {
		colour = "33"
	}
	before, after, found := strings.Cut(line, v.String())
	if !found {
		return line
	}
	return before + "\x1b[" + colour + "m" + v.String() + "\x1b[0m" + after
}

// printError prints one error.
func printError(to terminal, err error) {
	var of verdictError
	f, ok := to.Writer.(*os.File)
	to.printVerdict(of.verdict, "shflgen: "+err.Error(), ok && errors.As(err, &of) && coloured(f))
}

// printVerdict prints a message, without control sequences but the colour of a verdict.
func (t terminal) printVerdict(of verify.Verdict, text string, colour bool) error {
	text = string(escaped([]byte(message(text))))
	if colour {
		text = painted(of, text)
	}
	_, err := fmt.Fprintln(t.Writer, text)
	return err
}
