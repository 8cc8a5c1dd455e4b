// Package attacks holds files that the prover must not answer "proved". Each file violates its spec for some launch,
// mask, input, architecture or build, or its comments are false. testdata has one folder an attack, by kind:
//
//	testdata/KIND/NAME/attack.txt   key: value lines, see Attack
//	testdata/KIND/NAME/k.cu         the wrong file, and files that it needs
//	testdata/KIND/NAME/right.cu     the file without the fault, for some attacks: it must not be refuted;
//	                                for Go it is in a folder right
//
// open.txt lists the attacks that the prover still answers "proved". The test fails if it answers anything else, so
// that each correction shortens the list.
package attacks

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Attack is one folder.
type Attack struct {
	Kind, Name string // the boundary that it attacks, and its name
	Dir        string

	File      string   // the file to prove, as a path in Dir
	As        string   // the file's name in a copy of Dir, if a repository cannot hold that name
	Flags     []string // of the verb prove
	Spec      string   // the flags of the spec, for a proof without the header
	Wrong     string   // why "proved" is wrong
	Confirmed string   // what confirmed the fault, other than the prover
	Before    string   // the verdict when the attack was planted
	Cause     string   // the cause of a wrong answer, or new
	Prints    string   // what the prover must not print, for attacks on the printed verdict
}

// ID is KIND/NAME.
func (a Attack) ID() string { return a.Kind + "/" + a.Name }

// Read reads every attack below root, in order of kind and name.
func Read(root string) ([]Attack, error) {
	var all []Attack
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != "attack.txt" {
			return err
		}
		a, err := read(path)
		all = append(all, a)
		return err
	})
	slices.SortFunc(all, func(a, b Attack) int { return strings.Compare(a.ID(), b.ID()) })
	return all, err
}

func read(path string) (Attack, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Attack{}, err
	}
	dir := filepath.Dir(path)
	a := Attack{Kind: filepath.Base(filepath.Dir(dir)), Name: filepath.Base(dir), Dir: dir}
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if err := a.set(key, value); err != nil {
			return a, fmt.Errorf("%s: %w", path, err)
		}
	}
	for key, value := range map[string]string{"file": a.File, "wrong": a.Wrong, "confirmed": a.Confirmed,
		"before": a.Before, "cause": a.Cause} {
		if value == "" {
			return a, fmt.Errorf("%s: no %s", path, key)
		}
	}
	return a, nil
}

func (a *Attack) set(key, value string) (err error) {
	fields := map[string]*string{"file": &a.File, "spec": &a.Spec, "wrong": &a.Wrong, "confirmed": &a.Confirmed,
		"before": &a.Before, "cause": &a.Cause}
	switch to, ok := fields[key]; {
	case ok:
		*to = value
	case key == "flags":
		a.Flags, err = split(value)
	case key == "as":
		a.As, err = strconv.Unquote(value)
	case key == "prints":
		a.Prints, err = strconv.Unquote(value)
	default:
		err = fmt.Errorf("key %q: want file, as, flags, spec, wrong, confirmed, before, cause or prints", key)
	}
	return err
}

// split cuts flags at blanks outside of single quotes.
func split(flags string) ([]string, error) {
	var out []string
	for i, part := range strings.Split(flags, "'") {
		if i%2 == 1 {
			out = append(out, part)
		} else {
			out = append(out, strings.Fields(part)...)
		}
	}
	if strings.Count(flags, "'")%2 == 1 {
		return nil, errors.New("flags: a quote without an end")
	}
	return out, nil
}
