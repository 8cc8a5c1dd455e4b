package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
)

// expand replaces folders among the paths by files in them: for DIR those of the folder, for DIR/... also those of
// every folder below. Which these are, in says; none names them where there are none.
func expand(paths []string, in func(dir string, below bool) ([]string, error), none string) (files []string,
	found []error) {
	for _, path := range paths {
		dir, below := strings.CutSuffix(path, "...")
		if dir = strings.TrimSuffix(dir, "/"); dir == "" {
			dir = "."
		}
		info, err := os.Stat(dir)
		switch {
		case !below && (err != nil || !info.IsDir()):
			files = append(files, path)
			continue
		case err != nil:
			found = append(found, err)
			continue
		}
		inside, err := in(dir, below)
		switch {
		case err != nil:
			found = append(found, err)
		case len(inside) == 0:
			found = append(found, fmt.Errorf("%s: no file %s", path, none))
		}
		files = append(files, inside...)
	}
	return files, found
}

// writtenHere names the files of [emittedIn].
const writtenHere = "that shflgen has written"

// emittedIn lists the files below a folder that start with shflgen's header.
func emittedIn(dir string, below bool) ([]string, error) {
	return filesIn(dir, below, func(path string) (bool, error) {
		if filepath.Ext(path) != ".go" && endingLang(path) != gen.CUDA {
			return false, nil
		}
		return hasHeader(path)
	})
}

// filesIn lists those files in a folder that are taken, of below also those in the folders below.
func filesIn(dir string, below bool, take func(path string) (bool, error)) ([]string, error) {
	var all []string
	root := dir
	if info, err := os.Lstat(dir); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		root += string(filepath.Separator) // the folder that the link leads to; links below are not followed
	}
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() {
			skip := strings.HasPrefix(e.Name(), ".") || strings.HasPrefix(e.Name(), "_") || e.Name() == "testdata" ||
				e.Name() == "vendor"
			if path != root && (!below || skip) {
				return fs.SkipDir
			}
			return nil
		}
		if !e.Type().IsRegular() {
			return nil
		}
		taken, err := take(path)
		if taken {
			all = append(all, path)
		}
		return err
	})
	slices.Sort(all)
	return all, err
}

// hasHeader reports whether a file starts like shflgen's files. A file with an invalid header
// counts, so that it is rejected and not skipped.
func hasHeader(path string) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	start := make([]byte, len(spec.HeaderPrefix))
	n, _ := f.Read(start)
	return string(start[:n]) == spec.HeaderPrefix, nil
}
