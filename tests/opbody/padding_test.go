package opbody_test

import (
	"context"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/opbody"
	"github.com/shflgen/shflgen/tests/extent"
)

// TestPadding proves a function that exchanges structs with padding, which unoptimised code copies now in bytes and now
// in words, and none that reads the padding, or a field that nothing was written to.
func TestPadding(t *testing.T) {
	nvcc, err := compile.FindNVCC()
	if err != nil {
		extent.Missing(t, err)
	}
	right := body(t, "Order")
	prove := func(from, to string) opbody.Report {
		t.Helper()
		b := right
		b.Source = []byte(strings.Replace(string(right.Source), from, to, 1))
		if from != to && string(b.Source) == string(right.Source) {
			t.Fatalf("no %q", from)
		}
		r, err := opbody.Prove(context.Background(), b, []opbody.Build{{Compiler: nvcc,
			Build: compile.Build{Arch: "sm_90", Level: "O0", Lax: true}}})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := prove("", ""); r.Verdict() != opbody.Proved {
		t.Errorf("%+v", r)
	}
	for _, f := range []struct{ what, from, to string }{
		{"a field left out", "order_padded r = order_padded{a.lo, b.hi, (signed char)((unsigned)a.n + (unsigned)b.n)};",
			"order_padded r;\n    r.lo = a.lo;\n    r.hi = b.hi;"},
		{"a field that is not exchanged", "        r = s;\n", "        r.lo = s.lo;\n        r.hi = s.hi;\n"},
		{"a field of padding", "    return t;\n", "    t.n = ((const signed char *)&t)[17];\n    return t;\n"},
		{"a field of the padding within", "    return t;\n", "    t.n = ((const signed char *)&t.hi)[5];\n    return t;\n"},
		{"a field of the word's upper bytes", "    return t;\n",
			"    t.n = (signed char)(*(const unsigned *)&t.n >> 8);\n    return t;\n"},
		{"a way by the padding", "    return t;\n",
			"    if (*(const unsigned *)&t.n > 255u)\n        t.n = t.n;\n    return t;\n"},
	} {
		if r := prove(f.from, f.to); r.Verdict() == opbody.Proved {
			t.Errorf("%s: proved", f.what)
		} else {
			t.Logf("%s: %+v", f.what, r)
		}
	}
}
