package main

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// excepted are the patterns of -except: files without a wanted proof, by their paths or by their names without
// folders.
type excepted []string

// set reads patterns between commas.
func (x *excepted) set(text string) error {
	for _, pattern := range strings.Split(text, ",") {
		if _, err := path.Match(pattern, ""); err != nil || pattern == "" {
			return errors.New("want names or paths of files, such as grid_sum.cu,grid/*.cu")
		}
		*x = append(*x, pattern)
	}
	return nil
}

// from divides paths by the patterns. A pattern without a file is an error: it may be mistyped, or the file may have
// been renamed.
func (x excepted) from(paths []string) (rest, left []string, found []error) {
	for _, file := range paths {
		if slices.ContainsFunc(x, func(pattern string) bool { return matches(pattern, file) }) {
			left = append(left, file)
		} else {
			rest = append(rest, file)
		}
	}
	for _, pattern := range x {
		if !slices.ContainsFunc(left, func(file string) bool { return matches(pattern, file) }) {
			found = append(found, usageError(fmt.Sprintf("prove: -except %s: there is no such file", pattern)))
		}
	}
	return rest, left, found
}

// matches reports whether a pattern is of a file: with a slash, of its path.
func matches(pattern, file string) bool {
	file = filepath.ToSlash(filepath.Clean(file))
	if !strings.Contains(pattern, "/") {
		file = path.Base(file)
	}
	ok, _ := path.Match(strings.TrimPrefix(pattern, "./"), file)
	return ok
}
