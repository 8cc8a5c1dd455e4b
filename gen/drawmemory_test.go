package gen_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
)

// cudaOf is the CUDA file of a spec.
func cudaOf(t *testing.T, args string) string {
	files, err := gen.Generate(specOf(t, args), gen.Options{Langs: []gen.Lang{gen.CUDA}})
	if err != nil {
		t.Fatal(err)
	}
	return string(slices.Collect(maps.Values(files))[0])
}

var (
	// left is how lanes of a scan take in lanes before them, and tree how they take in lanes after them.
	left = regexp.MustCompile(`left\d* = [^;]*__shfl_up_sync\([^;]*, (\w+)\);`)
	tree = regexp.MustCompile(`__shfl_down_sync\([^;]*, (\w+)\)\);`)
	loop = regexp.MustCompile(`for \(unsigned d = 1u; d < 32u; d \*= 2u\)`)

	drawn = regexp.MustCompile(`^Distance (\d+): lane i takes in lane i([+-])\d+\.$`)
)

// TestDrawScans: a thread of the last warp ends the tile with the strips before its own, and the levels with the tiles
// before its own; distances are those of the shuffles in the CUDA, each as often as there.
func TestDrawScans(t *testing.T) {
	for args, want := range map[string]struct{ strips, tiles int }{
		"-pattern grid-inclusive-scan -type float32":           {3 * 1024, 244},
		"-pattern grid-exclusive-scan -type float64":           {7 * 512, 244},
		"-pattern grid-inclusive-scan -type int8 -op max":      {3 * 1024, 244},
		"-pattern grid-exclusive-scan -type int32 -in int16":   {3 * 1024, 244},
		"-pattern grid-inclusive-scan -type uint64 -op prod":   {7 * 512, 244},
		"-pattern grid-inclusive-scan -type int32 -map square": {3 * 1024, 244},
	} {
		titles, rows := rowsOf(t, args)
		second := slices.IndexFunc(titles, func(title string) bool { return strings.HasPrefix(title, "Before tile 244") })
		if second < 1 {
			t.Fatalf("%s: no second stage in %q", args, titles)
		}
		if ends, last := rows[second-1], rows[len(rows)-1]; ends[len(ends)-1] != want.strips || ends[0] != 0 ||
			slices.Min(last) != want.tiles || slices.Max(last) != want.tiles {
			t.Errorf("%s: %v in step %d, and %v in the last; want %v", args, ends, second-1, last, want)
		}
		var emitted, shown []string
		src := cudaOf(t, args)
		add := func(sign string, all [][]string) {
			for _, m := range all {
				if m[1] != "d" {
					emitted = append(emitted, sign+m[1])
					continue
				}
				for d := 1; loop.MatchString(src) && d < spec.WarpSize; d *= 2 {
					emitted = append(emitted, fmt.Sprint(sign, d))
				}
			}
		}
		add("-", left.FindAllStringSubmatch(src, -1))
		add("+", tree.FindAllStringSubmatch(src, -1))
		for _, title := range titles {
			if m := drawn.FindStringSubmatch(title); m != nil {
				shown = append(shown, m[2]+m[1])
			}
		}
		slices.Sort(emitted)
		slices.Sort(shown)
		if diff := cmp.Diff(emitted, shown); diff != "" {
			t.Errorf("%s: distances in the CUDA, in the picture:\n%s", args, diff)
		}
	}
}

var (
	leaves = regexp.MustCompile(`parts\[warp\]\[(?:aligned \? (lane[^:]*) : )?(lane [^]]*)\] = partial\[\d\];`)
	takes  = regexp.MustCompile(`z\d = parts\[(\d+)\]\[threadIdx\.x\];`)
	place  = regexp.MustCompile(`^lane(?: \* (\d+)u)? \+ (\d+)u$`)
)

// TestDrawColumns: thread t ends with all rows of a chunk, and then with all chunks; it reads the threads that left
// column t of their warp in the shared memory of the CUDA.
func TestDrawColumns(t *testing.T) {
	for _, args := range []string{
		"-pattern col-reduce -type float32", "-pattern col-reduce -type int8 -op max",
		"-pattern col-reduce -type float64 -op minimum", "-pattern col-reduce -type float32 -in bfloat16 -map product",
	} {
		src := cudaOf(t, args)
		at := func(text string) func(lane int) int {
			m := place.FindStringSubmatch(strings.TrimSpace(text))
			if m == nil {
				t.Fatalf("%s: a thread leaves a column at %q", args, text)
			}
			times, err := strconv.Atoi(m[1])
			if err != nil {
				times = 1
			}
			plus, _ := strconv.Atoi(m[2])
			return func(lane int) int { return times*lane + plus }
		}
		stages := make([]map[int]int, 2) // the lane that leaves a column
		stages[0], stages[1] = map[int]int{}, map[int]int{}
		for _, m := range leaves.FindAllStringSubmatch(src, -1) {
			stage, of := 1, at(m[2])
			if m[1] != "" {
				stage, of = 0, at(m[1])
			}
			for lane := range spec.WarpSize {
				stages[stage][of(lane)] = lane
			}
		}
		var warps []int
		for _, m := range takes.FindAllStringSubmatch(src, -1) {
			warp, _ := strconv.Atoi(m[1])
			warps = append(warps, warp)
		}
		f, err := gen.Draw(specOf(t, args), gen.CUDA, gen.DrawOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var want strings.Builder
		for stage, of := range stages {
			of8 := warps[stage*len(warps)/2 : (stage+1)*len(warps)/2]
			for thread := range len(of) {
				for _, warp := range of8 {
					if from := warp*spec.WarpSize + of[thread]; from != thread && thread < spec.WarpSize {
						fmt.Fprintln(&want, thread, "reads", from)
					}
				}
			}
		}
		if diff := cmp.Diff(want.String(), readsOf(f.Text())); diff != "" {
			t.Errorf("%s: reads in the CUDA, in the picture:\n%s", args, diff)
		}
		if _, rows := rowsOf(t, args); rows[1][0] != 1024 || rows[3][0] != 64 || len(warps) != 16 {
			t.Errorf("%s: %v, and %v in the last; %d reads", args, rows[1], rows[3], len(warps))
		}
	}
}

// readsOf is what the threads of the first warp read in a figure.
func readsOf(text string) string {
	var b strings.Builder
	for _, step := range strings.Split(text, "\n\n") {
		for thread := range spec.WarpSize {
			for _, line := range strings.Split(step, "\n") {
				words := strings.Fields(line)
				if len(words) > 0 && words[0] == "reads" && words[1+thread] != "." {
					fmt.Fprintln(&b, thread, "reads", words[1+thread])
				}
			}
		}
	}
	return b.String()
}

// TestDrawRefuses: rows of a thread, and memory in Go, have no figure.
func TestDrawRefuses(t *testing.T) {
	for args, refused := range map[string][]gen.Lang{
		"-pattern row-reduce -cols 3":                         gen.Langs(),
		"-pattern row-apply -f softmax -cols 4 -type float32": gen.Langs(),
		"-pattern row-reduce -cols 300":                       {gen.Go},
		"-pattern grid-reduce":                                {gen.Go},
		"-pattern grid-inclusive-scan":                        {gen.Go},
		"-pattern col-reduce":                                 {gen.Go},
	} {
		for _, l := range refused {
			if _, err := gen.Draw(specOf(t, args), l, gen.DrawOptions{}); err == nil ||
				!strings.Contains(err.Error(), "draw takes patterns of a warp") {
				t.Errorf("%s: %v", args, err)
			}
		}
	}
}
