package files

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Options of [Write].
type Options struct {
	Remake bool          // overwrite files of other flags
	Wait   time.Duration // for other runs in the folder; 60 s if 0
	// step, if set, is called between the steps of a run, and may fail one: for
	// tests.
	step func(at string) error
}

// Write writes all files to temporaries beside their targets, then moves each to its target. If
// one move fails, the moves before it are undone. When ctx is done, no further step begins. The
// notes name the files of a killed run that this run finished or undid, and the replaced files
// of other flags.
func Write(ctx context.Context, dir string, files map[string][]byte, o Options) (notes []string, err error) {
	if err := ctx.Err(); err != nil {
		return nil, &Interrupted{dir, err}
	}
	if o.Wait == 0 {
		o.Wait = time.Minute
	}
	if o.step == nil {
		o.step = func(string) error { return nil }
	}
	unlock, err := lock(ctx, dir, o.Wait)
	exclusive := err == nil
	switch {
	case errors.Is(err, errors.ErrUnsupported):
	case err != nil:
		return nil, err
	default:
		defer unlock()
	}
	w := &writer{ctx: ctx, dir: dir, step: o.step, old: map[string]found{}}
	if exclusive { // else another run's files may be among what is found
		if notes, err = w.mend(); err != nil {
			return notes, err
		}
	}
	if w.old, err = guard(dir, files, o.Remake); err != nil {
		return notes, err
	}
	if err := w.write(files, exclusive && len(files) > 1); err != nil {
		return notes, err
	}
	return append(notes, w.remade(files)...), nil
}

// remade says which files of other flags were replaced.
func (w *writer) remade(files map[string][]byte) (notes []string) {
	for _, name := range slices.Sorted(maps.Keys(w.old)) {
		if was, is := firstLine(w.old[name].data), firstLine(files[name]); !sameSpec(was, is) {
			notes = append(notes, fmt.Sprintf("%s: replaced that of `%s`", w.path(name), command(was)))
		}
	}
	return notes
}

// Interrupted is the error of a run that ended early and changed nothing.
type Interrupted struct {
	Dir string
	Err error // of the context
}

// Error says that nothing was changed.
func (i *Interrupted) Error() string { return i.Dir + ": interrupted, and left as it was" }

// Unwrap is the context's error.
func (i *Interrupted) Unwrap() error { return i.Err }

// writer is one run in a folder.
type writer struct {
	ctx  context.Context
	dir  string
	step func(at string) error
	old  map[string]found // the files at the targets, by name, where there are any
}

// target is a file to be placed.
type target struct {
	name string // in the folder
	temp string // in the folder; holds the new file before place, the old one after it
	data []byte
}

func (w *writer) path(name string) string { return filepath.Join(w.dir, name) }

// write places files, by way of a journal if asked to.
func (w *writer) write(files map[string][]byte, journaled bool) (err error) {
	var targets []target
	defer func() {
		for _, t := range targets {
			err = errors.Join(err, w.discard(t))
		}
	}()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		temp, err := w.create(files[name], w.old[name].info)
		if err != nil {
			return fmt.Errorf("%s: %w", w.path(name), err)
		}
		targets = append(targets, target{name, temp, files[name]})
	}
	if err := w.step("written"); err != nil {
		return err
	}
	if err := w.ctx.Err(); err != nil {
		return &Interrupted{w.dir, err}
	}
	if journaled {
		if err := w.begin(targets); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, w.end()) }() // before the temporaries go
		if err := errors.Join(syncFolder(w.dir), w.step("journal placed")); err != nil {
			return err
		}
	}
	for i, t := range targets {
		err := w.step("place")
		if err == nil {
			err = w.place(t)
		}
		if err != nil {
			slices.Reverse(targets[:i])
			return errors.Join(err, w.undo(targets[:i]))
		}
	}
	if err := w.step("placed"); err != nil {
		return errors.Join(err, w.undo(targets))
	}
	return syncFolder(w.dir)
}

// Temporaries are named and recognised by these.
const (
	tempPrefix = ".shflgen-"
	tempSuffix = ".tmp"
)

// newName is a random name for a temporary, one of 2^64.
func newName() string {
	var b [8]byte
	rand.Read(b[:])
	return tempPrefix + hex.EncodeToString(b[:]) + tempSuffix
}

// isTemporary reports whether newName can return the name.
func isTemporary(name string) bool {
	middle, ok := strings.CutPrefix(name, tempPrefix)
	middle, end := strings.CutSuffix(middle, tempSuffix)
	_, err := hex.DecodeString(middle)
	return ok && end && err == nil && len(middle) == 16
}

// create writes a temporary to disk and returns its name. The file has the
// permissions of the file that it will replace and, where that is allowed, its
// owner; without such a file, the permissions of a new file.
func (w *writer) create(data []byte, like fs.FileInfo) (name string, err error) {
	name = newName()
	f, err := os.OpenFile(w.path(name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return "", err
	}
	err = w.fill(f, data)
	if err == nil && like != nil {
		keepOwner(f, like)
		err = f.Chmod(like.Mode().Perm())
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(w.path(name)))
	}
	return name, nil
}

// fill writes data in pieces of 64 KB and stops between two of them if ctx is done.
func (w *writer) fill(f *os.File, data []byte) error {
	for piece := range slices.Chunk(data, 1<<16) {
		if err := w.ctx.Err(); err != nil {
			return &Interrupted{w.dir, err}
		}
		if err := w.step("write"); err != nil {
			return err
		}
		if _, err := f.Write(piece); err != nil {
			return err
		}
	}
	return nil
}

// place moves a target's temporary to its place. If the place no longer holds the
// file that guard read, place puts back the file it found and fails.
func (w *writer) place(t target) error {
	path, temp := w.path(t.name), w.path(t.temp)
	old, ok := w.old[t.name]
	if !ok {
		err := insert(temp, path)
		if errors.Is(err, fs.ErrExist) {
			return &Foreign{path, "appeared while shflgen ran"}
		}
		return err
	}
	err := swap(temp, path)
	if errors.Is(err, fs.ErrNotExist) {
		return &Foreign{path, "vanished while shflgen ran"}
	}
	if err != nil {
		return err
	}
	if err := w.step("swapped"); err != nil {
		return errors.Join(err, w.giveBack(t))
	}
	if have, err := read(temp); err != nil || !bytes.Equal(have.data, old.data) {
		return errors.Join(&Foreign{path, "was changed while shflgen ran"}, w.giveBack(t))
	}
	return nil
}

// giveBack exchanges again what place exchanged.
func (w *writer) giveBack(t target) error {
	path, temp := w.path(t.name), w.path(t.temp)
	if err := swap(temp, path); err != nil {
		return err
	}
	if have, err := read(temp); err != nil || !bytes.Equal(have.data, t.data) {
		return fmt.Errorf("%s: changed twice while shflgen ran; one of its versions is now %s", path, temp)
	}
	return nil
}

// undo puts back the files that the targets replaced.
func (w *writer) undo(targets []target) error {
	var wrong []error
	for _, t := range targets {
		if _, ok := w.old[t.name]; ok {
			wrong = append(wrong, w.giveBack(t))
		} else {
			wrong = append(wrong, w.takeBack(t))
		}
	}
	return errors.Join(wrong...)
}

// takeBack moves a file that was placed where none was to its temporary's name.
func (w *writer) takeBack(t target) error {
	path, temp := w.path(t.name), w.path(t.temp)
	err := os.Rename(path, temp) // insert has moved temp, so the name is free
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if have, err := read(temp); err != nil || !bytes.Equal(have.data, t.data) {
		return insert(temp, path) // another program's file
	}
	return nil
}

// discard removes a target's temporary if it holds the old or the new file.
func (w *writer) discard(t target) error {
	have, err := read(w.path(t.temp))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil || !bytes.Equal(have.data, t.data) && !bytes.Equal(have.data, w.old[t.name].data) {
		return nil // another program's file; the error of giveBack names it
	}
	if err := w.step("discard"); err != nil {
		return err
	}
	return os.Remove(w.path(t.temp))
}
