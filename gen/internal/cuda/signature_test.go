package cuda

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shflgen/shflgen/spec"
)

func specOf(t *testing.T, args string) spec.Spec {
	t.Helper()
	s, err := spec.ParseArgs(strings.Fields(args))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSignature(t *testing.T) {
	for args, want := range map[string]string{
		"-pattern reduce -type float32":                            "float (unsigned mask, float v)",
		"-pattern reduce -mask full -type int8":                    "signed char (signed char v)",
		"-pattern shfl-up -delta 1":                                "int (unsigned mask, int v, bool *pred)",
		"-pattern reduce -op argmax -type float16 -mask active":    "__half (unsigned mask, __half v, int *idx)",
		"-pattern keyed-reduce -key uint64":                        "int (unsigned mask, unsigned long long key, int v)",
		"-pattern batch-reduce -n 1 -mask full -type uint64":       "void (unsigned long long (&v)[1])",
		"-pattern batch-reduce -n 5":                               "void (unsigned mask, int (&v)[5])",
		"-pattern block-reduce -block 100 -type bfloat16x2":        "__nv_bfloat162 (bool member, __nv_bfloat162 v)",
		"-pattern block-reduce -block 100 -mask full -type uint16": "unsigned short (unsigned short v)",
	} {
		shape := specOf(t, args).Shape()
		if got := returns(shape) + " (" + paramsOf(shape).String() + ")"; got != want {
			t.Errorf("%s: %s, want %s", args, got, want)
		}
	}
}

// TestEveryRoleHasAParameter covers ports by hand, which no pattern has together.
func TestEveryRoleHasAParameter(t *testing.T) {
	element := spec.Port{Role: spec.ElementRole, Type: spec.Int16, Count: 3, Array: true}
	shape := spec.Shape{
		Lanes: 32,
		In: []spec.Port{
			{Role: spec.KeyRole, Type: spec.Uint32, Count: 1}, {Role: spec.MaskRole, Type: spec.Uint32, Count: 1}, element,
		},
		Out: []spec.Port{element, {Role: spec.PredRole, Type: spec.Uint32, Count: 1},
			{Role: spec.IndexRole, Type: spec.Int32, Count: 1}},
	}
	ps := paramsOf(shape)
	if got, want := ps.String(), "unsigned key, unsigned mask, short (&v)[3], bool *pred, int *idx"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	sc := newScope(shape)
	sc.param(spec.MaskRole)
	sc.param(spec.IndexRole)
	if diff := cmp.Diff([]string{"(void)key;", "(void)v;", "(void)pred;"}, sc.unused(ps)); diff != "" {
		t.Errorf("unused: (-want +got)\n%s", diff)
	}
	if got, want := call("f", ps.of(spec.KeyRole, spec.ElementRole).passed()...).text, "f(key, v)"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
