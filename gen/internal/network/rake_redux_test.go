package network

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// TestKeptElements wants the first warp of two or three, or of five or six but for latency, or of four for throughput,
// to store nothing, and no other block to leave elements out.
func TestKeptElements(t *testing.T) {
	for args, kept := range map[string]bool{
		"-block 33": false, "-block 64": true, "-block 80": false, "-block 96": true, "-block 100": false,
		"-block 128": false, "-block 256": false,
		"-block 160": true, "-block 180": false, "-block 192": true, "-block 224": false,
		"-block 128 -for throughput": true, "-block 128 -for latency": false, "-block 160 -for throughput": true,
		"-block 160 -for latency": false,
	} {
		s := specOf(t, "-pattern block-reduce -mask full "+args)
		n, err := RakedRedux(s)
		if err != nil {
			t.Fatal(err)
		}
		if n, err = Check(n); err != nil {
			t.Fatal(err)
		}
		for _, node := range nodes(n) {
			if e, ok := node.Expr.(Store); ok && (e.Puts[0].At.First == -spec.WarpSize) != kept {
				t.Errorf("%s: the first thread that stores is %d", args, -e.Puts[0].At.First)
			}
		}
	}
}

// TestKeptElementsAreStored wants a network rejected in which a lane reads what the first warp has not stored.
func TestKeptElementsAreStored(t *testing.T) {
	for first, want := range map[int]string{32: "", 33: "stores in slot -1 of 64", 31: "stores in slot 64 of 64"} {
		n, err := RakedRedux(specOf(t, "-pattern block-reduce -block 96 -mask full"))
		if err != nil {
			t.Fatal(err)
		}
		for _, node := range nodes(n) {
			if e, ok := node.Expr.(Store); ok {
				e.Puts[0].At.First = -first
			}
		}
		switch _, err := Check(n); {
		case want == "" && err != nil:
			t.Errorf("first %d: %v", first, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("first %d: error %v, want %q", first, err, want)
		}
	}
}
