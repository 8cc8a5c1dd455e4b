package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/gen/files"
)

// request is a command line that generates.
type request struct {
	spec  shflgen.Spec
	langs string
	pkg   string
	out   string
	check bool
	given map[string]bool
}

// generate is the command without a verb: flags → spec → files → their place.
func generate(args []string, out io.Writer) error {
	r, err := parseRequest(args)
	if errors.Is(err, flag.ErrHelp) {
		_, err = io.WriteString(out, usage())
		return err
	}
	if err != nil {
		return err
	}
	langs, dir, err := r.place()
	if err != nil {
		return err
	}
	opt := gen.Options{Langs: langs}
	if opt.Package, err = packageName(r.pkg, dir); err != nil {
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
		path := filepath.Join(dir, name)
		if isFile(r.out) {
			path = r.out
		}
		placed[path] = src
	}
	if r.check {
		return checkFresh(placed, args)
	}
	var found []error
	for _, err := range flatten(files.Write(placed)) {
		if err != nil {
			found = append(found, fmt.Errorf("-o %s: %w", r.out, err))
		}
	}
	return errors.Join(found...)
}

// checkFresh fails with a line for each file that generating would change.
func checkFresh(placed map[string][]byte, args []string) error {
	stale, err := files.Stale(placed)
	if err != nil {
		return err
	}
	args = slices.DeleteFunc(slices.Clone(args), func(a string) bool { return a == "-check" || a == "--check" })
	var found []error
	for _, path := range stale {
		found = append(found, fmt.Errorf("%s is missing or stale; run: shflgen %s", path, strings.Join(args, " ")))
	}
	return errors.Join(found...)
}

// parseRequest reads the flags. Its error joins every mistake.
func parseRequest(args []string) (request, error) {
	r := request{spec: shflgen.NewSpec(0), given: map[string]bool{}}
	var found []error
	wrongFlag := map[string]bool{}
	fs := flag.NewFlagSet("shflgen", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	r.spec.Bind(fs, func(m shflgen.Mistake) {
		found = append(found, m)
		wrongFlag[m.Flag] = true
	})
	fs.StringVar(&r.langs, "lang", "go,cuda", "")
	fs.StringVar(&r.pkg, "pkg", "", "")
	fs.StringVar(&r.out, "o", ".", "")
	fs.BoolVar(&r.check, "check", false, "")
	for {
		err := fs.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			return r, err
		}
		rest := fs.Args()
		switch {
		case err != nil: // an unknown flag, or one without its value: go on behind it
			found = append(found, usageError(err.Error()+"; see shflgen -h"))
			if len(rest) > 0 && !strings.HasPrefix(rest[0], "-") {
				rest = rest[1:]
			}
		case len(rest) > 0:
			found = append(found, usageError(fmt.Sprintf("unexpected argument %q: want flags, or the verb prove or list first", rest[0])))
			rest = rest[1:]
		}
		if args = rest; len(args) == 0 {
			break
		}
	}
	fs.Visit(func(f *flag.Flag) { r.given[f.Name] = true })
	r.spec.Settle(func(flag string) bool { return r.given[flag] })
	if !r.given["pattern"] {
		found = append(found, usageError("-pattern is missing: want one of the patterns of shflgen list"))
	} else if !wrongFlag["pattern"] {
		for _, err := range flatten(r.spec.Validate()) {
			var m shflgen.Mistake
			if errors.As(err, &m) && (wrongFlag[m.Flag] || m.Flag == "op" && wrongFlag["type"]) {
				continue // said already, or not to be known yet
			}
			if err != nil {
				found = append(found, err)
			}
		}
	}
	if d := r.spec.Pattern.Distance(); d != shflgen.NoParam && !wrongFlag["pattern"] && r.given["pattern"] && !r.given[d.Flag()] {
		found = append(found, usageError(fmt.Sprintf("-%s is missing: %s moves by it", d.Flag(), r.spec.Pattern)))
	}
	return r, errors.Join(found...)
}

// isFile reports whether -o names a file rather than a folder.
func isFile(out string) bool { return endingLang(out) >= 0 }

// endingLang is the language that a path's ending tells, or -1.
func endingLang(path string) gen.Lang {
	for _, l := range gen.Langs() {
		if strings.HasSuffix(path, l.Ending()) {
			return l
		}
	}
	return noLang
}

const noLang gen.Lang = -1

// place settles which languages are wanted, and the folder they go to.
func (r request) place() (langs []gen.Lang, dir string, err error) {
	var found []error
	for _, name := range strings.Split(r.langs, ",") {
		i := slices.IndexFunc(gen.Langs(), func(l gen.Lang) bool { return l.String() == name })
		switch {
		case i < 0:
			found = append(found, shflgen.Mistake{Flag: "lang", Value: r.langs, Want: "want go, cuda, or go,cuda"})
		case slices.Contains(langs, gen.Lang(i)):
			found = append(found, shflgen.Mistake{Flag: "lang", Value: r.langs, Want: "want each language once"})
		default:
			langs = append(langs, gen.Lang(i))
		}
	}
	switch {
	case r.out == "-":
		if len(langs) != 1 {
			found = append(found, shflgen.Mistake{Flag: "o", Value: "-", Want: "prints one language; add -lang go or -lang cuda"})
		}
		if r.check {
			found = append(found, shflgen.Mistake{Flag: "check", Value: "true", Want: "compares files, so it wants an -o that is no -"})
		}
		dir = "."
	case isFile(r.out):
		l := endingLang(r.out)
		switch {
		case !r.given["lang"]:
			langs = []gen.Lang{l}
		case len(langs) != 1 || langs[0] != l:
			found = append(found, shflgen.Mistake{Flag: "o", Value: r.out, Want: fmt.Sprintf("ends as a file of -lang %s, not of -lang %s", l, r.langs)})
		}
		dir = filepath.Dir(r.out)
	default:
		dir = r.out
	}
	if err := errors.Join(found...); err != nil {
		return nil, "", err
	}
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, "", fmt.Errorf("-o %s: there is no folder %s; make it first", r.out, dir)
	case err != nil:
		return nil, "", fmt.Errorf("-o %s: %w", r.out, err)
	case !info.IsDir():
		return nil, "", shflgen.Mistake{Flag: "o", Value: r.out, Want: "want a folder, a file that ends in .go or .cu, or -"}
	}
	return langs, dir, nil
}
