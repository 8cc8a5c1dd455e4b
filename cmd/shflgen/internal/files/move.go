package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// oneStep enables renames that check or exchange. Tests unset it.
var oneStep = true

// insert moves a file to a path that must not exist: [fs.ErrExist] if it does.
func insert(from, to string) error {
	if oneStep {
		if err := renameNew(from, to); !errors.Is(err, errors.ErrUnsupported) {
			return err
		}
	}
	return linkNew(from, to)
}

// linkNew is insert by a hard link or, where the file system has no links, by a
// copy. Anything but a regular file, made by another program, is renamed.
func linkNew(from, to string) error {
	info, err := os.Lstat(from)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
			return errors.Join(fs.ErrExist, err)
		}
		return os.Rename(from, to)
	}
	err = os.Link(from, to)
	if err == nil {
		return os.Remove(from)
	}
	if errors.Is(err, fs.ErrExist) || errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return copyNew(from, to)
}

// copyNew is insert where neither renames nor links will do. A kill leaves the
// start of a file.
func copyNew(from, to string) error {
	have, err := read(from)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, have.info.Mode().Perm())
	if err != nil {
		return err
	}
	_, err = f.Write(have.data)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(to))
	}
	return os.Remove(from)
}

// swap exchanges two files: [fs.ErrNotExist] if one is missing.
func swap(a, b string) error {
	if oneStep {
		if err := renameExchange(a, b); !errors.Is(err, errors.ErrUnsupported) {
			return err
		}
	}
	return swapAside(a, b)
}

// swapAside is swap in three renames. A kill in between leaves b missing and its
// content in a temporary.
func swapAside(a, b string) error {
	aside := filepath.Join(filepath.Dir(a), newName())
	if err := os.Rename(b, aside); err != nil {
		return err
	}
	if err := insert(a, b); err != nil {
		return errors.Join(err, insert(aside, b))
	}
	return os.Rename(aside, a)
}
