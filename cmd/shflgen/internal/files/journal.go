package files

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// journalName is the file that lists what a run is about to place. It exists from
// when all temporaries are on disk until all files are placed or undone.
const journalName = ".shflgen-journal"

// The first and last line of a journal.
const (
	journalHead = spec.HeaderPrefix + "for its next run, which finishes what this one began; DO NOT EDIT."
	journalEnd  = "end"
)

// entry is a line of the journal: a file, its temporary, and the hashes of the old
// and the new content.
type entry struct{ name, temp, old, new string }

// absent stands for the hash of a missing file.
const absent = "-"

func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// begin writes the journal.
func (w *writer) begin(targets []target) error {
	var b strings.Builder
	fmt.Fprintln(&b, journalHead)
	for _, t := range targets {
		old := absent
		if have, ok := w.old[t.name]; ok {
			old = hash(have.data)
		}
		fmt.Fprintf(&b, "%s %s %s %s\n", t.temp, old, hash(t.data), strconv.Quote(t.name))
	}
	fmt.Fprintln(&b, journalEnd)
	temp, err := w.create([]byte(b.String()), nil)
	if err != nil {
		return fmt.Errorf("%s: %w", w.path(journalName), err)
	}
	err = w.step("journal written")
	if err == nil {
		err = insert(w.path(temp), w.path(journalName))
	}
	if err != nil {
		return errors.Join(err, os.Remove(w.path(temp)))
	}
	return nil
}

// end removes the journal.
func (w *writer) end() error {
	if err := w.step("end"); err != nil {
		return err
	}
	return os.Remove(w.path(journalName))
}

// parseJournal reads a journal. It takes only names within the folder.
func parseJournal(data []byte) ([]entry, error) {
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	if len(lines) < 2 || lines[0] != journalHead || lines[len(lines)-1] != journalEnd {
		return nil, errors.New("is no journal of shflgen")
	}
	var entries []entry
	for _, line := range lines[1 : len(lines)-1] {
		fields := strings.SplitN(line, " ", 4)
		if len(fields) != 4 {
			return nil, errors.New("has a line that is no entry")
		}
		name, err := strconv.Unquote(fields[3])
		if err != nil || name != filepath.Base(name) || !filepath.IsLocal(name) || !isTemporary(fields[0]) {
			return nil, errors.New("has an entry that is no file of its folder")
		}
		entries = append(entries, entry{name, fields[0], fields[1], fields[2]})
	}
	return entries, nil
}

// mend finishes or undoes a killed run and removes its temporaries. The caller has
// the folder's lock, so no other run uses them.
func (w *writer) mend() (notes []string, err error) {
	have, err := read(w.path(journalName))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, w.sweep()
	case err != nil:
		return nil, err
	}
	entries, err := parseJournal(have.data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; remove it", w.path(journalName), err)
	}
	if note := w.replay(entries); note != "" {
		notes = append(notes, note)
	}
	if err := w.step("mended"); err != nil {
		return notes, err
	}
	if err := errors.Join(syncFolder(w.dir), os.Remove(w.path(journalName))); err != nil {
		return notes, err
	}
	return notes, w.sweep()
}

// replay places all files of a journal. If a place holds neither the old nor the
// new file, replay undoes all of them instead. The result says what was moved.
func (w *writer) replay(entries []entry) string {
	var names []string
	finish := true
	for _, e := range entries {
		names = append(names, w.path(e.name))
		at, temp := w.hashOf(e.name), w.hashOf(e.temp)
		if at != e.new && !(temp == e.new && (at == e.old || at == absent)) {
			finish = false
		}
	}
	moved := false
	for _, e := range entries {
		step := w.finished
		if !finish {
			step = w.undone
		}
		did, err := step(e)
		if err != nil {
			return fmt.Sprintf("an interrupted run left %s half replaced, and %s cannot be mended: %v; generate them again",
				strings.Join(names, ", "), e.name, err)
		}
		moved = moved || did
	}
	switch list := strings.Join(names, ", "); {
	case !moved:
		return ""
	case finish:
		return fmt.Sprintf("an interrupted run left %s half replaced; all are new now", list)
	default:
		return fmt.Sprintf("an interrupted run left %s half replaced, and one was changed since; "+
			"the others are as they were before that run", list)
	}
}

// finished places one file of a journal, if it is not there yet.
func (w *writer) finished(e entry) (did bool, err error) {
	switch w.hashOf(e.name) {
	case e.new:
		return false, nil
	case absent:
		return true, insert(w.path(e.temp), w.path(e.name))
	}
	return true, swap(w.path(e.temp), w.path(e.name))
}

// undone puts back the file that a file of a journal replaced.
func (w *writer) undone(e entry) (did bool, err error) {
	at, temp := w.hashOf(e.name), w.hashOf(e.temp)
	switch {
	case at != e.new || e.new == e.old:
		return false, nil
	case e.old == absent && (temp == absent || temp == e.new):
		return true, os.Rename(w.path(e.name), w.path(e.temp))
	case e.old == temp:
		return true, swap(w.path(e.temp), w.path(e.name))
	}
	return false, errors.New("what it replaced is gone")
}

// hashOf is the hash of a file that starts with shflgen's header, absent if there
// is no file, and "" for anything else.
func (w *writer) hashOf(name string) string {
	have, err := read(w.path(name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return absent
	case err != nil || !bytes.HasPrefix(have.data, []byte(spec.HeaderPrefix)):
		return ""
	}
	return hash(have.data)
}

// sweep removes the temporaries of killed runs. A temporary has a name of newName
// and holds a file of shflgen or the start of one.
func (w *writer) sweep() error {
	entries, err := os.ReadDir(w.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !isTemporary(e.Name()) || !e.Type().IsRegular() {
			continue
		}
		have, err := read(w.path(e.Name()))
		header := []byte(spec.HeaderPrefix)
		if err != nil || !bytes.HasPrefix(have.data, header) && !bytes.HasPrefix(header, have.data) {
			continue
		}
		if err := os.Remove(w.path(e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
