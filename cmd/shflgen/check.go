package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/shflgen/shflgen/internal/fresh"
	"github.com/shflgen/shflgen/verify"
)

// checked is the result of check for one file. Its JSON is documented in docs/ci.md.
type checked struct {
	File    string `json:"file,omitempty"`
	Status  string `json:"status,omitempty"` // upToDate or different
	Command string `json:"command,omitempty"`
	Line    int    `json:"line,omitempty"` // the first that differs, from 1
	Diff    string `json:"diff,omitempty"` // unified
	Error   string `json:"error,omitempty"`

	err error // nil if the file is up to date
}

const (
	upToDate  = "up to date"
	different = "different"
)

// check is the verb check: it compares emitted files with what their headers generate today.
func check(args []string, out io.Writer) error {
	c := checks{out: terminal{out}}
	_, given, err := verbFlags("check", c.bind, args)
	switch {
	case err != nil:
		return err
	case len(given) == 0:
		return usageError("check: no file: want emitted files, folders, or ./...")
	}
	paths, found := expand(given, emittedIn, writtenHere)
	for _, err := range found {
		c.take(checked{Error: err.Error(), err: err})
	}
	inOrder(context.Background(), paths, checkFile, c.take)
	return c.end()
}

// checkFile compares one file with what its header generates.
func checkFile(path string) checked {
	c := checked{File: path}
	subject, err := verify.ReadSubject(path)
	if err == nil {
		var of fresh.Comparison
		if of, err = fresh.Compare(path, subject.Src); err == nil {
			return c.compared(of)
		}
		err = fmt.Errorf("%s: %w", path, err)
	}
	c.err, c.Error = err, err.Error()
	return c
}

// compared adds the outcome of a comparison.
func (c checked) compared(of fresh.Comparison) checked {
	c.Command = "shflgen " + of.Command()
	if c.Status = upToDate; of.Fresh() {
		return c
	}
	line, text := of.FirstDifference()
	c.Status, c.Line, c.Diff = different, line, of.Diff()
	c.err = fmt.Errorf("%s: edited or stale, %s; made by: %s", c.File, text, c.Command)
	return c
}

// checks prints and counts the outcomes of a run.
type checks struct {
	out   io.Writer
	json  bool
	fresh int
	found []error // of files that are not up to date, and of paths without one
	err   error   // of writing
}

// bind registers the flags of check on fs.
func (c *checks) bind(fs *flag.FlagSet) { fs.BoolVar(&c.json, "json", false, "") }

// take prints one outcome: a diff of a file that is not up to date, or an object.
func (c *checks) take(of checked) bool {
	if of.err == nil {
		c.fresh++
	}
	if c.json {
		if of.err != nil {
			of.err = reported{of.err}
		}
		c.err = json.NewEncoder(c.out).Encode(of)
	} else if of.Diff != "" {
		_, c.err = io.WriteString(c.out, of.Diff)
	}
	if of.err != nil {
		c.found = append(c.found, of.err)
	}
	return c.err == nil
}

// end prints how many files are up to date, and is the error of the run.
func (c *checks) end() error {
	switch {
	case c.err != nil || c.json:
		return errors.Join(append(c.found, c.err)...)
	case len(c.found) > 0:
		return errors.Join(append(c.found, fmt.Errorf("%d up to date, %d not", c.fresh, len(c.found)))...)
	}
	_, err := fmt.Fprintf(c.out, "%d up to date\n", c.fresh)
	return err
}
