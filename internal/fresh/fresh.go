// Package fresh says what the header of an emitted file generates today. The command and the
// analyzer share it: both compare files on disk with that.
package fresh

import (
	"bytes"
	"fmt"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/operator"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/verify"
)

// Comparison is an emitted file beside what its header generates. Both texts have line ends of \n.
type Comparison struct {
	Path      string
	Got, Want []byte
}

// Compare compares the content of the file at path with what its first line generates. Line ends
// of \r\n are taken as \n.
func Compare(path string, src []byte) (Comparison, error) {
	src = bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n"))
	want, err := Generated(path, src)
	return Comparison{path, src, want}, err
}

// Fresh reports whether the file is what its header generates.
func (c Comparison) Fresh() bool { return bytes.Equal(c.Got, c.Want) }

// Command is the command of the header, without its program: the flags of a spec, or -config FILE.
func (c Comparison) Command() string {
	first, _, _ := bytes.Cut(c.Got, []byte("\n"))
	return strings.TrimSuffix(strings.TrimPrefix(string(first), spec.HeaderPrefix), "; DO NOT EDIT.")
}

// FirstDifference is the number, from 1, of the first line that differs, and says how. The number
// is 0 if none does.
func (c Comparison) FirstDifference() (int, string) {
	g, w := strings.Split(string(c.Got), "\n"), strings.Split(string(c.Want), "\n")
	for i := range max(len(g), len(w)) {
		switch {
		case i >= len(g):
			return i + 1, fmt.Sprintf("line %d is missing: %q", i+1, w[i])
		case i >= len(w):
			return i + 1, fmt.Sprintf("line %d is not generated: %q", i+1, g[i])
		case g[i] != w[i]:
			return i + 1, fmt.Sprintf("line %d: got %q, generated is %q", i+1, g[i], w[i])
		}
	}
	return 0, "in no line"
}

// Diff is a unified diff that makes the file what is generated; empty if it is.
func (c Comparison) Diff() string { return Diff(c.Path, c.Got, c.Want) }

// Diff is a unified diff from a file to what is generated: patch -p0 applies it.
func Diff(path string, got, want []byte) string {
	// The first line, diff A B, is no part of the format.
	_, unified, _ := bytes.Cut(diff.Diff(path, got, path, want), []byte("\n"))
	return string(unified)
}

// Generated is what the header of src generates. Operators and types of users are loaded from the
// folder of path.
func Generated(path string, src []byte) ([]byte, error) {
	isGo := filepath.Ext(path) == gen.Go.Ending()
	if verify.IsBundle(src) && !isGo {
		b, _, err := spec.ParseBundle(string(src))
		if err != nil {
			return nil, err
		}
		return CUDABundle(b)
	}
	pkg := ""
	if isGo {
		f, err := parser.ParseFile(token.NewFileSet(), path, src, parser.PackageClauseOnly)
		if err != nil {
			return nil, err
		}
		pkg = f.Name.Name
	}
	if verify.IsBundle(src) {
		b, err := spec.ParseGoBundle(string(src))
		if err != nil {
			return nil, fmt.Errorf("line %w", err)
		}
		return GoBundle(b, pkg)
	}
	first, _, _ := bytes.Cut(src, []byte("\n"))
	s, err := spec.ParseHeader(string(first))
	if err != nil {
		return nil, err
	}
	dir := filepath.Dir(path)
	if s, _, err = operator.Resolve(s, dir, dir, false); err != nil {
		return nil, err
	}
	if !isGo {
		return Printed(s, gen.CUDA.Ending(), "")
	}
	return Printed(s, gen.Go.Ending(), pkg)
}

// Printed is the generator's file of an ending, such as .go, for a resolved spec.
func Printed(s spec.Spec, ending, pkg string) ([]byte, error) {
	for _, l := range gen.Langs() {
		if l.Ending() != ending {
			continue
		}
		o, err := Options(s, pkg, []gen.Lang{l})
		if err != nil {
			return nil, err
		}
		files, err := gen.Generate(s, o)
		if err != nil {
			return nil, err
		}
		return files[s.FileName()+ending], nil
	}
	return nil, fmt.Errorf("nothing is printed in files that end in %s", ending)
}

// Options are those of the generator for a resolved spec: the functions of users that it names.
func Options(s spec.Spec, pkg string, langs []gen.Lang) (gen.Options, error) {
	o := gen.Options{Package: pkg, Langs: langs}
	loaded, err := operator.Loaded(s)
	for _, fn := range loaded {
		of := gen.Operator{Package: fn.Pkg, Func: fn.Fn}
		switch fn.Flag {
		case "map":
			o.Map = of
		case "f":
			o.Applied = of
		default:
			o.Operator = of
		}
	}
	return o, err
}
