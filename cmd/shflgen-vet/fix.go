package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/shflgen/shflgen/internal/fresh"
	"github.com/shflgen/shflgen/spec"
)

// fixing reports whether go vet asks for fixes, of the package that a configuration describes; diff asks for a print of
// them alone. The library of analyzers leaves out fixes of generated files, and shflgen-vet has no others.
func fixing(args []string) (config string, diff, ok bool) {
	has := func(flag string) bool {
		return slices.Contains(args, "-"+flag) || slices.Contains(args, "-"+flag+"=true")
	}
	if len(args) == 0 || !strings.HasSuffix(args[len(args)-1], ".cfg") || !has("fix") {
		return "", false, false
	}
	return args[len(args)-1], has("diff"), true
}

// fix generates the emitted files of a package again that were edited or are stale.
func fix(config string, diff bool) error {
	text, err := os.ReadFile(config)
	if err != nil {
		return err
	}
	var c unitchecker.Config
	if err := json.Unmarshal(text, &c); err != nil {
		return fmt.Errorf("%s: %w", config, err)
	}
	if c.VetxOutput != "" { // no facts
		if err := os.WriteFile(c.VetxOutput, nil, 0o666); err != nil {
			return err
		}
	}
	if c.VetxOnly {
		return nil
	}
	stale, err := staleFiles(c.GoFiles)
	if diff {
		return errors.Join(err, printDiffs(c.Stdout, stale))
	}
	if c.FixArchive == "" { // go before 1.26
		for _, f := range stale {
			err = errors.Join(err, os.WriteFile(f.Path, f.Want, 0o666))
		}
		return err
	}
	archive := new(bytes.Buffer)
	z := zip.NewWriter(archive)
	z.SetComment(c.ID) // an archive for each package and its tests
	for _, f := range stale {
		w, failed := z.Create(f.Path)
		if failed == nil {
			_, failed = w.Write(f.Want)
		}
		err = errors.Join(err, failed)
	}
	return errors.Join(err, z.Close(), os.WriteFile(c.FixArchive, archive.Bytes(), 0o666))
}

// staleFiles are the emitted files that differ from what their headers generate. The error names headers that generate
// nothing.
func staleFiles(paths []string) (stale []fresh.Comparison, err error) {
	for _, path := range paths {
		src, failed := os.ReadFile(path)
		if failed == nil && !bytes.HasPrefix(src, []byte(spec.HeaderPrefix)) {
			continue
		}
		var c fresh.Comparison
		if failed == nil {
			c, failed = fresh.Compare(path, src)
		}
		switch {
		case failed != nil:
			err = errors.Join(err, fmt.Errorf("%s:1:1: the header of this file generates nothing: %w", path, failed))
		case !c.Fresh():
			stale = append(stale, c)
		}
	}
	return stale, err
}

// printDiffs prints how files change, to a file or to standard output. Go vet fails where it prints anything.
func printDiffs(to string, stale []fresh.Comparison) error {
	var out io.Writer = os.Stdout
	if to != "" {
		f, err := os.Create(to)
		if err != nil {
			return err
		}
		defer f.Close()
		out = f
	}
	for _, f := range stale {
		if _, err := io.WriteString(out, f.Diff()); err != nil {
			return err
		}
	}
	return nil
}
