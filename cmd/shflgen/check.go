package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/operator"
	"github.com/shflgen/shflgen/verify"
)

// check is the verb check: it compares emitted files with what their headers generate today.
func check(args []string, out io.Writer) error {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return usageError("check: want emitted files, folders, or ./...")
	}
	paths, found := expand(args, false)
	wrong := make([]error, len(paths))
	var workers sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, path := range paths {
		workers.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			wrong[i] = checkFile(path)
		})
	}
	workers.Wait()
	fresh := 0
	for _, err := range wrong {
		if err == nil {
			fresh++
		}
	}
	if err := errors.Join(append(found, wrong...)...); err != nil {
		return errors.Join(err, fmt.Errorf("%d up to date, %d not", fresh, len(paths)-fresh))
	}
	_, err := fmt.Fprintf(out, "%d up to date\n", fresh)
	return err
}

// checkFile is an error if a file is not what its header generates.
func checkFile(path string) error {
	subject, err := verify.ReadSubject(path)
	if err != nil {
		return err
	}
	src := bytes.ReplaceAll(subject.Src, []byte("\r\n"), []byte("\n"))
	want, err := regenerated(path, src)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if bytes.Equal(src, want) {
		return nil
	}
	first, _, _ := bytes.Cut(src, []byte("\n"))
	command := strings.TrimSuffix(strings.TrimPrefix(string(first), shflgen.HeaderPrefix), "; DO NOT EDIT.")
	return fmt.Errorf("%s: edited or stale, %s; made by: shflgen %s", path, firstDifference(src, want), command)
}

// regenerated is what the header of a file generates.
func regenerated(path string, src []byte) ([]byte, error) {
	if verify.IsBundle(src) {
		b, _, err := shflgen.ParseBundle(string(src))
		if err != nil {
			return nil, err
		}
		return gen.Bundle(b, func(s shflgen.Spec) ([]byte, error) { return printed(s, gen.CUDA.Ending(), "") })
	}
	first, _, _ := bytes.Cut(src, []byte("\n"))
	s, err := shflgen.ParseHeader(string(first))
	if err != nil {
		return nil, err
	}
	dir := filepath.Dir(path)
	if s, _, err = operator.Resolve(s, dir, dir, false); err != nil {
		return nil, err
	}
	if endingLang(path) == gen.CUDA {
		return printed(s, gen.CUDA.Ending(), "")
	}
	f, err := parser.ParseFile(token.NewFileSet(), path, src, parser.PackageClauseOnly)
	if err != nil {
		return nil, err
	}
	return printed(s, gen.Go.Ending(), f.Name.Name)
}

// firstDifference names the first line in which a file differs from what is generated.
func firstDifference(got, want []byte) string {
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(g), len(w)) {
		switch {
		case i >= len(g):
			return fmt.Sprintf("line %d is missing: %q", i+1, w[i])
		case i >= len(w):
			return fmt.Sprintf("line %d is not generated: %q", i+1, g[i])
		case g[i] != w[i]:
			return fmt.Sprintf("line %d: got %q, generated is %q", i+1, g[i], w[i])
		}
	}
	return "in no line"
}
