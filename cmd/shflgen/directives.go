package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/shflgen/shflgen/cmd/shflgen/internal/files"
	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
)

// directive is a line of go:generate that runs shflgen.
type directive struct {
	at    string // file:line
	spec  spec.Spec
	paths []string // the files that it makes
}

// rivals finds the go:generate directives of the current folder that write a file of this
// request. A directive with another spec is an error. The result is true if directives with
// this spec write each file, to their own folder: the existing files then come from older
// versions of the directives. It is false for a file in another folder, which may belong to a
// directive of that folder.
func (r request) rivals(langs []gen.Lang, dir string) (ours bool, err error) {
	paths := r.paths(langs, dir)
	here, _ := realFolder(".")
	var wrong []error
	claimed := map[string]bool{} // files of directives with this spec and folder
	for _, d := range directives() {
		shared := slices.IndexFunc(d.paths, func(p string) bool {
			// Sum.go and sum.go are one file on macOS and Windows.
			return slices.ContainsFunc(paths, func(q string) bool { return strings.EqualFold(p, q) })
		})
		switch {
		case shared < 0:
		case d.spec == r.asked:
			for _, p := range d.paths {
				claimed[p] = filepath.Dir(p) == here
			}
		default:
			wrong = append(wrong,
				usageError(fmt.Sprintf("%s: two commands would write it: `shflgen %s` in %s, and `shflgen "+
					"%s`; give one of them another -name or -o",
					d.paths[shared], strings.Join(d.spec.Args(), " "), d.at, strings.Join(r.asked.Args(), " "))))
		}
	}
	unclaimed := slices.ContainsFunc(paths, func(p string) bool { return !claimed[p] })
	return len(paths) > 0 && !unclaimed, errors.Join(wrong...)
}

// paths are the paths of the files that a request makes, in a comparable form.
func (r request) paths(langs []gen.Lang, dir string) []string {
	var all []string
	for _, l := range langs {
		p := r.path(dir, r.spec.FileName()+l.Ending())
		if folder, err := realFolder(filepath.Dir(p)); err == nil {
			all = append(all, filepath.Join(folder, filepath.Base(p)))
		}
	}
	return all
}

// realFolder is a folder's absolute path without links.
func realFolder(dir string) (string, error) {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", err
	}
	return filepath.Abs(real)
}

// directives lists the directives of the Go files in the current folder. It skips unreadable
// files: go generate reports them.
func directives() []directive {
	entries, err := os.ReadDir(".")
	if err != nil {
		return nil
	}
	var all []directive
	for _, e := range entries {
		if !isGoFile(e.Name()) {
			continue
		}
		data, err := readGo(e.Name())
		if err == nil && bytes.Contains(data, []byte("go:generate")) {
			all = append(all, directivesOf(e.Name(), data)...)
		}
	}
	return all
}

// directivesOf lists the directives of one file (go help generate).
func directivesOf(name string, data []byte) []directive {
	var all []directive
	aliases := map[string][]string{}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, files.MaxSize)
	for n := 1; lines.Scan(); n++ {
		rest, ok := strings.CutPrefix(lines.Text(), "//go:generate")
		if !ok || rest == "" || rest[0] != ' ' && rest[0] != '\t' {
			continue
		}
		words, err := splitDirective(rest, name, n)
		if err != nil || len(words) == 0 {
			continue
		}
		if words[0] == "-command" {
			if len(words) > 2 {
				aliases[words[1]] = words[2:]
			}
			continue
		}
		if long, ok := aliases[words[0]]; ok {
			words = append(slices.Clone(long), words[1:]...)
		}
		i := slices.IndexFunc(words, isShflgen)
		if i < 0 {
			continue
		}
		r, err := parseRequest(words[i+1:])
		if err != nil || r.check || r.out == "-" {
			continue
		}
		langs, dir, err := r.place()
		if err != nil {
			continue
		}
		all = append(all, directive{fmt.Sprintf("%s:%d", name, n), r.asked, r.paths(langs, dir)})
	}
	return all
}

// isShflgen reports whether a word names this command: as a program, as a
// package for go run, or as a tool of the module.
func isShflgen(word string) bool {
	word, _, _ = strings.Cut(filepath.ToSlash(word), "@")
	return strings.TrimSuffix(path.Base(word), ".exe") == "shflgen"
}

// splitDirective splits a directive into words as go generate does: at blanks, with
// Go strings as one word and variables expanded.
func splitDirective(text, file string, line int) ([]string, error) {
	var words []string
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimLeft(text, " \t") {
		if text[0] == '"' {
			quoted, err := strconv.QuotedPrefix(text)
			if err != nil {
				return nil, err
			}
			word, err := strconv.Unquote(quoted)
			if err != nil {
				return nil, err
			}
			words, text = append(words, word), text[len(quoted):]
			continue
		}
		end := strings.IndexAny(text, " \t")
		if end < 0 {
			end = len(text)
		}
		words, text = append(words, text[:end]), text[end:]
	}
	for i := range words {
		words[i] = os.Expand(words[i], func(name string) string {
			switch name {
			case "GOFILE":
				return file
			case "GOLINE":
				return strconv.Itoa(line)
			case "DOLLAR":
				return "$"
			}
			return os.Getenv(name)
		})
	}
	return words, nil
}
