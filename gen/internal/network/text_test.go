package network

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// TestTextOfMemory: a store says which threads put what where, a load from where.
func TestTextOfMemory(t *testing.T) {
	for args, want := range map[string][]string{
		"-block 80 -type float32 -for latency": {"store x2 in slots[thread] by threads 0..79",
			"load of slots[(thread < 20 ? thread : 0) * 4 + 1] from m1"},
		"-block 90 -for latency": {"x3 in slots[thread + 90] by threads 0..1"},
		"-block 77 -type int64": {"store x2 in slots[thread - 32] by threads 32..76",
			"x3 in slots[thread + 45] by threads 0..18", "load of slots[thread + 32] from m1"},
		"-block 96 -all": {" in left[thread / 4] by every 4th thread of 0..31", "load of left[1] from m3",
			" in partial[thread / 32] by thread 0"},
	} {
		n, err := Raked(specOf(t, "-pattern block-reduce "+args))
		if err != nil {
			t.Fatal(err)
		}
		var text string
		for _, step := range n.Text() {
			text += strings.Join(step.Lines, "\n") + "\n"
		}
		for _, want := range want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", args, want, text)
			}
		}
	}
}

// TestTextNamesCallers: what a block's threads compute is said of threads, what a warp's
// lanes compute of lanes.
func TestTextNamesCallers(t *testing.T) {
	for _, test := range []struct {
		args string
		want []string
		not  string
	}{
		{"-pattern block-reduce -block 77", []string{"c0 = thread is a member", "c1 = thread in 0..30, 32..62, 64..75",
			"in thread 0"}, "= lane"},
		{"-pattern block-reduce -block 77 -all", []string{" in every thread"}, "every lane"},
		{"-pattern down-reduce -width 7", []string{"c0 = lane is a member", "c1 = lane in 0..5, 7..12, 14..19, 21..26",
			" in lanes 0, 7, 14, 21"}, "thread"},
		{"-pattern sort -width 2 -n 2 -value int8", []string{"y0 = value of n0", "y1 = value of n1",
			"value[1] = y1 in every lane"}, "thread"},
		{"-pattern rotate -width 7 -delta 2", []string{"source by rotate 2 in segments of 7 is a member"}, "thread"},
	} {
		s, err := spec.ParseArgs(strings.Fields(test.args))
		if err != nil {
			t.Fatal(err)
		}
		n, err := Build(s)
		if err != nil {
			t.Fatal(err)
		}
		var text string
		for _, step := range n.Text() {
			text += strings.Join(step.Lines, "\n") + "\n"
		}
		for _, want := range test.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", test.args, want, text)
			}
		}
		if strings.Contains(text, test.not) || strings.Contains(text, caller) {
			t.Errorf("%s: %q or %q in\n%s", test.args, test.not, caller, text)
		}
	}
}
