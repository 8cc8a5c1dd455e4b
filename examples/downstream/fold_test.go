package main

import (
	"encoding/binary"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// plainly is [summarise] by loops.
func plainly(data []byte) summary {
	s := summary{bytes: len(data)}
	total := 0.0
	for i, b := range data {
		s.sum += uint32(b)
		s.largest = max(s.largest, b)
		total += float64(b)
		var word [4]byte
		word[i%4] = b
		s.xor ^= binary.LittleEndian.Uint32(word[:])
	}
	s.mean = total / float64(max(len(data), 1)) // whole numbers: exact in any order
	run := uint64(0)
	for lane := range s.totals {
		if lane < len(data) {
			run += uint64(data[lane])
		}
		s.totals[lane] = run
	}
	return s
}

func TestSummarise(t *testing.T) {
	source, err := os.ReadFile("fold.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 1, 31, 32, 33, 127, 128, 129, 999, 1000, 1001, len(source)} {
		if got, want := summarise(source[:n]), plainly(source[:n]); got != want {
			t.Errorf("%d bytes: %+v, want %+v", n, got, want)
		}
	}
}

// TestFresh: the generated files are up to date.
func TestFresh(t *testing.T) {
	source, err := os.ReadFile("fold.go")
	if err != nil {
		t.Fatal(err)
	}
	stubs := 0
	for line := range strings.Lines(string(source)) {
		const stub = "//go:generate go tool shflgen "
		args, ok := strings.CutPrefix(strings.TrimSpace(line), stub)
		if !ok {
			continue
		}
		stubs++
		cmd := exec.Command("sh", "-c", "go tool shflgen "+args+" -check")
		cmd.Env = append(os.Environ(), "GOPACKAGE=main")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	}
	if stubs == 0 {
		t.Error("no stubs were found")
	}
}

func BenchmarkSummarise(b *testing.B) {
	source, err := os.ReadFile("fold.go")
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		f    func([]byte) summary
	}{{"generated", summarise}, {"loops", plainly}} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(source)))
			for b.Loop() {
				c.f(source)
			}
		})
	}
}
