package gen_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
)

// TestDrawGolden compares figures with testdata/draw: a butterfly, lanes without a segment, a scan of some members,
// redux, an exchange of elements, an argmax, which is a figure without sets, and a row.
func TestDrawGolden(t *testing.T) {
	for name, c := range map[string]struct {
		args    string
		members uint32
	}{
		"butterfly": {"-pattern xor-reduce -width 8", 0xffffffff},
		"width12":   {"-pattern reduce -width 12 -type float32", 0x5a5a1234},
		"scan":      {"-pattern inclusive-scan -width 16", 0x0000ff03},
		"redux":     {"-pattern reduce -arch sm_90", 0xffffffff},
		"rotate":    {"-pattern rotate -width 5 -delta -2", 0xffffffff},
		"argmax":    {"-pattern reduce -op argmax -width 4", 0xffffffff},
		"row":       {"-pattern row-reduce -cols 20 -type float32", 0xffffffff},
	} {
		f, err := gen.Draw(specOf(t, c.args), gen.CUDA, gen.DrawOptions{Members: c.members})
		if err != nil {
			t.Fatalf("%s: %v", c.args, err)
		}
		path := filepath.Join("testdata", "draw", name+".txt")
		if *update {
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(f.Text()), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), f.Text()); diff != "" {
			t.Errorf("%s: go test ./gen -update writes it:\n%s", c.args, diff)
		}
	}
}

// TestDrawAll draws a sample of the catalogue, of both languages, as well-formed SVG.
func TestDrawAll(t *testing.T) {
	i, drawn := 0, 0
	for s := range catalogue.All() {
		if i++; i%997 != 0 || s.Shape().Block() || s.Shape().Row() {
			continue
		}
		for _, l := range gen.Langs() {
			f, err := gen.Draw(s, l, gen.DrawOptions{Members: 0x0f0f1234})
			if err != nil {
				t.Errorf("%s: %s: %v", s.Header(), l, err)
				continue
			}
			drawn++
			for d := xml.NewDecoder(bytes.NewReader(f.SVG())); ; {
				token, err := d.Token()
				if token == nil {
					if err.Error() != "EOF" {
						t.Errorf("%s: %s: %v", s.Header(), l, err)
					}
					break
				}
			}
		}
	}
	if drawn < 50 {
		t.Errorf("%d figures", drawn)
	}
}

// TestDrawSets wants each figure of a reduction to end with every member of the segment in its
// lane, whatever the network.
func TestDrawSets(t *testing.T) {
	for _, args := range []string{
		"-pattern reduce -width 32", "-pattern reduce -arch sm_90", "-pattern reduce -width 12 -type float64",
		"-pattern xor-reduce -width 8 -type float32 -order far", "-pattern reduce -width 31 -op max",
	} {
		s := specOf(t, args)
		f, err := gen.Draw(s, gen.CUDA, gen.DrawOptions{Members: 0xffffffff})
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(f.Text()), "\n")
		last := strings.Fields(strings.ReplaceAll(lines[len(lines)-1], "|", ""))
		for lane := range spec.WarpSize / s.Width * s.Width {
			if want := s.Width; last[1+lane] != strconv.Itoa(want) {
				t.Errorf("%s: lane %d ends with %s elements, want %d", args, lane, last[1+lane], want)
			}
		}
	}
}

// TestDrawRows: the threads of a row begin with its columns and end with all of them; those without one take no part.
func TestDrawRows(t *testing.T) {
	for cols, threads := range map[int]int{5: 2, 100: 32, 777: 32, 1500: 64, 2048: 64} {
		s := specOf(t, fmt.Sprintf("-pattern row-reduce -type float32 -cols %d", cols))
		f, err := gen.Draw(s, gen.CUDA, gen.DrawOptions{})
		if err != nil {
			t.Fatal(err)
		}
		held := func(line string) (all []int) {
			for _, word := range strings.Fields(strings.ReplaceAll(line, "|", ""))[1:] {
				n, _ := strconv.Atoi(word)
				all = append(all, n)
			}
			return all
		}
		lines := strings.Split(strings.TrimSpace(f.Text()), "\n")
		begin, end := 0, held(lines[len(lines)-1])
		for _, n := range held(lines[5])[:threads] {
			begin += n
		}
		if begin != cols || end[0] != cols {
			t.Errorf("%d columns: threads begin with %d, and thread 0 ends with %d:\n%s", cols, begin, end[0], f.Text())
		}
	}
}

// TestDrawBlocks: after the last step, the threads that have a result hold the elements that it is made of.
func TestDrawBlocks(t *testing.T) {
	for args, scans := range map[string]bool{
		"-pattern block-reduce -block 40":                    false,
		"-pattern block-reduce -block 64 -mask full":         false,
		"-pattern block-inclusive-scan -block 64 -mask full": true,
		"-pattern block-inclusive-scan -block 33":            true,
	} {
		s := specOf(t, args)
		for _, l := range gen.Langs() {
			f, err := gen.Draw(s, l, gen.DrawOptions{})
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimSpace(f.Text()), "\n")
			last := strings.Fields(strings.ReplaceAll(lines[len(lines)-1], "|", ""))[1:]
			for thread, got := range last {
				want := strconv.Itoa(thread + 1)
				switch {
				case scans:
				case thread == 0:
					want = strconv.Itoa(s.Lanes())
				default:
					want = "."
				}
				if got != want {
					t.Errorf("%s, %s: thread %d ends with %s elements, want %s", args, l, thread, got, want)
				}
			}
			if len(last) != s.Lanes() || !strings.Contains(string(f.SVG()), "thread 32: ") {
				t.Errorf("%s, %s: %d threads in the last row", args, l, len(last))
			}
		}
	}
}

// TestDrawLargeBlocks: of more than 64 threads a figure has the first warp and the last one, and counts all.
func TestDrawLargeBlocks(t *testing.T) {
	for args, threads := range map[string]int{
		"-pattern block-reduce -block 65":                       33,
		"-pattern block-reduce -block 256":                      64,
		"-pattern block-inclusive-scan -block 1000 -mask full":  40,
		"-pattern row-reduce -cols 2500 -type float32":          64,
		"-pattern row-reduce -cols 2049..2500 -type float32":    64,
		"-pattern block-reduce -block 1024 -mask full -op prod": 64,
	} {
		s := specOf(t, args)
		f, err := gen.Draw(s, gen.CUDA, gen.DrawOptions{})
		if err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprint(s.Lanes())
		if s.Cols() > 0 {
			want = fmt.Sprint(s.Cols())
		}
		lines := strings.Split(strings.TrimSpace(f.Text()), "\n")
		last := strings.Fields(strings.NewReplacer("|", "", "…", "").Replace(lines[len(lines)-1]))[1:]
		got := last[0]
		if strings.Contains(args, "scan") {
			got = last[len(last)-1]
		}
		if got != want || len(last) != threads || strings.Count(string(f.SVG()), "<circle") != threads*len(f.Titles()) {
			t.Errorf("%s: %d threads in the last row, a result of %s elements, want %d and %s", args, len(last), got,
				threads, want)
		}
		if !strings.Contains(lines[2], "31 | … ") {
			t.Errorf("%s: no sign of threads that are not drawn: %q", args, lines[2])
		}
	}
}

// rowsOf are what threads hold in the rows of a figure: by row, then thread with a column.
func rowsOf(t *testing.T, args string) (titles []string, rows [][]int) {
	f, err := gen.Draw(specOf(t, args), gen.CUDA, gen.DrawOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(f.Text(), "\n") {
		if words := strings.Fields(strings.NewReplacer("|", "", "…", "").Replace(line)); strings.HasPrefix(line, "holds") {
			var row []int
			for _, word := range words[1:] {
				n, _ := strconv.Atoi(word)
				row = append(row, n)
			}
			rows = append(rows, row)
		}
	}
	if titles = f.Titles(); len(titles) != len(rows) {
		t.Fatalf("%s: %d steps, %d of them hold something", args, len(titles), len(rows))
	}
	return titles, rows
}

// TestDrawApply: before a reduction of row-apply starts, and at its end, every thread has all columns of the row; their
// distances are those of the shuffles in the CUDA.
func TestDrawApply(t *testing.T) {
	for args, want := range map[string]struct{ cols, reductions int }{
		"-pattern row-apply -type float32 -f softmax -cols 100":                              {100, 2},
		"-pattern row-apply -type float32 -f rms-norm -cols 1024":                            {1024, 1},
		"-pattern row-apply -type float32 -f layer-norm -in bfloat16 -cols 3000":             {3000, 2},
		"-pattern row-apply -type float32 -f softmax -cols 1..1024":                          {1024, 2},
		"-pattern row-apply -type float32 -f layer-norm-grad -cols 512 -in float16 -aligned": {512, 4},
		"-pattern row-apply -type float32 -f cross-entropy -in bfloat16 -cols 50257":         {50257, 2},
		"-pattern row-apply -type float32 -f residual-rms-norm -in bfloat16 -cols 777":       {777, 1},
		"-pattern row-apply -type float32 -f log-softmax -cols 16384 -arch sm_80":            {16384, 2},
	} {
		titles, rows := rowsOf(t, args)
		distances, starts := map[string]bool{}, 0
		for i, title := range titles {
			if d, ok := strings.CutPrefix(title, "Distance "); ok {
				distances[d[:strings.Index(d, ":")]] = true
				continue
			}
			if !strings.HasPrefix(title, "Each thread takes") && !strings.HasPrefix(title, "Each thread combines") &&
				i < len(titles)-1 {
				continue
			}
			if starts++; starts == 1 {
				continue
			}
			for thread, n := range rows[i-1] {
				if n != want.cols {
					t.Errorf("%s: before step %d thread %d has %d columns", args, i, thread, n)
				}
			}
		}
		if starts != want.reductions+1 {
			t.Errorf("%s: %d reductions, want %d: %q", args, starts-1, want.reductions, titles)
		}
		emitted := map[string]bool{}
		for _, m := range shuffled.FindAllStringSubmatch(cudaOf(t, args), -1) {
			emitted[m[1]] = true
		}
		if diff := cmp.Diff(emitted, distances); diff != "" {
			t.Errorf("%s: distances in the CUDA, in the picture:\n%s", args, diff)
		}
	}
}

var shuffled = regexp.MustCompile(`__shfl_xor_sync\([^;]*, (\d+)(?:, \d+)?\)`)

// TestDrawArrays: a block of grid-reduce ends with a chunk, and the last one with all chunks.
func TestDrawArrays(t *testing.T) {
	for args, want := range map[string][2]int{
		"-pattern grid-reduce -type float32":            {8192, 123},
		"-pattern grid-reduce -type int8":               {32768, 31},
		"-pattern grid-reduce -type float64 -op argmin": {4096, 245},
	} {
		titles, rows := rowsOf(t, args)
		second := slices.IndexFunc(titles, func(title string) bool { return strings.HasPrefix(title, "The block that") })
		if second < 1 || rows[second-1][0] != want[0] || rows[len(rows)-1][0] != want[1] {
			t.Errorf("%s: %v in step %d, and %v in the last", args, rows[second-1], second-1, rows[len(rows)-1])
		}
	}
}
