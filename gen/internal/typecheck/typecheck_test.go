package typecheck_test

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen/internal/typecheck"
	"github.com/shflgen/shflgen/spec"
)

func TestCheck(t *testing.T) {
	s := spec.NewSpec(spec.Reduce)
	for _, c := range []struct{ body, says string }{
		{"import \"math\"\n\nfunc F(x uint32) float32 { return math.Float32frombits(x) }", ""},
		{"func F(x uint32) {\n\ty := x\n}", "declared and not used"},
		{"import \"math\"\n\nfunc F() {}", "imported and not used"},
		{"import \"math\"\n\nfunc F(x uint32) float32 { return math.Missing(x) }", "Missing"},
		{"func F(x float32) float32 { return fCbrt(x) }", "undefined: fCbrt"},
		{"import \"example.com/other\"\n\nfunc F(x float32) float32 { return other.Op(x, x) }", ""},
		{"import \"example.com/other\"\n\nfunc F(x float32) { y := other.Op(x, x) }", "declared and not used"},
	} {
		err := typecheck.Check(s, []byte("package p\n\n"+c.body+"\n"))
		if c.says == "" {
			if err != nil {
				t.Errorf("%s:\n%v", c.body, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "-pattern reduce") {
			t.Errorf("%s:\n%v, want %q and the spec", c.body, err, c.says)
		}
	}
}
