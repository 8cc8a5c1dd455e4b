//go:build !js

package verify

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/cxx"
)

// maxIncluded bounds how many files a file may include.
const maxIncluded = 200

// errInclude is the refusal of an include, at its line.
type errInclude struct {
	path string
	of   cxx.Include
	why  string
}

// Error is where the include stands, and what is accepted.
func (e errInclude) Error() string {
	return fmt.Sprintf("%s:%d: #include %s: %s", e.path, e.of.Line, e.of.Operand, e.why)
}

// outsideRoots says what may be included. Files are judged that nobody trusts: what they include could show up in
// messages and counterexamples.
const outsideRoots = "want a file below the folder of the judged file or below one of -I, or a header of the compiler"

// included adds the tokens of the files that a file of a user includes: those below its
// own folder and those of -I. They are read as the file itself is, and their bytes are part
// of the hash. Others are the compiler's, and trusted.
func (p *cuda) included(subject Subject, tokens []cxx.Token, macros cxx.Macros) ([]cxx.Token, error) {
	type file struct {
		path     string
		includes []cxx.Include
	}
	queue := []file{{subject.Path, macros.Includes}}
	seen := map[string]bool{}
	whole := bytes.Clone(subject.Src)
	own := append([]string{filepath.Dir(subject.Path)}, p.Include...)
	for len(queue) > 0 {
		f := queue[0]
		queue = queue[1:]
		for _, operand := range f.includes {
			folders := p.Include
			if operand.Operand[0] == '"' {
				folders = append([]string{filepath.Dir(f.path)}, own...)
			}
			path, src, err := p.readIncluded(own, folders, operand.Name())
			var outside errInclude
			if errors.As(err, &outside) {
				outside.path, outside.of = f.path, operand
				return nil, outside
			}
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
			more, err := cxx.Lex(lf(src))
			if err != nil {
				return nil, errors.New(path + ": " + err.Error())
			}
			if m := cxx.OpenMacro(more); m != "" {
				return nil, fmt.Errorf("%s: the macro %s opens what it does not close, or the other way round", path, m)
			}
			if why := cxx.ChangesBodies(more, p.heads); why != "" {
				return nil, fmt.Errorf("%s: %s", path, why)
			}
			p.version(more)
			m, err := cxx.MacrosOf(more, append(definedBy(p.Define), macros.Defined...))
			if err != nil {
				return nil, errors.New(path + ": " + err.Error())
			}
			tokens = append(tokens, more...)
			p.asked = append(p.asked, m.Asked...)
			macros.Defined = append(macros.Defined, m.Defined...)
			queue = append(queue, file{path, m.Includes})
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

// readIncluded finds a file in folders; nil if it is in none. A file that is not below one of the own folders is not
// looked at. The compiler's own folders are those where a name without .. leads to.
func (p *cuda) readIncluded(own, folders []string, name string) (string, []byte, error) {
	outside := errInclude{why: outsideRoots}
	if filepath.IsAbs(name) {
		folders = []string{""}
	}
	for _, dir := range folders {
		path := filepath.Join(dir, name)
		if !below(path, own) {
			return "", nil, outside
		}
		real, err := filepath.EvalSymlinks(path)
		opened, _ := filepath.EvalSymlinks(dir + string(filepath.Separator) + name) // .. behind a link is above its end
		if err == nil && (!below(real, own) || opened != real) {
			return "", nil, errInclude{why: "a link leads out of the folder; " + outsideRoots}
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
	if filepath.IsAbs(name) || slices.Contains(strings.Split(filepath.ToSlash(name), "/"), "..") {
		return "", nil, outside
	}
	return "", nil, nil
}

// below reports whether a path is below one of some folders, by name or where links of these folders lead to.
func below(path string, folders []string) bool {
	abs, err := filepath.Abs(path)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(folders, func(dir string) bool {
		root, err := filepath.Abs(dir)
		real, errOfLink := filepath.EvalSymlinks(root)
		return err == nil && compile.Within(root, abs) || errOfLink == nil && compile.Within(real, abs)
	})
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
