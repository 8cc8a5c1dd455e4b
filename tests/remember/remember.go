// Package remember keeps the proofs of earlier runs. It helps developers: most of their files stay the
// same. It is off unless $SHFLGEN_PROOFS is on. .ci/run switches it off, because anybody who can
// write to the user's cache folder can write an entry.
package remember

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// Variable is the environment variable: on, or unset.
const Variable = "SHFLGEN_PROOFS"

// Proofs is a folder of proofs by one prover. Nil remembers nothing.
type Proofs struct{ dir, prover string }

// Open is the folder of this user and this prover; nil if $SHFLGEN_PROOFS is not on. The
// root of the repository tells which prover it is.
func Open(root string) (*Proofs, error) {
	switch os.Getenv(Variable) {
	case "":
		return nil, nil
	case "on":
	default:
		return nil, fmt.Errorf("$%s is %q: takes on, or is unset", Variable, os.Getenv(Variable))
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	prover, err := proverOf(root)
	return &Proofs{filepath.Join(cache, "shflgen", "proofs"), prover}, err
}

// proverOf is a hash of everything else that a verdict depends on: the Go sources of the
// vocabulary and of the prover, the modules that they use and the version of Go.
func proverOf(root string) (string, error) {
	h := sha256.New()
	part(h, runtime.Version())
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		from, _ := filepath.Rel(root, path)
		from = filepath.ToSlash(from)
		if top, _, _ := strings.Cut(from, "/"); d.IsDir() && top != "." && top != "spec" && top != "verify" &&
			top != "internal" {
			return filepath.SkipDir
		}
		if name := d.Name(); d.IsDir() || strings.HasSuffix(name, "_test.go") {
			return nil
		} else if ext := filepath.Ext(name); ext != ".go" && ext != ".mod" && ext != ".sum" && ext != ".txt" &&
			ext != ".cuh" {
			return nil
		}
		text, err := os.ReadFile(path)
		part(h, from)
		part(h, string(text))
		return err
	})
	return hex.EncodeToString(h.Sum(nil)), err
}

// part adds a text and its length to a hash: different lists of texts have different hashes.
func part(h hash.Hash, text string) { fmt.Fprintf(h, "%d:%s", len(text), text) }

// Once calls prove, unless the same prover has proved this file for this spec. It
// remembers proofs alone, never an error.
func (p *Proofs) Once(s spec.Spec, file []byte, prove func() error) error {
	if p == nil {
		return prove()
	}
	h := sha256.New()
	for _, text := range []string{p.prover, s.Header(), string(file)} {
		part(h, text)
	}
	key := hex.EncodeToString(h.Sum(nil))
	path := filepath.Join(p.dir, key[:2], key)
	if entry, err := os.ReadFile(path); err == nil && string(entry) == key {
		return nil
	}
	if err := prove(); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(key), 0o600) // a partly written key does not match
}
