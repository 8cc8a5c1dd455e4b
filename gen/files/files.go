// Package files places emitted files in a folder: all of them or none, and
// never over a file that shflgen did not write.
package files

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"github.com/shflgen/shflgen"
)

// Foreign is the error of a target that shflgen may not overwrite.
type Foreign struct{ Path, Why string }

// Error says which file, and what to do.
func (f *Foreign) Error() string {
	return fmt.Sprintf("%s: %s; move it, or choose another -o or -name", f.Path, f.Why)
}

// Guard returns nil if every file may be written to its path: there is none, or
// one that starts with shflgen's header. The error joins a [*Foreign] for each
// other, and what went wrong reading.
func Guard(files map[string][]byte) error {
	var found []error
	for _, path := range slices.Sorted(maps.Keys(files)) {
		info, err := os.Lstat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			found = append(found, err)
			continue
		case !info.Mode().IsRegular():
			found = append(found, &Foreign{path, "is no regular file"})
			continue
		}
		old, err := os.ReadFile(path)
		switch {
		case err != nil:
			found = append(found, err)
		case !bytes.HasPrefix(old, []byte(shflgen.HeaderPrefix)):
			found = append(found, &Foreign{path, "was not written by shflgen"})
		}
	}
	return errors.Join(found...)
}

// Write writes each file whole: first all beside their targets, then, with all
// on disk, by renaming. If a rename fails, those before it are undone.
func Write(files map[string][]byte) (err error) {
	if err := Guard(files); err != nil {
		return err
	}
	paths := slices.Sorted(maps.Keys(files))
	temporary := map[string]string{}
	defer func() {
		for _, t := range temporary {
			os.Remove(t)
		}
	}()
	for _, path := range paths {
		if temporary[path], err = writeBeside(path, files[path]); err != nil {
			return err
		}
	}
	old := map[string][]byte{}
	for i, path := range paths {
		if old[path], err = os.ReadFile(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return errors.Join(err, undo(paths[:i], old))
		}
		if err := os.Rename(temporary[path], path); err != nil {
			return errors.Join(err, undo(paths[:i], old))
		}
		delete(temporary, path)
	}
	return nil
}

// undo puts back what was at paths; nil bytes mean that nothing was.
func undo(paths []string, old map[string][]byte) error {
	var found []error
	for _, path := range paths {
		if old[path] == nil {
			found = append(found, os.Remove(path))
			continue
		}
		t, err := writeBeside(path, old[path])
		if err == nil {
			err = os.Rename(t, path)
		}
		found = append(found, err)
	}
	return errors.Join(found...)
}

// writeBeside writes a new file in path's folder, to disk, and gives its name.
// It has the permissions that a newly made file has.
func writeBeside(path string, data []byte) (name string, err error) {
	dir, base := filepath.Split(path)
	for range 100 {
		name = filepath.Join(dir, fmt.Sprintf(".%s.%08x", base, rand.Uint32()))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = f.Write(data)
		if err == nil {
			err = f.Sync()
		}
		if err = errors.Join(err, f.Close()); err != nil {
			os.Remove(name)
			return "", err
		}
		return name, nil
	}
	return "", fmt.Errorf("%s: no free name for a temporary file", dir)
}

// Stale lists, in order, the paths whose file is missing or differs.
func Stale(files map[string][]byte) ([]string, error) {
	var stale []string
	for _, path := range slices.Sorted(maps.Keys(files)) {
		have, err := os.ReadFile(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, err
		case bytes.Equal(have, files[path]):
			continue
		}
		stale = append(stale, path)
	}
	return stale, nil
}
