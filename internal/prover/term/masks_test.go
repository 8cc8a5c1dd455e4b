package term

import "testing"

func TestMasks(t *testing.T) {
	d := New(Strategy{})
	all := func(bits ...int) Guard {
		g := True
		for _, b := range bits {
			g = d.and(g, d.Bit(b))
		}
		return g
	}
	for _, tt := range []struct {
		where Guard
		want  string
	}{
		{False, ""},
		{True, "every mask"},
		{all(3), "every mask with lane 3"},
		{d.not(all(3)), "every mask without lane 3"},
		{all(0, 1), "every mask with lanes 0, 1"},
		{d.and(all(0, 1, 2, 5), d.not(d.Bit(7))), "every mask with lanes 0–2, 5 and without lane 7"},
		{d.or(all(0, 1), all(0, 2)), "some masks with lane 0"},
		{d.or(all(0, 1), all(2, 3)), "some masks"},
		{all(1, 40), "some masks with lane 1"}, // 40 is no lane's
	} {
		if got := d.Masks(tt.where, 32); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}
