package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
)

// isFile reports whether -o names a file rather than a folder.
func isFile(out string) bool { return endingLang(out) >= 0 }

// headerEnding is the other ending of an emitted CUDA file, which may be named by -o.
const headerEnding = ".cuh"

// endingLang is the language of a path's ending, or -1.
func endingLang(path string) gen.Lang {
	if strings.HasSuffix(path, headerEnding) {
		return gen.CUDA
	}
	for _, l := range gen.Langs() {
		if strings.HasSuffix(path, l.Ending()) {
			return l
		}
	}
	return noLang
}

const noLang gen.Lang = -1

// place sets the languages and the folder of the files.
func (r request) place() (langs []gen.Lang, dir string, err error) {
	var found []error
	for _, name := range strings.Split(r.langs, ",") {
		i := slices.IndexFunc(gen.Langs(), func(l gen.Lang) bool { return l.String() == name })
		switch {
		case i < 0:
			found = append(found, spec.FlagError{Flag: "lang", Value: r.langs, Want: "want go, cuda, or go,cuda"})
		case slices.Contains(langs, gen.Lang(i)):
			found = append(found, spec.FlagError{Flag: "lang", Value: r.langs, Want: "want each language once"})
		default:
			langs = append(langs, gen.Lang(i))
		}
	}
	switch {
	case r.out == "-":
		if len(langs) != 1 {
			found = append(found, spec.FlagError{Flag: "o", Value: "-", Want: "prints one language; add -lang go or -lang cuda"})
		}
		if r.check {
			found = append(found, spec.FlagError{Flag: "check", Value: "true",
				Want: "compares files, so it wants an -o that is no -"})
		}
		dir = "."
	case r.out == "":
		found = append(found, wrongPlace(r.out))
	case isFile(r.out):
		l := endingLang(r.out)
		switch {
		case filepath.Base(r.out) == filepath.Ext(r.out):
			found = append(found, spec.FlagError{Flag: "o", Value: r.out, Want: "want a name before its ending"})
		case !r.given["lang"]:
			langs = []gen.Lang{l}
		case len(langs) != 1 || langs[0] != l:
			found = append(found, spec.FlagError{Flag: "o", Value: r.out,
				Want: fmt.Sprintf("ends as a file of -lang %s, not of -lang %s", l, r.langs)})
		}
		dir = filepath.Dir(r.out)
	default:
		dir = r.out
	}
	if dir != "" {
		info, err := os.Stat(dir)
		switch {
		case errors.Is(err, os.ErrNotExist) && (dir != r.out || filepath.Ext(dir) == ""): // write makes it
		case errors.Is(err, os.ErrNotExist):
			found = append(found, wrongPlace(r.out))
		case err != nil:
			found = append(found, fmt.Errorf("-o %s: %w", r.out, err))
		case !info.IsDir():
			found = append(found, wrongPlace(r.out))
		}
	}
	return langs, dir, errors.Join(found...)
}

func wrongPlace(out string) error {
	return spec.FlagError{Flag: "o", Value: out, Want: "want a folder, a file that ends in .go, .cu or .cuh, or -"}
}
