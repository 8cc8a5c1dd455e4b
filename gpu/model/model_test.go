package model

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestProbes: the executor accepts every probe and runs a few of its warps.
func TestProbes(t *testing.T) {
	names := map[string]bool{}
	for _, p := range probes() {
		if names[p.name] {
			t.Errorf("%s: more than one probe has this name", p.name)
		}
		names[p.name] = true
		p.count = min(p.count, 3)
		program, err := load(p.ptx(true))
		if err != nil {
			t.Errorf("%s: %v\n%s", p.name, err, p.ptx(true))
			continue
		}
		in := p.inputs(1)
		for warp := range p.count {
			if _, err := p.execute(program, in, warp); err != nil {
				t.Errorf("%s: %v\n%s", p.name, err, p.ptx(true))
				break
			}
		}
	}
}

// TestSame: a NaN equals every NaN of its format, half by half, and nothing else.
func TestSame(t *testing.T) {
	for _, tt := range []struct {
		nan    int
		packed bool
		a, b   uint64
		want   bool
	}{
		{0, false, 0x7fffffff, 0x7fc00000, false},
		{32, false, 0x7fffffff, 0xffc00000, true},
		{32, false, 0x7f800000, 0x7fc00000, false},
		{16, true, 0x7e003c00, 0x7fff3c00, true},
		{16, true, 0x7e003c00, 0x7fff3c01, false},
		{17, true, 0x7fc13f80, 0x7fff3f80, true},
		{17, true, 0x7c013f80, 0x7c003f80, false},
		{64, false, 0x7ff8000000000000, 0xfff0000000000001, true},
	} {
		if got := (probe{nan: tt.nan, packed: tt.packed}).same(tt.a, tt.b); got != tt.want {
			t.Errorf("%d: %#x and %#x: %v", tt.nan, tt.a, tt.b, got)
		}
	}
}

// TestEntry: the kernel for the GPU and the kernel for the executor run the same instructions.
func TestEntry(t *testing.T) {
	for _, p := range probes() {
		gpu, model := p.ptx(false), p.ptx(true)
		cut := func(s string) string { return s[strings.Index(s, "ld.global.u64 %x0"):] }
		if cut(gpu) != cut(model) {
			t.Errorf("%s: the kernels differ", p.name)
		}
	}
}

// TestFaults: each planted fault changes the text of its probe, the executor accepts it, and
// some inputs have another result. A run on a GPU that agrees with the executor finds it.
func TestFaults(t *testing.T) {
	for _, f := range faults {
		found := false
		for _, p := range probes() {
			if p.name != f.probe {
				continue
			}
			found = true
			text := p.ptx(true)
			planted := strings.ReplaceAll(text, f.old, f.new)
			if planted == text {
				t.Errorf("%s: the text lacks %q", f.probe, f.old)
				continue
			}
			if !strings.Contains(f.probe, "every bit") { // other faults are checked on the GPU alone
				continue
			}
			right, err := load(text)
			if err != nil {
				t.Fatal(err)
			}
			wrong, err := load(planted)
			if err != nil {
				t.Errorf("%s: %v\n%s", f.probe, err, planted)
				continue
			}
			p.count = min(p.count, 600)
			in := p.inputs(1)
			differ := 0
			for warp := range p.count {
				a, err := p.execute(right, in, warp)
				if err != nil {
					t.Fatal(err)
				}
				b, err := p.execute(wrong, in, warp)
				if err != nil {
					t.Fatal(err)
				}
				for i := range a {
					x, _ := bv.Numbers{}.Known(a[i].V)
					y, _ := bv.Numbers{}.Known(b[i].V)
					if !p.same(x, y) {
						differ++
					}
				}
			}
			if differ == 0 {
				t.Errorf("%s: the fault changes no result", f.probe)
			}
		}
		if !found {
			t.Errorf("%s: no probe has this name", f.probe)
		}
	}
}
