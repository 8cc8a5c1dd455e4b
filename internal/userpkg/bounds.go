//go:build !js

package userpkg

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/tools/go/packages"
)

// maxSource bounds the Go source of a user's package in bytes. Its types take 100 times the memory.
const maxSource = 4 << 20

// loadTime bounds loading. The go command may have to run cgo first.
const loadTime = 30 * time.Second

// loadWithin loads packages, or gives up: go/types takes years of 40 structs, each of two of the one
// before, and cannot be stopped. It goes on until the process ends, which should be soon after the error.
func loadWithin(limit time.Duration, config packages.Config, patterns ...string) ([]*packages.Package, error) {
	ctx, stop := context.WithTimeout(context.Background(), limit)
	defer stop()
	config.Context = ctx
	type result struct {
		found []*packages.Package
		err   error
	}
	done := make(chan result, 1)
	go func() {
		found, err := packages.Load(&config, patterns...)
		done <- result{found, err}
	}()
	select {
	case r := <-done:
		if ctx.Err() == nil {
			return r.found, r.err
		}
	case <-ctx.Done(): // a go command that is killed fails with any message
	}
	return nil, fmt.Errorf("loading takes more than %v; want a smaller package", limit)
}

// bounded rejects a package's folder that is costly to load, before the go command reads it.
func bounded(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil // the go command says so
	}
	var size int64
	var files []string
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".go" {
			continue
		}
		path := filepath.Join(dir, e.Name())
		info, err := os.Stat(path)
		switch {
		case err != nil || info.IsDir():
			continue
		case !info.Mode().IsRegular(): // to open a pipe is to wait
			return fmt.Errorf("%s: no regular file; want Go source", path)
		case !strings.HasSuffix(path, "_test.go"):
			size += info.Size()
			files = append(files, path)
		}
	}
	if size > maxSource {
		return fmt.Errorf("%s has %d bytes of Go source; want at most %d: a package of its own", dir, size, maxSource)
	}
	return fewParts(files)
}
