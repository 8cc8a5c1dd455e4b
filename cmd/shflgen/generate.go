package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/shflgen/shflgen/cmd/shflgen/internal/files"
	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/fresh"
)

// generate is the command without a verb: flags → spec → files in memory → files on disk.
func generate(args []string, out io.Writer) error {
	if hasConfig(args) {
		return generateAll(args, out)
	}
	r, err := parseRequest(args)
	if errors.Is(err, flag.ErrHelp) {
		return err
	}
	langs, dir, placeErr := r.place()
	pkg, pkgErr := r.packageName(langs, dir)
	unusedErr := r.unused(langs, err)
	resolveErr := r.resolve(dir, err)
	if err == nil {
		err = resolveErr
	}
	if err := errors.Join(err, placeErr, pkgErr, unusedErr); err != nil {
		return err // every error of the command line
	}
	opt, err := fresh.Options(r.spec, pkg, langs)
	if err != nil {
		return err
	}
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
		placed[filepath.Base(r.path(dir, name))] = src
	}
	directive, err := r.rivals(langs, dir)
	remake := directive || err != nil // the error names both commands already
	for name, src := range placed {
		if filepath.Ext(name) == gen.Go.Ending() {
			err = errors.Join(err, redeclared(filepath.Join(dir, name), src))
		}
	}
	switch {
	case r.check:
		return errors.Join(err, checkFresh(dir, placed, args, out))
	case err != nil:
		return errors.Join(err, files.Guard(dir, placed, remake))
	}
	return r.write(dir, placed, remake)
}

// write writes the files, and makes their folder. If it is interrupted, for example by Ctrl-C, it leaves no file or all
// files written, and no temporaries. If the file system does not answer within 0.9 s, the
// process ends and the next run removes the temporaries.
func (r request) write(dir string, placed map[string][]byte, remake bool) error {
	ends := slices.DeleteFunc([]os.Signal{os.Interrupt, syscall.SIGTERM}, signal.Ignored)
	ctx, stop := context.Background(), func() {}
	if len(ends) > 0 { // NotifyContext without signals means all signals
		ctx, stop = signal.NotifyContext(ctx, ends...)
	}
	defer stop()
	defer context.AfterFunc(ctx, func() {
		time.Sleep(900 * time.Millisecond)
		fmt.Fprintln(os.Stderr, "shflgen: interrupted; the next run mends what this one left")
		os.Exit(failed)
	})()
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return r.withFlag(err)
	}
	notes, err := files.Write(ctx, dir, placed, files.Options{Remake: remake})
	for _, note := range notes {
		fmt.Fprintf(os.Stderr, "shflgen: note: %s\n", note)
	}
	return r.withFlag(err)
}

// path is the path of an emitted file.
func (r request) path(dir, name string) string {
	if isFile(r.out) {
		return r.out
	}
	return filepath.Join(dir, name)
}

// withFlag adds the flag to each error of writing.
func (r request) withFlag(err error) error {
	var all []error
	for _, e := range flatten(err) {
		if e != nil && !isTaken(e) && !errors.Is(e, context.Canceled) {
			e = fmt.Errorf("-o %s: %w; want a place that can be written to", r.out, e)
		}
		all = append(all, e)
	}
	return errors.Join(all...)
}

// isTaken reports whether an error is of a file that may not be replaced.
func isTaken(err error) bool {
	return errors.As(err, new(*files.Foreign)) || errors.As(err, new(*files.Clash))
}

// checkFresh fails with a line for each file that generating would change, and prints a unified diff
// of each that is there.
func checkFresh(dir string, placed map[string][]byte, args []string, out io.Writer) error {
	stale, err := files.Stale(dir, placed)
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
	found := []error{err}
	for _, path := range stale {
		found = append(found, fmt.Errorf("%s is missing or stale; run: %s", path, command),
			printDiff(out, path, placed[filepath.Base(path)]))
	}
	return errors.Join(found...)
}

// printDiff prints how a file would change; nothing of a missing one.
func printDiff(out io.Writer, path string, want []byte) error {
	have, err := files.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		have = bytes.ReplaceAll(have, []byte("\r\n"), []byte("\n"))
		_, err = io.WriteString(terminal{out}, fresh.Diff(path, have, want))
	}
	return err
}
