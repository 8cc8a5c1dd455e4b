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

// expand replaces folders among the paths by the emitted files in them: for DIR the files of
// the folder, for DIR/... also the files of every folder below.
func expand(paths []string, s bool) (files []string, found []error) {
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
		case s:
			found = append(found, usageError(fmt.Sprintf("prove: %s is a folder; -spec goes with files", path)))
			continue
		}
		emitted, err := emittedIn(dir, below)
		if err != nil {
			found = append(found, err)
			continue
		}
		if len(emitted) == 0 {
			found = append(found, fmt.Errorf("%s: no file that shflgen has written", path))
		}
		files = append(files, emitted...)
	}
	return files, found
}

// emittedIn lists the files below a folder that start with shflgen's header.
func emittedIn(dir string, below bool) ([]string, error) {
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
		if ending := filepath.Ext(path); !e.Type().IsRegular() || ending != ".go" && endingLang(path) != gen.CUDA {
			return nil
		}
		emitted, err := hasHeader(path)
		if emitted {
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
