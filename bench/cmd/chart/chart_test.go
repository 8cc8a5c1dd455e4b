package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
)

const results = "../../cuda/RESULTS.md"

// TestFresh: the checked-in chart shows the checked-in results.
func TestFresh(t *testing.T) {
	text, err := os.ReadFile(results)
	if err != nil {
		t.Fatal(err)
	}
	read, err := read(string(text))
	if err != nil {
		t.Fatal(err)
	}
	few, err := read.only(shown)
	if err != nil {
		t.Fatal(err)
	}
	if height := top + len(few.rows)*(2*bar+gap) + bottom; height > 700 {
		t.Errorf("the short chart is %d pixels high, want at most 700", height)
	}
	for _, r := range read.rows {
		if width := 6 * len(r.work); width > left-10 {
			t.Errorf("%q is about %d pixels wide, and has %d", r.work, width, left-10)
		}
	}
	for name, want := range map[string]table{"ratios.svg": read, "ratios_short.svg": few} {
		have, err := os.ReadFile("../../cuda/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(draw(want), have) {
			t.Errorf("%s is stale; run make -C bench/cuda chart", name)
		}
	}
}

const sample = `# Title

A machine, today.

| work | latency | best peer | ratio | throughput | best peer | ratio |
| --- | --: | --: | --: | --: | --: | --: |
| won <a> | 1.0 | 4.0 CUB | **4.00** | 8.0 | 4.0 CUB | **2.00** |
| lost | 4.0 | 2.0 CUB | **0.50** | 1.0 | 4.0 CUB | **0.25** |
| to come | – | 2.0 CUB | – | – | 4.0 CUB | – |

| work | registers |
| --- | --: |
| won | 16 |
`

// TestDraw: slower rows are drawn in their own colours, left of the line at 1.
func TestDraw(t *testing.T) {
	tab, err := read(sample)
	if err != nil {
		t.Fatal(err)
	}
	if want := (row{"lost", 0.5, 0.25}); len(tab.rows) != 2 || tab.rows[1] != want || tab.setting != "A machine, today." {
		t.Fatalf("%+v", tab)
	}
	svg := draw(tab)
	for dec := xml.NewDecoder(bytes.NewReader(svg)); ; {
		if _, err := dec.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
	}
	// The scale goes from 1/4 to 4 over 560 pixels, 140 for a factor of 2.
	for _, want := range []string{
		`<rect x="720.0" y="84.0" width="280.0" height="8" fill="#2f6f9f"/>`,
		`<rect x="720.0" y="92.0" width="140.0" height="8" fill="#8fbfdc"/>`,
		`<rect x="580.0" y="108.0" width="140.0" height="8" fill="#b5432a"/>`,
		`<rect x="440.0" y="116.0" width="280.0" height="8" fill="#e8a08f"/>`,
		`>won &lt;a&gt;<`, `>A machine, today.<`,
	} {
		if !bytes.Contains(svg, []byte(want)) {
			t.Errorf("the chart lacks %s:\n%s", want, svg)
		}
	}
	if bytes.Contains(svg, []byte("to come")) {
		t.Error("a row without a ratio is drawn")
	}
}

// TestRefused: a file without a table of ratios is an error.
func TestRefused(t *testing.T) {
	for name, text := range map[string]string{
		"no table":    "# Title\n\nNothing.\n",
		"one ratio":   strings.Replace(sample, "| ratio |\n", "| other |\n", 1),
		"no number":   strings.Replace(sample, "**4.00**", "**fast**", 1),
		"a zero":      strings.Replace(sample, "**4.00**", "**0.00**", 1),
		"a short row": strings.Replace(sample, "| 8.0 | 4.0 CUB | **2.00** |", "|", 1),
	} {
		if _, err := read(text); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
