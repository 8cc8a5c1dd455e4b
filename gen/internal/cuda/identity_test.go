package cuda

import (
	"testing"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/internal/ops"
)

// TestEveryOpHasRows covers each op on each type that it is defined on: an operation, an
// identity and, where the hardware has it, a reduction.
func TestEveryOpHasRows(t *testing.T) {
	for _, o := range shflgen.Ops() {
		for _, typ := range shflgen.Types() {
			s := shflgen.NewSpec(shflgen.Reduce)
			s.Op, s.Type = o, typ
			problem := &problem{}
			if by, integers, ok := s.Encoded(); ok && o.On(typ) { // what is combined are integers
				of, err := ops.EncodingOf(by, typ)
				e := encoded{spec: s, by: of, integer: integers.Type, encodes: true, decodes: true}
				if helpers, missing := e.helpers(); err != nil || missing != nil && !of.Trivial() || len(helpers) != 2 && !of.Trivial() {
					t.Errorf("%s on %s: encoding %v, helpers %v %v", o, typ, err, helpers, missing)
				}
				s = integers
			}
			op, _, err := operation(s, anyArch)
			id := identity(s, problem)
			if isIdentityLocal(s) { // whose bits are looked up when it is defined
				_, problem.err = identityBits(s)
			}
			has := o.On(typ) && !o.HasLane()
			if has && (err != nil || problem.err != nil || id.none()) {
				t.Errorf("%s on %s: operation %v, identity %v", o, typ, err, problem.err)
			}
			if has && op(name("a"), name("b")).none() {
				t.Errorf("%s on %s is nothing", o, typ)
			}
			if !has && err == nil && problem.err == nil {
				t.Errorf("%s on %s has rows", o, typ)
			}
		}
	}
}

func TestIdentity(t *testing.T) {
	for _, test := range []struct {
		op   shflgen.Op
		typ  shflgen.Type
		want string
	}{
		{shflgen.Min, shflgen.Int8, "127"},
		{shflgen.Max, shflgen.Int8, "(-127 - 1)"},
		{shflgen.Max, shflgen.Int64, "(-9223372036854775807ll - 1)"},
		{shflgen.And, shflgen.Int32, "-1"},
		{shflgen.And, shflgen.Uint64, "18446744073709551615ull"},
		{shflgen.Max, shflgen.Uint16, "0u"},
		{shflgen.Sum, shflgen.Float16, "__ushort_as_half(0x8000)"},
		{shflgen.Maximum, shflgen.Bfloat16x2, "__bfloat162bfloat162(__ushort_as_bfloat16(0xff80))"},
		{shflgen.Sum, shflgen.Float64, "identity"},
	} {
		s := shflgen.NewSpec(shflgen.Reduce)
		s.Op, s.Type = test.op, test.typ
		if got := identity(s, &problem{}).text; got != test.want {
			t.Errorf("%s on %s: %s, want %s", test.op, test.typ, got, test.want)
		}
	}
}

func TestOperation(t *testing.T) {
	for _, test := range []struct {
		op   shflgen.Op
		typ  shflgen.Type
		want string
	}{
		{shflgen.Sum, shflgen.Int32, "(int)((unsigned)a + (unsigned)b)"},
		{shflgen.Sum, shflgen.Uint32, "a + b"},
		{shflgen.Xor, shflgen.Int8, "(signed char)((unsigned)a ^ (unsigned)b)"},
		{shflgen.Min, shflgen.Int64, "a < b ? a : b"},
		{shflgen.Max, shflgen.Uint8, "a > b ? a : b"},
		{shflgen.Prod, shflgen.Float32, "reduce_prod_float32_w32_op(a, b)"},
	} {
		s := shflgen.NewSpec(shflgen.Reduce)
		s.Op, s.Type = test.op, test.typ
		op, _, err := operation(s, anyArch)
		if err != nil {
			t.Fatal(err)
		}
		if got := op(name("a"), name("b")).text; got != test.want {
			t.Errorf("%s on %s: %s, want %s", test.op, test.typ, got, test.want)
		}
	}
}
