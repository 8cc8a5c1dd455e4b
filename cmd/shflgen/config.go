package main

import (
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/spelling"
	"github.com/shflgen/shflgen/spec"
)

// config is a file that lists functions and where they go.
type config struct {
	path      string
	Go        string // one Go file of all functions, or a folder of one file each
	CUDA      string // one header of all functions, or a folder of one file each
	Package   string
	Namespace string
	defaults  []setting
	functions []function
	parts     []config // configurations with functions that this one makes, too
	others    []config // configurations with headers that wrong calls name
	listed    bool     // by another configuration, as a part or one of the others
}

// setting is a flag with its values: each makes functions of its own.
type setting struct {
	flag   string
	values []string
	at     *yaml.Node
}

// function is one entry of the list.
type function struct {
	settings []setting
	at       *yaml.Node
}

// topKeys are the keys of a configuration.
var topKeys = []string{"cuda", "defaults", "functions", "go", "namespace", "others", "package", "parts", proveKey}

// readConfig reads a configuration. The error joins every error in it, each with its place.
func readConfig(path string) (config, error) { return config{path: path}.read() }

// read reads the configuration of c.path.
func (c config) read() (config, error) {
	doc, err := document(c.path)
	if err != nil {
		return c, err
	}
	var found []error
	for key, value := range c.pairs(doc, topKeys, &found) {
		switch key.Value {
		case "go":
			c.Go = c.place(value, &found)
		case "cuda":
			c.CUDA = c.place(value, &found)
		case "package":
			c.Package = c.text(value, &found)
		case "namespace":
			c.Namespace = c.text(value, &found)
		case proveKey:
			c.proveSettings(value, &found)
		case "defaults":
			c.defaults = c.settings(value, specFlags(), &found)
		case "parts":
			c.parts = c.beside(key, value, &found)
		case "others":
			if !c.listed {
				c.others = c.beside(key, value, &found)
			}
		case "functions":
			if value.Kind != yaml.SequenceNode || len(value.Content) == 0 {
				found = append(found, c.wrong(value, "want a list of functions"))
				continue
			}
			if len(value.Content) > maxFunctions {
				found = append(found, c.wrong(value, "more than %d functions", maxFunctions))
				continue
			}
			for _, entry := range value.Content {
				c.functions = append(c.functions, function{c.settings(entry, specFlags(), &found), entry})
			}
		}
	}
	if found == nil && c.functions == nil && c.parts == nil {
		found = append(found, c.wrong(doc, "functions is missing: want a list"))
	}
	switch {
	case found != nil:
	case c.Package != "" && c.Go == "":
		found = append(found, c.wrong(doc, "package: that of Go, and go is missing; leave it out, or want go too"))
	case c.Namespace != "" && c.CUDA == "":
		found = append(found, c.wrong(doc, "namespace: that of CUDA, and cuda is missing; leave it out, or want cuda too"))
	}
	if found == nil && c.Go == "" && c.CUDA == "" {
		found = append(found,
			c.wrong(doc, "want go, a folder or a file that ends in .go, or cuda, a folder or a file that ends in .cuh"))
	}
	return c, c.few(found)
}

// wrong is an error at a place.
func (c config) wrong(at *yaml.Node, format string, args ...any) error {
	return usageError(fmt.Sprintf("%s:%d:%d: %s", c.path, at.Line, at.Column, fmt.Sprintf(format, args...)))
}

// pairs are the pairs of a mapping with one of some keys.
func (c config) pairs(node *yaml.Node, keys []string, found *[]error) func(yield func(key, value *yaml.Node) bool) {
	return func(yield func(key, value *yaml.Node) bool) {
		if node.Kind != yaml.MappingNode {
			*found = append(*found, c.wrong(node, "want keys with values: %s", strings.Join(keys, ", ")))
			return
		}
		seen := map[string]bool{}
		for i := 0; i+1 < len(node.Content); i += 2 {
			key, value := node.Content[i], node.Content[i+1]
			switch {
			case !slices.Contains(keys, key.Value):
				want := "want one of " + strings.Join(keys, ", ")
				if meant := spelling.Suggestion(key.Value, keys, ""); meant != "" {
					want = strings.TrimPrefix(meant, "; ")
				}
				*found = append(*found, c.wrong(key, "unknown key %q; %s", key.Value, want))
			case seen[key.Value]:
				*found = append(*found, c.wrong(key, "%s is given twice", key.Value))
			case value.Kind == yaml.AliasNode:
				*found = append(*found, c.wrong(value, "an alias; write the value"))
			default:
				if seen[key.Value] = true; !yield(key, value) {
					return
				}
			}
		}
	}
}

// text is a value that is one string.
func (c config) text(value *yaml.Node, found *[]error) string {
	if value.Kind != yaml.ScalarNode || value.Tag == "!!null" || value.Value == "" {
		*found = append(*found, c.wrong(value, "want one value"))
	}
	return value.Value
}

// place is the path of an output.
func (c config) place(value *yaml.Node, found *[]error) string {
	before := len(*found)
	path := c.text(value, found)
	if len(*found) == before {
		if err := c.below(value, path); err != nil {
			*found = append(*found, err)
		}
	}
	return path
}

// settings are the flags of an entry, with one of some keys.
func (c config) settings(node *yaml.Node, keys []string, found *[]error) []setting {
	var all []setting
	for key, value := range c.pairs(node, keys, found) {
		s := setting{flag: key.Value, at: value}
		values := []*yaml.Node{value}
		if value.Kind == yaml.SequenceNode && key.Value != "perm" {
			if values = value.Content; len(values) == 0 {
				*found = append(*found, c.wrong(value, "want a value, or a list of some"))
			}
			if len(values) > maxFunctions {
				*found = append(*found, c.wrong(value, "more than %d functions", maxFunctions))
				continue
			}
		}
		for _, v := range values {
			text := c.text(v, found)
			if slices.Contains(s.values, text) {
				*found = append(*found, c.wrong(v, "%s is given twice", text))
			}
			s.values = append(s.values, text)
		}
		all = append(all, s)
	}
	return all
}

// specFlags are the flags of a spec, which are the keys of a function.
func specFlags() []string {
	var names []string
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	new(spec.Spec).Bind(fs, func(spec.FlagError) {})
	fs.VisitAll(func(f *flag.Flag) {
		if f.Name != "name" { // a function of several has the name of its flags
			names = append(names, f.Name)
		}
	})
	return names
}

// specs are the functions that the entries ask for: of lists, every combination.
func (c config) specs() ([]spec.Spec, error) {
	var all []spec.Spec
	var found []error
	for _, part := range c.parts {
		specs, err := part.specs()
		if err != nil {
			return nil, err
		}
		all = append(all, specs...)
	}
	for _, f := range c.functions {
		settings := slices.Clone(f.settings)
		for _, d := range c.defaults {
			if !slices.ContainsFunc(settings, func(s setting) bool { return s.flag == d.flag }) {
				settings = append(settings, d)
			}
		}
		count := 1
		for _, s := range settings {
			if count *= max(1, len(s.values)); count > maxFunctions {
				return nil, c.wrong(f.at, "more than %d functions", maxFunctions)
			}
		}
		if len(all)+count > maxFunctions {
			return nil, c.wrong(f.at, "more than %d functions", maxFunctions)
		}
		for n := range count {
			s, err := c.combination(f, settings, n)
			if err != nil {
				if found = append(found, err); len(found) == 20 { // one wrong value of a long list says enough
					return nil, errors.Join(found...)
				}
				continue
			}
			all = append(all, s)
		}
	}
	return all, errors.Join(found...)
}

// combination is the n-th of an entry's functions.
func (c config) combination(f function, settings []setting, n int) (spec.Spec, error) {
	var args []string
	at, given := map[string]*yaml.Node{}, map[string]string{}
	for i := range settings {
		s := settings[len(settings)-1-i] // the last list changes fastest
		given[s.flag] = s.values[n%len(s.values)]
		args = append(args, "-"+s.flag+"="+given[s.flag])
		n /= len(s.values)
		at[s.flag] = s.at
	}
	s, err := spec.ParseArgs(args)
	if err == nil {
		if err = unusedIn(c.langs(), s, given); err == nil {
			return s, nil
		}
	}
	var found []error
	for _, e := range flatten(err) {
		place := f.at
		var m spec.FlagError
		if errors.As(e, &m) && at[m.Flag] != nil {
			place = at[m.Flag]
		}
		found = append(found, c.wrong(place, "%v", e))
	}
	return s, errors.Join(found...)
}

// dir is a path of the configuration, which counts from its own folder.
func (c config) dir(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(c.path), path)
}

// langs are the languages that a configuration emits.
func (c config) langs() (all []gen.Lang) {
	if c.Go != "" {
		all = append(all, gen.Go)
	}
	if c.CUDA != "" {
		all = append(all, gen.CUDA)
	}
	return all
}
