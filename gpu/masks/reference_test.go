package masks

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// TestReferences makes the kernel of every function in the list, without a GPU or a
// compiler: each has a reference, and it leaves what a lane receives.
func TestReferences(t *testing.T) {
	for _, s := range Specs() {
		text := kernelOf(t, s)
		for _, part := range []string{"want", "%!"} {
			if strings.Contains(text, part) != (part == "want") {
				t.Errorf("%v: %q in %s", s.Args(), part, text)
			}
		}
	}
}

// kernelOf is the kernel of s; the test fails where it has no reference.
func kernelOf(t *testing.T, s spec.Spec) string {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("%v: %v", s.Args(), p)
		}
	}()
	return kernel(s)
}
