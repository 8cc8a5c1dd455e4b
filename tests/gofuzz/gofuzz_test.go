package gofuzz

import (
	"os"
	"testing"
)

// TestCompiles: every function compiles, and most calls end without a panic.
func TestCompiles(t *testing.T) {
	for seed := range uint64(200) {
		p := New(seed, 100)
		if os.Getenv("DUMP") != "" {
			os.WriteFile(os.Getenv("DUMP"), []byte(p.Source), 0o666)
		}
		if _, err := p.Types(); err != nil {
			t.Fatal(seed, err)
		}
	}
}
