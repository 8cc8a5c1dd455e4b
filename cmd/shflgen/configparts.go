package main

import (
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
)

// beside reads the configurations that a key of c lists: files in its folder, which make a header and have no parts.
func (c config) beside(key, value *yaml.Node, found *[]error) (all []config) {
	if c.listed {
		*found = append(*found, c.wrong(key, "%s of a configuration that another one lists; list them there", key.Value))
		return nil
	}
	if value.Kind != yaml.SequenceNode || len(value.Content) == 0 {
		*found = append(*found, c.wrong(value, "want a list of configurations"))
		return nil
	}
	for _, entry := range value.Content {
		name := entry.Value
		if name != filepath.Base(name) || name == filepath.Base(c.path) {
			*found = append(*found, c.wrong(entry, "%q: want the name of another configuration in the same folder", name))
			continue
		}
		of, err := config{path: c.dir(name), listed: true}.read()
		switch {
		case err != nil:
			*found = append(*found, err)
		case !strings.HasSuffix(of.CUDA, ".cuh"):
			*found = append(*found, c.wrong(entry, "%s makes no header; want one with cuda: FILE.cuh", name))
		default:
			all = append(all, of)
		}
	}
	return all
}

// elsewhere are the overloads of the configurations that c lists as others, but for those of a name in b.
func (c config) elsewhere(b spec.Bundle) (all []spec.Elsewhere, err error) {
	own, err := gen.Calls(b)
	if err != nil || b.Namespace == "" {
		return nil, err
	}
	seen := map[string]bool{}
	for _, call := range own {
		seen[spec.Elsewhere{Call: call}.Name()] = true
	}
	for _, other := range c.others {
		specs, err := other.specs()
		if err != nil {
			return nil, err
		}
		calls, err := gen.Calls(spec.Bundle{Specs: specs})
		if err != nil {
			return nil, err
		}
		for _, call := range calls {
			e := spec.Elsewhere{Call: call, Header: filepath.Base(other.CUDA)}
			if !seen[e.Name()] {
				seen[e.Name()], all = true, append(all, e)
			}
		}
	}
	return all, nil
}
