package main

import (
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/shflgen/shflgen/dist"
	"github.com/shflgen/shflgen/spec"
)

// readyHeader is a ready header and its functions.
type readyHeader struct {
	name, namespace string
	specs           []spec.Spec
}

// readyHeaders are the headers of dist, as their configurations say.
var readyHeaders = sync.OnceValues(func() (all []readyHeader, err error) {
	names, err := fs.Glob(dist.Configs, "*.yaml")
	for _, name := range names {
		text, err := dist.Configs.ReadFile(name)
		if err != nil {
			return nil, err
		}
		var doc yaml.Node
		if err := yaml.Unmarshal(text, &doc); err != nil {
			return nil, err
		}
		var found []error
		c := config{path: "dist/" + name}
		for key, value := range c.pairs(doc.Content[0], topKeys, &found) {
			switch key.Value {
			case "cuda":
				c.CUDA = value.Value
			case "namespace":
				c.Namespace = value.Value
			case "functions":
				for _, entry := range value.Content {
					c.functions = append(c.functions, function{c.settings(entry, specFlags(), &found), entry})
				}
			}
		}
		specs, err := c.specs()
		if err != nil {
			return nil, err
		}
		all = append(all, readyHeader{c.CUDA, c.Namespace, specs})
	}
	return all, err
})

// readyFunction is the call of a ready header that computes a spec; "" if there is none.
func readyFunction(s spec.Spec) string {
	headers, err := readyHeaders()
	if err != nil {
		return ""
	}
	for _, h := range headers {
		s.Namespace = ""
		if slices.Contains(h.specs, s) {
			return fmt.Sprintf("%s of dist/%s", h.call(s), h.name)
		}
	}
	return ""
}

// call names the overload of s, or its function, which is global.
func (h readyHeader) call(s spec.Spec) string {
	name := s.OverloadName()
	switch {
	case name == "":
		return s.FileName()
	case s.Block().Threads > 0:
		return fmt.Sprintf("%s::%s<%d>", h.namespace, name, s.Block().Threads)
	case s.Width < s.Warp():
		return fmt.Sprintf("%s::%s<%d>", h.namespace, name, s.Width)
	}
	return h.namespace + "::" + name
}
