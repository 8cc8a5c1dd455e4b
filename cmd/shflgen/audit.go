package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/verify"
)

// audits is the command line of audit.
type audits struct {
	asked
	instances, blocks, cols, format string // as given

	options verify.AuditOptions
}

// bind registers the flags on fs.
func (a *audits) bind(fs *flag.FlagSet) {
	a.bindBuilds(fs)
	fs.StringVar(&a.instances, "instance", "", "")
	fs.StringVar(&a.blocks, "block", "", "")
	fs.StringVar(&a.cols, "cols", "", "")
	fs.StringVar(&a.options.Computes, "computes", "", "")
	a.bindCallers(fs)
	fs.Var(choice{&a.format, auditFormats, oneName}, "format", "")
}

// auditFiles is the verb audit: it prints what is found of each function of CUDA files.
func auditFiles(args []string, out io.Writer) error {
	a, paths, err := parseAudit(args)
	if err != nil {
		return err
	}
	ctx, stop := untilInterrupt()
	defer stop()
	collectLess()
	to := a.printer(terminal{out})
	files, found := expand(paths, cudaIn, "of CUDA")
	for _, path := range files {
		of, err := a.file(ctx, path, to)
		found = append(found, of...)
		if err != nil {
			return errors.Join(append(found, err)...)
		}
	}
	return errors.Join(append(found, to.end())...)
}

// parseAudit reads the command line, and the project's defaults.
func parseAudit(args []string) (audits, []string, error) { return parseAuditWith(args, currentProject) }

// parseAuditWith reads the command line, and some defaults.
func parseAuditWith(args []string, read func() (project, error)) (a audits, paths []string, err error) {
	a.Flags = map[string][]string{}
	fs, paths, err := verbFlags("audit", a.bind, args)
	if err != nil {
		return a, nil, err
	}
	if len(paths) == 0 {
		return a, nil, usageError("audit: no file: want files of CUDA, folders, or ./...")
	}
	d, err := read()
	if err != nil {
		return a, nil, err
	}
	if _, err := d.apply(fs, func(string) bool { return true }); err != nil {
		return a, nil, err
	}
	if a.Timeout <= 0 {
		return a, nil, wantOne("timeout", a.Timeout.String(), "more than 0")
	}
	if a.json && a.format != "" {
		return a, nil, usageError("audit: -json: -format says how findings are printed; leave one out")
	}
	a.takeChoices()
	err = errors.Join(checkChoices(fs), a.parseBlocks())
	a.options.Options, a.options.Instances = a.Options, instancesIn(a.instances)
	a.options.LowestTie = a.ties == "lowest"
	return a, paths, err
}

// parseBlocks reads the sizes of blocks and the numbers of elements.
func (a *audits) parseBlocks() (err error) {
	if a.options.Blocks, err = numbersIn("block", a.blocks, "threads", spec.MaxBlock); err != nil {
		return err
	}
	a.options.Cols, err = numbersIn("cols", a.cols, "elements of a row", verify.MaxAuditCols)
	return err
}

// numbersIn are the numbers of a flag with commas.
func numbersIn(flag, list, what string, most int) (all []int, err error) {
	if list == "" {
		return nil, nil
	}
	for _, text := range strings.Split(list, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > most {
			return nil, wantOne(flag, text, fmt.Sprintf("numbers of %s, 1..%d", what, most))
		}
		all = append(all, n)
	}
	return all, nil
}

// instancesIn are the instances in a list: commas between angle brackets are theirs.
func instancesIn(text string) (all []string) {
	depth, from := 0, 0
	for i, c := range text + "," {
		switch {
		case c == '<':
			depth++
		case c == '>':
			depth--
		case c == ',' && depth == 0:
			if i > from {
				all = append(all, text[from:i])
			}
			from = i + 1
		}
	}
	return all
}

// file audits one file and prints its findings. It returns what makes the exit status 1, and an error of writing, or of
// a program that is missing.
func (a audits) file(ctx context.Context, path string, to auditPrinter) (found []error, err error) {
	if _, found := plainPaths("audit", []string{path}); found != nil {
		return found, nil
	}
	subject, err := verify.ReadSubject(path)
	if err != nil {
		return []error{to.failed(path, err)}, nil
	}
	findings, err := verify.Audit(ctx, subject, a.options)
	var misuse verify.Misuse
	switch {
	case errors.As(err, &misuse):
		return nil, usageError("audit: " + misuse.Error())
	case ctx.Err() != nil:
		return nil, errors.New("interrupted")
	case err != nil:
		return []error{to.failed(path, err)}, nil
	case len(findings) == 0:
		return nil, to.nothing(path)
	}
	for _, f := range findings {
		if len(f.Specs) > 0 {
			f.Ready = readyFunction(f.Specs[0])
		}
		if err := to.finding(f); err != nil {
			return found, err
		}
		if f.Verdict == verify.Refuted {
			found = append(found, reported{errors.New(f.String())})
		}
	}
	return found, nil
}

// cudaIn lists the files of CUDA in a folder, of below also those in the folders below.
func cudaIn(dir string, below bool) ([]string, error) {
	return filesIn(dir, below, func(path string) (bool, error) {
		return slices.Contains([]string{".cu", ".cuh", ".h"}, filepath.Ext(path)), nil
	})
}
