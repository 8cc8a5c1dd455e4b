package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"go.yaml.in/yaml/v3"
)

// Bounds of a configuration. It may come with code that somebody else wrote, so reading it costs
// little whatever it holds.
const (
	maxConfig    = 1 << 20 // bytes
	maxFunctions = 10_000  // that it makes
	maxErrors    = 20      // that are printed
)

// document is the YAML of a configuration: a regular file, read as a whole or not at all.
func document(path string) (*yaml.Node, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, fmt.Errorf("-config: %w", err)
	case info.IsDir():
		return nil, usageError(path + ": -config: is a folder; want a YAML file")
	case !info.Mode().IsRegular():
		return nil, usageError(path + ": -config: is no regular file; want a YAML file")
	case info.Size() > maxConfig:
		return nil, usageError(fmt.Sprintf("%s: -config: has %d bytes; want at most %d", path, info.Size(), maxConfig))
	}
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("-config: %w", err)
	}
	var doc yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(src))
	switch err := dec.Decode(&doc); {
	case err == io.EOF:
		return nil, usageError(path + ": is empty; want functions, a list, and cuda or go, where they go")
	case err != nil:
		return nil, usageError(fmt.Sprintf("%s: %v", path, err))
	}
	if err := dec.Decode(new(yaml.Node)); err != io.EOF {
		return nil, usageError(path + ": want one document")
	}
	return doc.Content[0], nil
}

// few joins errors: one wrong value of a long list says enough.
func (c config) few(found []error) error {
	if more := len(found) - maxErrors; more > 0 {
		found = append(found[:maxErrors:maxErrors], usageError(fmt.Sprintf("%s: and %d more errors", c.path, more)))
	}
	return errors.Join(found...)
}

// below rejects an output that lies outside of the configuration's folder, also by way of a link.
func (c config) below(at *yaml.Node, path string) error {
	if !filepath.IsLocal(filepath.FromSlash(path)) {
		return c.wrong(at, "%s leads out of the configuration's folder; want a path below it, without ..", path)
	}
	dir := c.dir(path)
	if isFile(path) {
		if _, err := os.Lstat(dir); err != nil && !errors.Is(err, os.ErrNotExist) {
			return c.wrong(at, "%s: %v", path, err)
		}
		dir = filepath.Dir(dir)
	}
	root, err := realFolder(filepath.Dir(c.path))
	if err != nil {
		return c.wrong(at, "%s: %v", path, err)
	}
	real, err := realFolder(dir)
	for errors.Is(err, os.ErrNotExist) { // folders that are made when files are written
		dir = filepath.Dir(dir)
		real, err = realFolder(dir)
	}
	if err != nil {
		return c.wrong(at, "%s: %v", path, err)
	}
	if rel, err := filepath.Rel(root, real); err != nil || !filepath.IsLocal(rel) {
		return c.wrong(at, "%s leads out of the configuration's folder by a link, to %s; want a path below it", path, real)
	}
	if info, err := os.Stat(real); err != nil || !info.IsDir() {
		return c.wrong(at, "%s is no folder; want a folder, or a file that ends in .cuh", dir)
	}
	return nil
}
