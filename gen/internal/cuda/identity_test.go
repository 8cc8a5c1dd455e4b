package cuda

import (
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// TestEveryOpHasRows covers each op on each type that it is defined on: an operation, an
// identity and, where the hardware has it, a reduction.
func TestEveryOpHasRows(t *testing.T) {
	for _, o := range spec.Ops() {
		for _, typ := range spec.Types() {
			s := spec.NewSpec(spec.Reduce)
			s.Op, s.Type = o, typ
			problem := &problem{}
			if _, integers, ok := s.Encoded(); ok && o.On(typ) { // what is combined are integers
				c, err := encodingByOp(s, integers.Type)
				if err != nil && typ.Class() != spec.Unsigned || err == nil && c.decode == "" {
					t.Errorf("%s on %s: encoding %v, %v", o, typ, c, err)
				}
				s = integers
			}
			op, _, err := operation(s, anyArch)
			id := identity(s, problem)
			if isIdentityLocal(s) { // its bits are looked up when it is defined
				identityBits(s, problem)
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
		op   spec.Op
		typ  spec.Type
		want string
	}{
		{spec.Min, spec.Int8, "127"},
		{spec.Max, spec.Int8, "(-127 - 1)"},
		{spec.Max, spec.Int64, "(-9223372036854775807ll - 1)"},
		{spec.And, spec.Int32, "-1"},
		{spec.And, spec.Uint64, "18446744073709551615ull"},
		{spec.Max, spec.Uint16, "0u"},
		{spec.Sum, spec.Float16, "__ushort_as_half(0x8000)"},
		{spec.Maximum, spec.Bfloat16x2, "__bfloat162bfloat162(__ushort_as_bfloat16(0xff80))"},
		{spec.Sum, spec.Float64, "identity"},
	} {
		s := spec.NewSpec(spec.Reduce)
		s.Op, s.Type = test.op, test.typ
		if got := identity(s, &problem{}).text; got != test.want {
			t.Errorf("%s on %s: %s, want %s", test.op, test.typ, got, test.want)
		}
	}
}

func TestOperation(t *testing.T) {
	for _, test := range []struct {
		op   spec.Op
		typ  spec.Type
		want string
	}{
		{spec.Sum, spec.Int32, "(int)((unsigned)a + (unsigned)b)"},
		{spec.Sum, spec.Uint32, "a + b"},
		{spec.Xor, spec.Int8, "(signed char)((unsigned)a ^ (unsigned)b)"},
		{spec.Min, spec.Int64, "a < b ? a : b"},
		{spec.Max, spec.Uint8, "a > b ? a : b"},
		{spec.Prod, spec.Float32, "reduce_prod_float32_w32_op(a, b)"},
	} {
		s := spec.NewSpec(spec.Reduce)
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
