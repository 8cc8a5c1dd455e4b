package cuda

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen/internal/rowfn"
)

// TestUnknownOperation: an operation or a name that nothing prints is an error, not a call.
func TestUnknownOperation(t *testing.T) {
	x := rowfn.E{Op: "x"}
	for _, e := range []rowfn.E{{Op: "cbrt", Args: []rowfn.E{x}}, {Op: "apply", Args: []rowfn.E{x, x}}, {Op: "level"}} {
		r := &rowApply{name: "f"}
		text := r.text(rowfn.E{Op: "add", Args: []rowfn.E{x, e}}, "x", 0)
		if r.err == nil || !strings.Contains(r.err.Error(), e.Op) {
			t.Errorf("%s: %v", text, r.err)
		}
	}
	r := &rowApply{name: "f"}
	if text := r.text(rowfn.E{Op: "rsqrt", Args: []rowfn.E{x}}, "y", 0); text != "f_rsqrt(y)" || r.err != nil {
		t.Errorf("%s, %v", text, r.err)
	}
}
