package verify

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// TestKinds: what is asked of a file that its kind does not have is misuse, not a
// verdict.
func TestKinds(t *testing.T) {
	s := spec.NewSpec(spec.Reduce)
	for _, tt := range []struct {
		path string
		o    Options
		want string // "": no misuse
	}{
		{"a.txt", Options{Spec: &s}, "want a file that ends in .cu, .cuh, .go, .h, .ptx"},
		{"a", Options{}, "want a file that ends in"},
		{"a.ptx", Options{}, "PTX has no header; want -spec"},
		{"a.ptx", Options{Spec: &s, Call: "f(v)"}, "a call is an expression of CUDA C++"},
		{"a.go", Options{Spec: &s, Call: "f(v)"}, "a call is an expression of CUDA C++"},
		{"a.go", Options{}, ""},
		{"a.cuh", Options{}, ""},
	} {
		r, err := Prove(context.Background(), Subject{Path: tt.path, Src: []byte("nothing")}, tt.o)
		var misuse Misuse
		switch {
		case errors.As(err, &misuse) != (tt.want != ""):
			t.Errorf("%s: %v, %v", tt.path, r.Verdict, err)
		case tt.want != "" && !strings.Contains(err.Error(), tt.want):
			t.Errorf("%s: %v, want %q", tt.path, err, tt.want)
		case tt.want == "" && r.Verdict != Refused:
			t.Errorf("%s: %v", tt.path, r.Verdict)
		}
	}
	if !slices.Contains(Endings(), ".ptx") {
		t.Error(Endings())
	}
}
