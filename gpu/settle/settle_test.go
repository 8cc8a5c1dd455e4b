package settle

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
)

// TestDrivers compiles a driver of each mask mode of a tree and a scan.
func TestDrivers(t *testing.T) {
	nvcc, err := compile.FindNVCC()
	if err != nil {
		t.Skip(err)
	}
	for _, p := range []spec.Pattern{spec.DownReduce, spec.InclusiveScan} {
		for _, m := range p.MaskModes() {
			s := spec.NewSpec(p)
			s.Mask, s.Width = m, 15
			src, err := driver(s)
			if err != nil {
				t.Fatal(err)
			}
			ptx, err := nvcc.PTX([]byte(src), "sm_90")
			if err != nil {
				t.Errorf("%s with -mask %s: %.2000s", p, m, err)
				continue
			}
			calls := strings.Count(string(ptx), "mutant")
			if calls == 0 {
				t.Errorf("%s with -mask %s: no call of the mutant", p, m)
			}
		}
	}
}
