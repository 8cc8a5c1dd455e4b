package main

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// TestRender: ratios are taken round by round, and the table names sources that do not compile.
func TestRender(t *testing.T) {
	ms := func(all ...time.Duration) [][]time.Duration {
		for i := range all {
			all[i] *= time.Millisecond
		}
		return [][]time.Duration{all}
	}
	text := render([]unit{{name: "empty"}, {name: "ours"}, {name: "slow", peer: true}, {name: "none", peer: true}},
		[][][]time.Duration{ms(10, 100, 10), ms(20, 110, 20), ms(100, 5000, 1000), {nil}},
		[][]error{{nil}, {nil}, {nil}, {errors.New("no header")}}, "a machine")
	for _, want := range []string{
		"\n| empty | 10.0 | **1.00** | 0.50 |\n",
		"\n| ours | 20.0 | **2.00** | 1.00 |\n",
		"\n| slow | 1000.0 | **50.00** | 45.45 |\n",
		"\n| none | does not compile | | |\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestCases: emitted code includes no header, a peer its own header, and each source has a kernel.
func TestCases(t *testing.T) {
	units, err := cases()
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range units {
		if got, want := strings.Count(u.source, "#include"), strings.Count(u.name, "<"); got != want {
			t.Errorf("%s includes %d headers, want %d", u.name, got, want)
		}
		if !strings.Contains(u.source, " void k(") {
			t.Errorf("%s has no kernel", u.name)
		}
	}
}
