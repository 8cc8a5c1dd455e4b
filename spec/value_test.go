package spec

import (
	"slices"
	"strings"
	"testing"
)

// TestValues: a value is a port of its own, in and out, and its leaves stand behind those of the
// key in a slot.
func TestValues(t *testing.T) {
	s, err := ParseArgs(strings.Fields("-pattern sort -width 8 -type int16 -from -value float64"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := s.FileName(), "sort_int16_w8_from_value_float64"; got != want {
		t.Errorf("named %s, want %s", got, want)
	}
	if again, err := ParseArgs(s.Args()); err != nil || again != s {
		t.Errorf("%v does not read back: %v", s.Args(), err)
	}
	sh := s.Shape()
	in, takes := sh.Takes(ValueRole)
	out, gives := sh.Gives(ValueRole)
	if !takes || !gives || in != out || in.Bits != 64 || in.Type != Float64 {
		t.Errorf("takes %v, gives %v", in, out)
	}
	if slot := sh.Slot(); len(slot) != 2 || slot[0].Type != Int16 || slot[1].Type != Float64 || slot[1].Path != "value" {
		t.Errorf("a slot of %v", slot)
	}
	keys, values := Apart(sh, []int{1, 10, 2, 20, 3, 30})
	if !slices.Equal(keys, []int{1, 2, 3}) || !slices.Equal(values, []int{10, 20, 30}) {
		t.Errorf("apart: %v and %v", keys, values)
	}
	if together := Together(sh, keys, values); !slices.Equal(together, []int{1, 10, 2, 20, 3, 30}) {
		t.Errorf("together: %v", together)
	}
}

// TestValuesRejected: each flag that does not go with a value is named, with what would.
func TestValuesRejected(t *testing.T) {
	for args, want := range map[string]string{
		"-pattern reduce -value int32": "-value int32: reduce moves no values",
		"-pattern sort -n 8 -value int32": "-n 8: sort takes at most 128 " +
			"elements in a segment with -from or -value",
		"-pattern sort -value flaot32":              "did you mean float32?",
		"-pattern topk -k 2 -value ./geom.Vec3":     "-value ./geom.Vec3: topk moves no values",
		"-pattern sort -value geom.[]Vec3":          "-value geom.[]Vec3: want a name without type arguments",
		"-pattern sort -value int32 -value float64": "-value float64: given twice",
	} {
		if _, err := ParseArgs(strings.Fields(args)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", args, err, want)
		}
	}
}
