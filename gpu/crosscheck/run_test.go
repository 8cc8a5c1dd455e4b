package crosscheck

import (
	"testing"

	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/crosscheck"
)

// TestCompare: a wrong byte is counted unless PTX leaves it undefined. Different NaNs are
// equal in elements only.
func TestCompare(t *testing.T) {
	s := spec.NewSpec(spec.Reduce)
	s.Type = spec.Float32
	ones := []byte{1, 1, 1, 1}
	for _, c := range []struct {
		roles            string
		want, got, fixed []byte
		is               Outcome
	}{
		{"o", []byte{1, 2, 3, 4}, []byte{1, 2, 3, 4}, ones, Outcome{Compared: 4}},
		{"o", []byte{1, 2, 3, 4}, []byte{1, 2, 9, 4}, ones, Outcome{Differ: 4}},
		{"o", []byte{1, 2, 3, 4}, []byte{1, 2, 9, 4}, []byte{1, 1, 0, 1}, Outcome{Compared: 4}},
		{"o", []byte{1, 2, 3, 4}, []byte{9, 9, 9, 9}, []byte{0, 0, 0, 0}, Outcome{Open: 4}},
		{"o", []byte{0, 0, 0xc0, 0x7f}, []byte{255, 255, 255, 0x7f}, ones, Outcome{NaN: 1}},
		{"x", []byte{0, 0, 0xc0, 0x7f}, []byte{255, 255, 255, 0x7f}, ones, Outcome{Compared: 1, Differ: 3}},
	} {
		var o Outcome
		o.compare(crosscheck.Case{Roles: c.roles}, s, 0, 0, c.want, c.got, c.fixed)
		o.First = ""
		if o != c.is {
			t.Errorf("%s %x %x: %+v, want %+v", c.roles, c.want, c.got, o, c.is)
		}
	}
}
