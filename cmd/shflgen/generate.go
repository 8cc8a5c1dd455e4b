package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/gen/files"
)

// generate is the command without a verb: flags → spec → files → their place.
func generate(args []string, out io.Writer) error {
	r, err := parseRequest(args)
	if errors.Is(err, flag.ErrHelp) {
		_, err = io.WriteString(out, usage())
		return err
	}
	langs, dir, placeErr := r.place()
	pkg, pkgErr := r.packageName(langs, dir)
	if err := errors.Join(err, placeErr, pkgErr); err != nil {
		return err // every mistake of the command line
	}
	opt := gen.Options{Langs: langs, Package: pkg}
	emitted, err := gen.Generate(r.spec, opt)
	if err != nil {
		return err
	}
	if r.out == "-" {
		for _, src := range emitted {
			if _, err := out.Write(src); err != nil {
				return err
			}
		}
		return nil
	}
	placed := map[string][]byte{}
	for name, src := range emitted {
		placed[r.path(dir, name)] = src
	}
	if r.check {
		return checkFresh(placed, args)
	}
	return r.told(files.Write(placed))
}

// path is where an emitted file goes.
func (r request) path(dir, name string) string {
	if isFile(r.out) {
		return r.out
	}
	return filepath.Join(dir, name)
}

// told names the flag beside each failure to write.
func (r request) told(err error) error {
	var all []error
	for _, e := range flatten(err) {
		var foreign *files.Foreign
		if e != nil && !errors.As(e, &foreign) {
			e = fmt.Errorf("-o %s: %w; want a place that can be written to", r.out, e)
		}
		all = append(all, e)
	}
	return errors.Join(all...)
}

// checkFresh fails with a line for each file that generating would change.
func checkFresh(placed map[string][]byte, args []string) error {
	stale, err := files.Stale(placed)
	if err != nil {
		return err
	}
	command := "shflgen"
	for _, a := range args {
		if name, _, _ := strings.Cut(a, "="); name == "-check" || name == "--check" {
			continue
		}
		if a == "" || strings.ContainsAny(a, " \t\n\"'\\$`*?&|;<>()[]{}~#") {
			a = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
		command += " " + a
	}
	var found []error
	for _, path := range stale {
		found = append(found, fmt.Errorf("%s is missing or stale; run: %s", path, command))
	}
	return errors.Join(found...)
}
