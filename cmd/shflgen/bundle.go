package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/cmd/shflgen/internal/files"
	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/fresh"
	"github.com/shflgen/shflgen/spec"
)

// hasConfig reports whether -config is among the arguments.
func hasConfig(args []string) bool {
	return slices.ContainsFunc(args, func(a string) bool {
		name, _, _ := strings.Cut(a, "=")
		return name == "-config" || name == "--config"
	})
}

// besideConfig names the flag that was given beside -config.
func besideConfig(parsing string) string {
	if flag, ok := strings.CutPrefix(parsing, unknownFlag); ok {
		return flag + " beside -config"
	}
	return parsing
}

// generateAll makes what a configuration lists; out is for the diffs of -check.
func generateAll(args []string, out io.Writer) error {
	fs := flag.NewFlagSet("shflgen", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	path := fs.String("config", "", "")
	check := fs.Bool("check", false, "")
	if err := fs.Parse(args); err != nil {
		return usageError(besideConfig(err.Error()) +
			": -config takes the flags from its YAML file, and only -check beside it")
	}
	if fs.NArg() > 0 {
		return usageError(fmt.Sprintf("unexpected argument %q beside -config", fs.Arg(0)))
	}
	c, err := readConfig(*path)
	if err != nil {
		return err
	}
	placed, err := c.files()
	if err != nil {
		return err
	}
	var found []error
	for _, dir := range slices.Sorted(maps.Keys(placed)) {
		found = append(found, files.Guard(dir, placed[dir], false))
	}
	if err := errors.Join(found...); err != nil && !*check {
		return err
	}
	for _, dir := range slices.Sorted(maps.Keys(placed)) {
		r := request{out: dir}
		if *check {
			err = checkFresh(dir, placed[dir], args, out)
		} else {
			err = r.write(dir, placed[dir], false)
		}
		found = append(found, err)
	}
	return errors.Join(found...)
}

// files are the contents of the files that a configuration makes, by folder and name.
func (c config) files() (map[string]map[string][]byte, error) {
	specs, err := c.specs()
	if err != nil {
		return nil, err
	}
	placed := map[string]map[string][]byte{}
	place := func(dir, name string, src []byte) {
		if placed[dir] == nil {
			placed[dir] = map[string][]byte{}
		}
		placed[dir][name] = src
	}
	bundle := spec.Bundle{Config: filepath.Base(c.path), Namespace: c.Namespace, Specs: specs}
	if err := bundle.Validate(); err != nil {
		return nil, usageError(c.path + ": " + err.Error())
	}
	if bundle.Elsewhere, err = c.elsewhere(bundle); err != nil {
		return nil, err
	}
	switch {
	case c.CUDA == "":
	case isFile(c.CUDA):
		if endingLang(c.CUDA) != gen.CUDA {
			return nil, usageError(fmt.Sprintf("%s: cuda: %s: want a folder, or a file that ends in .cuh or .cu", c.path,
				c.CUDA))
		}
		src, err := fresh.CUDABundle(bundle)
		if err != nil {
			return nil, err
		}
		place(filepath.Dir(c.dir(c.CUDA)), filepath.Base(c.CUDA), src)
	default:
		if c.Namespace != "" {
			return nil, usageError(c.path + ": namespace: that of overloads, which stand in one file; want cuda: FILE.cuh")
		}
		for _, s := range specs {
			src, err := fresh.Printed(s, gen.CUDA.Ending(), "")
			if err != nil {
				return nil, err
			}
			place(c.dir(c.CUDA), s.FileName()+gen.CUDA.Ending(), src)
		}
	}
	if c.Go == "" {
		return placed, nil
	}
	dir := c.dir(c.Go)
	r := request{pkg: c.Package, out: dir, given: map[string]bool{"pkg": c.Package != ""}}
	if isFile(c.Go) {
		if endingLang(c.Go) != gen.Go || filepath.Base(c.Go) == gen.Go.Ending() {
			return nil, usageError(fmt.Sprintf("%s: go: %s: want a folder, or a file that ends in .go", c.path, c.Go))
		}
		folder := filepath.Dir(dir)
		pkg, err := r.packageName([]gen.Lang{gen.Go}, folder)
		if err != nil {
			return nil, err
		}
		src, err := fresh.GoBundle(bundle, pkg)
		if err != nil {
			return nil, err
		}
		place(folder, filepath.Base(dir), src)
		return placed, redeclared(dir, src)
	}
	for _, s := range specs {
		r.spec, r.asked = s, s
		pkg, err := r.packageName([]gen.Lang{gen.Go}, dir)
		if err != nil {
			return nil, err
		}
		src, err := fresh.Printed(s, gen.Go.Ending(), pkg)
		if err != nil {
			return nil, err
		}
		place(dir, s.FileName()+gen.Go.Ending(), src)
	}
	return placed, nil
}
