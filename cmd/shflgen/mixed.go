package main

import (
	"flag"
	"slices"
	"strings"
)

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
