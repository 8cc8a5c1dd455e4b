package verify

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/cxx"
)

// maxIncluded bounds how many files a file may include.
const maxIncluded = 200

// included adds the tokens of the files that a file of a user includes: those of its
// own folder and of -I. They are read as the file itself is, and their bytes are part
// of the hash. Others are the compiler's, and trusted.
func (p *cuda) included(subject Subject, tokens []cxx.Token, macros cxx.Macros) ([]cxx.Token, error) {
	type file struct {
		dir      string
		includes []string
	}
	queue := []file{{filepath.Dir(subject.Path), macros.Includes}}
	seen := map[string]bool{}
	whole := bytes.Clone(subject.Src)
	for len(queue) > 0 {
		f := queue[0]
		queue = queue[1:]
		for _, operand := range f.includes {
			folders := p.Include
			if operand[0] == '"' {
				folders = append([]string{f.dir}, folders...)
			}
			path, src, err := p.readIncluded(folders, operand[1:len(operand)-1])
			if err != nil {
				return nil, err
			}
			if path != "" && same(path, subject.Path) {
				return nil, errors.New("the file includes itself")
			}
			if src == nil || seen[path] {
				continue
			}
			p.files.add(path, src)
			if seen[path] = true; len(seen) > maxIncluded {
				return nil, errors.New("too many files are included")
			}
			whole = append(whole, src...)
			more, err := cxx.Lex(cxx.LF(src))
			if err != nil {
				return nil, errors.New(path + ": " + err.Error())
			}
			m, err := cxx.MacrosOf(more, append(definedBy(p.Define), macros.Defined...))
			if err != nil {
				return nil, errors.New(path + ": " + err.Error())
			}
			tokens = append(tokens, more...)
			p.asked = append(p.asked, m.Asked...)
			macros.Defined = append(macros.Defined, m.Defined...)
			queue = append(queue, file{filepath.Dir(path), m.Includes})
		}
	}
	p.asked = slices.DeleteFunc(p.asked, func(w string) bool { return slices.Contains(macros.Defined, w) })
	slices.Sort(p.asked)
	p.asked = slices.Compact(p.asked)
	if len(seen) > 0 {
		p.report.Source = hashOf(whole)
	}
	return tokens, nil
}

// same reports whether two paths are one file.
func same(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// readIncluded finds a file in folders; nil if it is in none.
func (p *cuda) readIncluded(folders []string, name string) (string, []byte, error) {
	for _, dir := range folders {
		path := filepath.Join(dir, name)
		if filepath.IsAbs(name) {
			path = name
		}
		subject, err := ReadSubject(path)
		if p.Reads != nil {
			p.Reads(path, subject.Src)
		}
		if err == nil {
			return path, subject.Src, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", nil, err
		}
	}
	return "", nil, nil
}

// maxSize bounds the size of a file under proof.
const maxSize = 64 << 20

// ReadSubject reads a file under proof: a regular file of at most 64 MB.
func ReadSubject(path string) (Subject, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Subject{}, err
	}
	if !info.Mode().IsRegular() {
		return Subject{}, &fs.PathError{Op: "read", Path: path, Err: errors.New("no regular file")}
	}
	if info.Size() > maxSize {
		return Subject{}, &fs.PathError{Op: "read", Path: path, Err: errors.New("larger than 64 MB")}
	}
	src, err := os.ReadFile(path)
	if err == nil && len(src) > maxSize {
		err = &fs.PathError{Op: "read", Path: path, Err: errors.New("larger than 64 MB")}
	}
	return Subject{path, src}, err
}
