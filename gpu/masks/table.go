package masks

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// Report is the result of a run.
type Report struct {
	GPU, Arch, Driver, NVRTC, Date string

	Planted int // faults planted, each found at the least mask on which the function differs
	Results []Result
}

// row is the row of one mask mode, pattern, type and op.
type row struct {
	what      string
	widths    []int
	functions int
	compared  uint64
	differ    uint64
	seconds   float64
}

// Table prints reports of one machine as Markdown, one row for each mask mode, pattern,
// type and op.
func Table(reports []Report) (string, error) {
	if len(reports) == 0 {
		return "", errors.New("no reports")
	}
	first := reports[0]
	var rows []*row
	of := map[string]*row{}
	planted, functions := 0, 0
	var total row
	least := uint64(All)
	for _, r := range reports {
		if r.GPU != first.GPU || r.Driver != first.Driver || r.NVRTC != first.NVRTC {
			return "", fmt.Errorf("reports of different machines: %s, driver %s, NVRTC %s, and %s, driver %s, NVRTC %s",
				first.GPU, first.Driver, first.NVRTC, r.GPU, r.Driver, r.NVRTC)
		}
		planted += r.Planted
		for _, one := range r.Results {
			s, err := spec.ParseArgs(strings.Fields(one.Flags))
			if err != nil {
				return "", err
			}
			what := fmt.Sprintf("%s | %s | %s | ", s.Mask, s.Pattern, s.Type)
			if s.Pattern.Reduces() {
				what += s.Op.String()
			}
			if of[what] == nil {
				of[what] = &row{what: what}
				rows = append(rows, of[what])
			}
			for _, to := range []*row{of[what], &total} {
				to.widths = append(to.widths, s.Width)
				to.functions++
				to.compared += one.Compared
				to.differ += one.Differ
				to.seconds += one.Seconds
			}
			functions++
			least = min(least, one.Masks)
		}
	}
	slices.SortFunc(rows, func(a, b *row) int { return strings.Compare(a.what, b.what) })
	var b strings.Builder
	fmt.Fprintf(&b, `# Emitted CUDA on every mask

Each function ran on all masks from 0 to %d. The same kernel computes a reference without
shuffles, in shared memory. It compares every lane that the contract names bit for bit, with its
pred or index. The inputs depend on mask, lane and a seed. In mask mode active only members
make the call, and only members are compared.

| | |
| --- | --- |
| GPU | %s (%s) |
| driver | %s |
| compiler | NVRTC %s |
| date | %s |
| functions | %d |
| lanes compared | %d |
| lanes that differ | %d |
| faults planted, each found at the least mask on which the function differs | %d |
| time of the kernels | %.0f s |

| mask | pattern | type | op | widths | functions | lanes compared | differ |
| --- | --- | --- | --- | --- | --: | --: | --: |
`, least-1, first.GPU, first.Arch, first.Driver, first.NVRTC, first.Date,
		functions, total.compared, total.differ, planted, total.seconds)
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %d |\n", r.what, ranges(r.widths), r.functions, r.compared, r.differ)
	}
	return b.String(), nil
}

// ranges prints numbers in order; three or more in a row as first–last.
func ranges(x []int) string {
	slices.Sort(x)
	x = slices.Compact(x)
	var parts []string
	for i := 0; i < len(x); {
		j := i
		for j+1 < len(x) && x[j+1] == x[j]+1 {
			j++
		}
		if j-i < 2 {
			j = i
			parts = append(parts, fmt.Sprint(x[i]))
		} else {
			parts = append(parts, fmt.Sprintf("%d–%d", x[i], x[j]))
		}
		i = j + 1
	}
	return strings.Join(parts, ", ")
}
