package golang

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen/internal/rowfn"
)

// TestUnknownOperation: an operation or a name that nothing prints is an error, not a call.
func TestUnknownOperation(t *testing.T) {
	x := rowfn.E{Op: "x"}
	for _, e := range []rowfn.E{{Op: "cbrt", Args: []rowfn.E{x}}, {Op: "level"}, {Op: "map", Args: []rowfn.E{x}}} {
		r := &rowApply{prefix: "f"}
		r.expr(rowfn.E{Op: "add", Args: []rowfn.E{x, e}}, id)
		if r.err == nil || !strings.Contains(r.err.Error(), e.Op) {
			t.Errorf("%v: %v", e, r.err)
		}
	}
	r := &rowApply{prefix: "f"}
	if r.expr(rowfn.E{Op: "rsqrt", Args: []rowfn.E{x}}, id); r.err != nil {
		t.Error(r.err)
	}
}
