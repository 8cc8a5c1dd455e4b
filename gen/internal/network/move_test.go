package network

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMoveRoute wants every route to be found again from its table alone, and tables that
// no mode makes to be none.
func TestMoveRoute(t *testing.T) {
	for _, mode := range []Mode{Idx, Up, Down, Xor, Rotate} {
		for _, width := range []int{1, 2, 5, 8, 17, 32} {
			for dist := range width {
				made := Route{Mode: mode, Dist: dist, Width: width, Lanes: 32}.Move()
				table := Table(made.sources)
				if diff := cmp.Diff(made.sources, table.sources); diff != "" {
					t.Fatalf("%+v: its table differs:\n%s", made.written, diff)
				}
				found, ok := table.Route()
				if !ok {
					t.Errorf("%+v: not found from its table", made.written)
					continue
				}
				for i := range 32 {
					source, has := table.Source(i)
					if again, ok := found.Source(i); has && (!ok || again != source) {
						t.Errorf("%+v, found as %+v: lane %d reads %d, not %d", made.written, found, i, again, source)
					}
				}
			}
		}
	}
	for name, m := range map[string]Move{
		"mirror of 12":    WithinSegments(12, 32, func(i int) int { return 11 - i }),
		"bits reversed":   WithinSegments(8, 32, func(i int) int { return i&1<<2 | i&2 | i>>2 }),
		"pairs of a deck": WithinSegments(32, 32, func(i int) int { return i/2 + i%2*16 }),
	} {
		if r, ok := m.Route(); ok {
			t.Errorf("%s is found as %+v", name, r)
		}
	}
	mirror := WithinSegments(8, 32, func(i int) int { return 7 - i })
	if r, ok := mirror.Route(); !ok || r.Mode != Xor || r.Dist != 7 {
		t.Errorf("the mirror of 8 lanes is found as %+v, want xor 7", r)
	}
}

// TestWithinSegments: lanes past the last segment, and those without a position as their source, read nothing.
func TestWithinSegments(t *testing.T) {
	m := WithinSegments(3, 8, func(i int) int { return i + 1 })
	var got []int
	for i := range 8 {
		source, ok := m.Source(i)
		if !ok {
			source = -1
		}
		got = append(got, source)
	}
	if diff := cmp.Diff([]int{1, 2, -1, 4, 5, -1, -1, -1}, got); diff != "" {
		t.Error(diff)
	}
}
