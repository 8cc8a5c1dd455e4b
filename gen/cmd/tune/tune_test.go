package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// most is what the model may lose on measurements, in the mean.
const most = 0.02

func h200(t *testing.T) []choice {
	t.Helper()
	all, err := measured("testdata/h200.txt")
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestModel: the constants in use lose little on what was measured, and more without each that says how rows lie.
func TestModel(t *testing.T) {
	all := h200(t)
	if mean, _ := loss(network.RowModel, all); mean > most {
		t.Errorf("%.2f %% longer than the best in the mean, want at most %.1f %%", 100*mean, 100*most)
	}
	for name, spoil := range map[string]func(*network.RowCosts){
		"a start":   func(c *network.RowCosts) { c.LaneStart, c.MatrixStart = 0, 0 },
		"vectors":   func(c *network.RowCosts) { c.VectorTime = 0 },
		"pieces":    func(c *network.RowCosts) { c.PieceTime = 0 },
		"the bytes": func(c *network.RowCosts) { c.ByteTime = 0 },
		"odd rows":  func(c *network.RowCosts) { c.Odd.VectorTime, c.Odd.OneByOne = 0, 0 },
	} {
		c := network.RowModel
		spoil(&c)
		if mean, _ := loss(c, all); mean <= most {
			t.Errorf("without %s: %.2f %%, no more than with it", name, 100*mean)
		}
	}
}

// TestFit: constants that are off come back to where little is lost.
func TestFit(t *testing.T) {
	all, c := h200(t), network.RowModel
	c.LaneStart, c.VectorTime, c.PieceTime = 3*c.LaneStart, c.VectorTime/3, 3*c.PieceTime
	before, _ := loss(c, all)
	after, _ := loss(fitted(c, all), all)
	if before <= most || after > most {
		t.Errorf("%.2f %% before, %.2f %% after", 100*before, 100*after)
	}
}

// TestParse: a line that is not understood is an error.
func TestParse(t *testing.T) {
	for line, want := range map[string]string{
		"softmax bfloat16 160 8192":                                      "want a function",
		"smallmax bfloat16 160 8192 32:1":                                "no spec of smallmax",
		"softmax float16 160 8192 32:1":                                  "no spec of softmax float16",
		"softmax bfloat16 160 8192 32:4.3 16:3.9 8:3.5 2:4":              "no time with 4 lanes",
		"softmax bfloat16 160 8192 32:4.3 16:3.9 8:fast 4:3.8 2:4":       "8:fast: want a time",
		"softmax bfloat16 160 8192 32:4.3 16:3.9 8:3.5 4:3.8 2:4":        "",
		"residual-rms-norm float32 160 65536 32:9 16:8 8:7.5 4:7.25 2:9": "",
	} {
		_, err := parse(strings.Fields(line))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
}

// TestWrite: a kernel is written for each choice, and so many lanes share a row in it.
func TestWrite(t *testing.T) {
	folder := t.TempDir()
	s := of(spec.RMSNorm, spec.StoredBfloat16, 160)
	if err := write(folder, []spec.Spec{s}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(folder, kernelsFile))
	if err != nil {
		t.Fatal(err)
	}
	var all []kernel
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{
		"32": "for 8 rows", "16": "for 8 rows", "8": "for 8 rows", "4": "for 16 rows", "2": "for 32 rows",
	}
	if len(all) != len(rows) {
		t.Fatalf("%d kernels, want %d", len(all), len(rows))
	}
	for _, k := range all {
		text, err := os.ReadFile(filepath.Join(folder, k.File))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), rows[k.Lanes]) {
			t.Errorf("%s: no block %s", k.File, rows[k.Lanes])
		}
	}
}
