package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/shflgen/shflgen/spec"
)

// verbFlags reads the flags of a verb, which bind registers, and gives the other arguments.
func verbFlags(verb string, bind func(*flag.FlagSet), args []string) (*flag.FlagSet, []string, error) {
	fs := flag.NewFlagSet("shflgen "+verb, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	bind(fs)
	others, err := parseMixed(fs, args)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		err = usageError(verb + ": " + flagError(fs, err) + "; see shflgen help " + verb)
	}
	return fs, others, err
}

// noArguments is the error of arguments of a verb that takes none.
func noArguments(verb string, args []string) error {
	_, others, err := verbFlags(verb, noFlags, args)
	if err == nil && len(others) > 0 {
		err = usageError(fmt.Sprintf("%s: unexpected argument %q: it takes none", verb, others[0]))
	}
	return err
}

// flagError is an error of parsing, with a flag that may be meant by an unknown one.
func flagError(fs *flag.FlagSet, err error) string {
	if name, unknown := strings.CutPrefix(err.Error(), unknownFlag); unknown {
		return err.Error() + meant(fs, name)
	}
	return err.Error()
}

// unknownFlag starts the error of package flag for an unknown flag.
const unknownFlag = "flag provided but not defined: "

// untilInterrupt is a context that an interrupt ends.
func untilInterrupt() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
}

// wantOne is the error of a flag that takes one of some names.
func wantOne(flag, value, want string) error {
	return spec.FlagError{Flag: flag, Value: value, Want: "want " + want}
}

// parseMixed parses flags that stand before, between and after other arguments, which it returns.
// After --, no argument is a flag.
func parseMixed(fs *flag.FlagSet, args []string) (others []string, err error) {
	for len(args) > 0 {
		if err := fs.Parse(args); err != nil {
			return others, err
		}
		rest := fs.Args()
		end := slices.IndexFunc(rest, func(arg string) bool { return strings.HasPrefix(arg, "-") })
		if end < 0 || len(rest) < len(args) && args[len(args)-len(rest)-1] == "--" {
			end = len(rest)
		}
		others, args = append(others, rest[:end]...), rest[end:]
	}
	return others, nil
}
