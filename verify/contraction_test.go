package verify

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// TestLoose: a proof of adds without .rn names its condition; one with .rn has none.
func TestLoose(t *testing.T) {
	src, err := os.ReadFile("../internal/prover/ptx/testdata/inclusive_scan_w32_type_float32.ptx")
	if err != nil {
		t.Fatal(err)
	}
	s, err := spec.ParseArgs(strings.Fields("-pattern inclusive-scan -width 32 -type float32"))
	if err != nil {
		t.Fatal(err)
	}
	loose := strings.ReplaceAll(string(src), "add.rn.f32", "add.f32")
	if loose == string(src) {
		t.Fatal("no add.rn.f32")
	}
	for text, want := range map[string]bool{string(src): false, loose: true} {
		r, err := Prove(context.Background(), Subject{Path: "f.ptx", Src: []byte(text)}, Options{Spec: &s})
		if err != nil || r.Verdict != Proved || strings.Contains(r.String(), "add.f32 without .rn: if a caller") != want {
			t.Errorf("%v, %v", r, err)
		}
	}
}
