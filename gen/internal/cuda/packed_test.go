package cuda

import (
	"testing"

	"github.com/shflgen/shflgen/spec"
)

func TestSelector(t *testing.T) {
	for _, test := range []struct {
		typ    spec.Type
		fields []int
		want   string
	}{
		{spec.Uint8, []int{0, 1, 2, 3}, "0x3210u"},
		{spec.Int8, []int{0, 4, 2, 6}, "0x6240u"},
		{spec.Float16, []int{0, 2}, "0x5410u"},
		{spec.Int16, []int{1, 3}, "0x7632u"},
	} {
		if got := selector(test.typ, test.fields).text; got != test.want {
			t.Errorf("%s %v: %s, want %s", test.typ, test.fields, got, test.want)
		}
	}
}

func TestElementsOfRegisters(t *testing.T) {
	r := name("r")
	for _, test := range []struct {
		typ         spec.Type
		at          int
		out, placed string
	}{
		{spec.Int8, 0, "(signed char)r", "(unsigned)(unsigned char)r"},
		{spec.Int8, 3, "(signed char)(r >> 24)", "(unsigned)(unsigned char)r << 24"},
		{spec.Uint16, 1, "(unsigned short)(r >> 16)", "(unsigned)r << 16"},
		{spec.Float16, 1, "__ushort_as_half((unsigned short)(r >> 16))", "(unsigned)__half_as_ushort(r) << 16"},
	} {
		if got := fieldOf(test.typ, r, test.at).text; got != test.out {
			t.Errorf("%s at %d: %s, want %s", test.typ, test.at, got, test.out)
		}
		if got := placed(test.typ, r, test.at).text; got != test.placed {
			t.Errorf("%s placed at %d: %s, want %s", test.typ, test.at, got, test.placed)
		}
	}
}
