package main

import (
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/verify"
)

// defaultsFile is the file of a project's defaults: those of prove, audit and serve stand below its key prove.
const defaultsFile = "shflgen.yaml"

// Keys of the defaults. They say what is promised, and for which builds: a file that comes with somebody's code starts
// no program and names no folder.
var (
	buildKeys    = []string{"D", "U", "arch", "compiler", "lengths", "timeout"}
	contractKeys = []string{"block-shape", "calls", "masks", "ties", "values"}
)

// project holds the flags that a project gives where a command line gives none.
type project struct {
	config
	all []setting
}

// currentProject are those of the current folder, or of one above it in the same repository or module.
func currentProject() (project, error) {
	dir, err := os.Getwd()
	if err != nil {
		return project{}, nil
	}
	for above := dir; ; above = filepath.Dir(above) {
		path := filepath.Join(above, defaultsFile)
		if _, err := os.Lstat(path); err == nil && (above == dir || rooted(above)) {
			if shown, err := filepath.Rel(dir, path); err == nil {
				path = shown
			}
			return readDefaults(path)
		}
		if isRoot(above) || above == filepath.Dir(above) {
			return project{}, nil
		}
	}
}

// isRoot reports whether a folder is the uppermost one of a repository or a module.
func isRoot(dir string) bool {
	return slices.ContainsFunc([]string{".git", "go.mod"}, func(name string) bool {
		_, err := os.Lstat(filepath.Join(dir, name))
		return err == nil
	})
}

// rooted reports whether a folder, or one above it, is a root.
func rooted(above string) bool {
	for ; ; above = filepath.Dir(above) {
		if isRoot(above) {
			return true
		}
		if above == filepath.Dir(above) {
			return false
		}
	}
}

// readDefaults reads a file of defaults. A file without the key prove has none.
func readDefaults(path string) (d project, err error) {
	d.path = path
	doc, err := document(path)
	if errors.Is(err, fs.ErrNotExist) {
		return d, nil
	} else if err != nil {
		return d, err
	}
	var found []error
	for i := 0; doc.Kind == yaml.MappingNode && i+1 < len(doc.Content); i += 2 { // other keys are for -config
		if doc.Content[i].Value == proveKey {
			d.all = d.proveSettings(doc.Content[i+1], &found)
		}
	}
	return d, d.few(found)
}

// proveKey is the key of the defaults.
const proveKey = "prove"

// proveSettings are the flags below the key.
func (c config) proveSettings(node *yaml.Node, found *[]error) []setting {
	all := c.settings(node, slices.Sorted(slices.Values(slices.Concat(buildKeys, contractKeys))), found)
	for i, s := range all {
		if s.flag != "D" && s.flag != "U" {
			all[i].values = []string{strings.Join(s.values, ",")}
		}
	}
	return all
}

// apply gives a command line the flags that it has not and that fits allows. It returns them as they count for a
// verdict.
func (d project) apply(to *flag.FlagSet, fits func(name string) bool) (given []string, err error) {
	set := map[string]bool{}
	to.Visit(func(f *flag.Flag) { set[f.Name] = true })
	for _, s := range d.all {
		f := to.Lookup(s.flag)
		if f == nil || set[s.flag] || !fits(s.flag) {
			continue
		}
		for _, v := range s.values {
			if err := f.Value.Set(v); err != nil { // not to.Set, by which it would be one of the command line
				return given, d.wrong(s.at, "%s: %v", s.flag, err)
			}
			if s.flag != "timeout" {
				given = append(given, s.flag+"="+v)
			}
		}
	}
	return given, nil
}

// takeDefaults reads the spec, and gives the command line the defaults that fit it.
func (a *asked) takeDefaults(to *flag.FlagSet, read func() (project, error)) error {
	if err := a.parseSpec(a.spec); err != nil {
		return err
	}
	d, err := read()
	if err != nil {
		return err
	}
	given, err := d.apply(to, a.fitsOwn(a.Spec))
	a.given = append(a.given, given...)
	return err
}

// fitsOwn reports whether a default is for a proof of a function of one's own that computes s, or for any proof.
func (a *asked) fitsOwn(s *spec.Spec) func(name string) bool {
	return func(name string) bool {
		switch {
		case slices.Contains(buildKeys, name):
			return true
		case s == nil:
			return false
		case name == "values": // scripts are for every value and mask
			return a.Values.OfSpec(*s) && a.scripts == ""
		case name == "masks":
			return a.Masks.OfSpec(*s) && a.scripts == ""
		case name == "ties":
			return verify.OfTies(*s) && a.scripts == ""
		}
		level := s.Shape().Level
		return level == spec.BlockLevel || name == "calls" && s.Shape().Memory
	}
}
