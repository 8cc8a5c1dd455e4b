// Package files writes emitted files to a folder: all of them or none. It never overwrites a
// file that shflgen did not write or that has other flags in its header.
//
// A killed run leaves the files old or new together, or a journal from which the
// next run in the folder finishes or undoes the replacement. Runs in the same
// folder wait for each other.
package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// MaxSize is the largest size in bytes of a file that is read. Emitted files are far smaller.
const MaxSize = 64 << 20

// Foreign is the error of a target that shflgen may not overwrite.
type Foreign struct{ Path, Why string }

// Error names the file and the remedy.
func (f *Foreign) Error() string {
	return fmt.Sprintf("%s: %s; move it, or choose another -o or -name", f.Path, f.Why)
}

// Clash is the error of a target that shflgen made with other flags.
type Clash struct {
	Path     string
	Old, New string // commands
}

// Error names both commands and the remedy.
func (c *Clash) Error() string {
	return fmt.Sprintf("%s: was made by another command and would be lost: by `%s`, not by `%s`; "+
		"remove it first, or choose another -name or -o", c.Path, c.Old, c.New)
}

// found is the existing file of a target.
type found struct {
	info fs.FileInfo
	data []byte
}

// read reads a regular file of at most [MaxSize] bytes. It never waits, as opening a pipe would. Any other file is a
// [*Foreign] error.
func read(path string) (found, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return found{}, err
	}
	if err := readable(path, info); err != nil {
		return found{}, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY|openNoWait, 0)
	if err != nil {
		return found{}, err
	}
	defer f.Close()
	if info, err = f.Stat(); err != nil {
		return found{}, err
	}
	if err := readable(path, info); err != nil {
		return found{}, err // the path was replaced since
	}
	data, err := io.ReadAll(io.LimitReader(f, MaxSize+1))
	if err == nil && len(data) > MaxSize {
		err = &Foreign{path, "is larger than 64 MB, so shflgen did not write it"}
	}
	return found{info, data}, err
}

// Read returns the content of a regular file of at most [MaxSize] bytes. It never
// waits, as opening a pipe would.
func Read(path string) ([]byte, error) {
	have, err := read(path)
	return have.data, err
}

func readable(path string, info fs.FileInfo) error {
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return &Foreign{path, "is a symbolic link, which shflgen does not replace"}
	case info.IsDir():
		return &Foreign{path, "is a folder"}
	case !info.Mode().IsRegular():
		return &Foreign{path, "is no regular file"}
	case info.Size() > MaxSize:
		return &Foreign{path, "is larger than 64 MB, so shflgen did not write it"}
	}
	return nil
}

// Guard returns nil if [Write] may place every file. The error joins one error for
// each file that it may not place.
func Guard(dir string, files map[string][]byte, remake bool) error {
	_, err := guard(dir, files, remake)
	return err
}

// guard reads the file at each target. The error joins a [*Foreign] or [*Clash]
// for each file that may not be overwritten, and the read errors.
func guard(dir string, files map[string][]byte, remake bool) (map[string]found, error) {
	old := map[string]found{}
	var wrong []error
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(dir, name)
		have, err := read(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			wrong = append(wrong, err)
			continue
		case !bytes.HasPrefix(have.data, []byte(spec.HeaderPrefix)):
			wrong = append(wrong, &Foreign{path, "was not written by shflgen"})
			continue
		case have.info.Mode().Perm()&0o200 == 0:
			wrong = append(wrong, &Foreign{path, "is read-only"})
			continue
		}
		if was, is := firstLine(have.data), firstLine(files[name]); !remake && !sameSpec(was, is) {
			wrong = append(wrong, &Clash{path, command(was), command(is)})
		}
		old[name] = have
	}
	return old, errors.Join(wrong...)
}

// firstLine is the first line without its end, \n or \r\n.
func firstLine(data []byte) string {
	line, _, _ := bytes.Cut(data, []byte("\n"))
	return string(bytes.TrimSuffix(line, []byte("\r")))
}

// sameSpec reports whether two headers have the same spec. A header that cannot be
// parsed, such as one of another version of shflgen, equals only itself.
func sameSpec(a, b string) bool {
	if a == b {
		return true
	}
	s, err := spec.ParseHeader(a)
	if err != nil {
		return false
	}
	t, err := spec.ParseHeader(b)
	return err == nil && s == t
}

// command is the command line in a header.
func command(header string) string {
	args, ok := bytes.CutPrefix([]byte(header), []byte(spec.HeaderPrefix))
	if !ok {
		return header
	}
	return "shflgen " + string(bytes.TrimSuffix(args, []byte("; DO NOT EDIT.")))
}

// Stale lists, in order, the files of a folder that are missing or differ, line
// ends of \r\n aside. It writes nothing.
func Stale(dir string, files map[string][]byte) ([]string, error) {
	var stale []string
	var wrong []error
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(dir, name)
		have, err := read(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			wrong = append(wrong, err)
			continue
		case bytes.Equal(unixLines(have.data), files[name]):
			continue
		}
		stale = append(stale, path)
	}
	return stale, errors.Join(wrong...)
}

// unixLines turns line ends of \r\n, as git makes them on Windows, into \n.
func unixLines(data []byte) []byte { return bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")) }
