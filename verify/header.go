package verify

import (
	"bytes"
	"fmt"
	"path/filepath"

	"github.com/shflgen/shflgen/spec"
)

// headerOf is the spec in the first line of a file.
func headerOf(name string, src []byte) (spec.Spec, error) {
	first, _, _ := bytes.Cut(src, []byte("\n"))
	s, err := spec.ParseHeader(string(bytes.TrimSuffix(first, []byte("\r"))))
	if err != nil {
		return s, fmt.Errorf("%s:1: not a file of shflgen: %w; for a file of your own, want -spec 'FLAGS'", name, err)
	}
	if s, err = resolve(s, filepath.Dir(name)); err != nil {
		return s, fmt.Errorf("%s:1: %w", name, err)
	}
	return s, nil
}
