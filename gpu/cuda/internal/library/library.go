// Package library finds CUDA's libraries and headers, and opens the libraries at run time
// without cgo.
package library

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ebitengine/purego"
)

// Library is an open library.
type Library uintptr

// Bind sets variables to functions of the library. The map holds pointers to variables of
// function types, by the functions' C names.
func (l Library) Bind(functions map[string]any) error {
	for name, to := range functions {
		symbol, err := purego.Dlsym(uintptr(l), name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		purego.RegisterFunc(to, symbol)
	}
	return nil
}

// Open opens the first library that the system finds by name, or that lies in a usual folder. The
// error is the system's about the names.
func Open(names ...string) (Library, error) {
	var found []error
	for _, name := range names {
		paths := []string{name}
		for _, dir := range roots() {
			for _, sub := range subs {
				paths = append(paths, filepath.Join(dir, sub, name))
			}
		}
		for _, path := range paths {
			lib, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_GLOBAL)
			if err == nil {
				return Library(lib), nil
			}
			if path == name {
				found = append(found, err)
			}
		}
	}
	return 0, errors.Join(found...)
}

// Preload opens every library in a usual folder that matches a pattern, so that another
// library finds it by name.
func Preload(pattern string) {
	for _, dir := range roots() {
		for _, sub := range subs {
			files, _ := filepath.Glob(filepath.Join(dir, sub, pattern))
			for _, path := range files {
				purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_GLOBAL)
			}
		}
	}
}

// subs are the folders of a toolkit that hold libraries.
var subs = []string{"lib64", "lib", "targets/x86_64-linux/lib"}

// roots are the folders in which a CUDA toolkit may lie.
func roots() []string {
	dirs := []string{"/usr/local/cuda", "/usr/local/nvidia"}
	if home := os.Getenv("CUDA_HOME"); home != "" {
		dirs = append([]string{home}, dirs...)
	}
	for _, pattern := range []string{
		"/usr/local/cuda-*", "/usr/lib/python3*/*-packages/nvidia/*",
		"/opt/*/.venv/lib/python3*/site-packages/nvidia/*", "/usr/local/lib/python3*/*-packages/nvidia/*",
	} {
		more, _ := filepath.Glob(pattern)
		dirs = append(dirs, more...)
	}
	return dirs
}

// Includes are the folders that have the headers of the half types.
func Includes() []string {
	var dirs []string
	for _, root := range roots() {
		for _, sub := range []string{"include", "targets/x86_64-linux/include"} {
			dir := filepath.Join(root, sub)
			if _, err := os.Stat(filepath.Join(dir, "cuda_fp16.h")); err == nil {
				dirs = append(dirs, dir)
			}
		}
	}
	return dirs
}
