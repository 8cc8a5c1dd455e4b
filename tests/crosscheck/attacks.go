package crosscheck

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
)

// Attacks are the PTX files of a folder of attacks, and the PTX of its CUDA files by clang. A
// file without a spec, or that does not compile by itself, is left out.
func Attacks(dir, cache string) ([]Subject, error) {
	clang, missing := compile.FindClang()
	clang.Lax = true
	var all []Subject
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			if path == dir && os.IsNotExist(err) {
				return nil
			}
			return err
		}
		kind := filepath.Ext(path)
		if kind != ".ptx" && (kind != ".cu" || missing != nil) || d.IsDir() {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		s, ok := specOf(path, text)
		if !ok {
			return nil
		}
		if kind == ".cu" {
			source := text
			name := fmt.Sprintf("attack-%x.ptx", sha256.Sum256(source))
			text, err = cached(filepath.Join(cache, name), func() ([]byte, error) { return clang.One(s, source, "sm_90") })
			if err != nil {
				return nil
			}
		}
		name, _ := filepath.Rel(dir, path)
		all = append(all, Subject{name, s, text})
		return nil
	})
	return all, err
}

// specOf reads the spec of an attack: from attack.txt beside it, from the header
// that the generator prints, or from flags in a comment.
func specOf(path string, text []byte) (spec.Spec, bool) {
	if about, err := os.ReadFile(filepath.Join(filepath.Dir(path), "attack.txt")); err == nil {
		for line := range strings.Lines(string(about)) {
			flags, ok := strings.CutPrefix(line, "spec: ")
			if _, quoted, found := strings.Cut(line, "-spec '"); found {
				flags, _, ok = strings.Cut(quoted, "'")
			}
			if ok {
				s, err := spec.ParseArgs(strings.Fields(flags))
				return s, err == nil
			}
		}
	}
	first, _, _ := strings.Cut(string(text), "\n")
	if s, err := spec.ParseHeader(first); err == nil {
		return s, true
	}
	if flags, ok := strings.CutPrefix(first, "// "); ok {
		s, err := spec.ParseArgs(strings.Fields(flags))
		return s, err == nil
	}
	return spec.Spec{}, false
}
