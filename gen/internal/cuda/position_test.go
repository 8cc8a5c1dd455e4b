package cuda

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shflgen/shflgen/gen/internal/network"
)

func positionOf(width int) *position {
	return &position{problem: &problem{}, width: width, count: 32}
}

func TestSourcesAndShuffles(t *testing.T) {
	for _, test := range []struct {
		mode          network.Mode
		dist, width   int
		source, moved string
	}{
		{network.Own, 0, 8, "lane", ""},
		{network.Idx, 3, 32, "3u", "__shfl_sync(m, v, 3)"},
		{network.Idx, 3, 8, "(base + 3u) & 31u", "__shfl_sync(m, v, 3, 8)"},
		{network.Idx, 3, 12, "(base + 3u) & 31u", "__shfl_sync(m, v, (int)((base + 3u) & 31u))"},
		{network.Up, 2, 32, "(lane - 2u) & 31u", "__shfl_up_sync(m, v, 2)"},
		{network.Down, 2, 16, "(lane + 2u) & 31u", "__shfl_down_sync(m, v, 2, 16)"},
		{network.Down, 2, 12, "(lane + 2u) & 31u", "__shfl_down_sync(m, v, 2)"},
		{network.Xor, 5, 8, "lane ^ 5u", "__shfl_xor_sync(m, v, 5)"},
		{network.Rotate, 3, 32, "(lane + 3u) & 31u", "__shfl_sync(m, v, (int)(lane + 3u))"},
		{network.Rotate, -3, 8, "base | ((lane + 5u) & 7u)", "__shfl_sync(m, v, (int)(lane + 5u), 8)"},
		{network.Rotate, 5, 12, "(pos < 7u ? lane + 5u : lane - 7u) & 31u",
			"__shfl_sync(m, v, (int)((pos < 7u ? lane + 5u : lane - 7u) & 31u))"},
	} {
		p := positionOf(test.width)
		move := network.Route{Mode: test.mode, Dist: test.dist, Width: test.width, Lanes: 32}.Move()
		if got := p.source(move).text; got != test.source {
			t.Errorf("%+v: source %s", test, got)
		}
		if test.moved == "" {
			continue
		}
		if got := p.shuffle(move, name("m"), name("v")).text; got != test.moved {
			t.Errorf("%+v: shuffle %s", test, got)
		}
		if p.err != nil {
			t.Errorf("%+v: %v", test, p.err)
		}
	}
}

func TestInLanes(t *testing.T) {
	for _, test := range []struct {
		width int
		holds func(i int) bool
		want  string
	}{
		{32, func(int) bool { return true }, ""},
		{32, func(i int) bool { return i < 20 }, "lane < 20u"},
		{8, func(i int) bool { return i%8 >= 3 }, "pos >= 3u"},
		{8, func(i int) bool { return i%8 < 3 }, "pos < 3u"},
		{32, func(i int) bool { return i&4 != 0 }, "(lane & 4u) != 0u"},
		{12, func(i int) bool { return i%12&4 != 0 }, "(pos & 4u) != 0u"},
		{12, func(i int) bool { return i < 24 }, ""}, // lanes 24..31 are asked nothing
		{32, func(i int) bool { return i%3 == 0 }, "(0x49249249u >> lane & 1u) != 0u"},
	} {
		where := network.LanesWhere(32, func(i int) bool { return i/test.width*test.width+test.width <= 32 })
		if got := positionOf(test.width).inLanes(network.LanesWhere(32, test.holds), where).text; got != test.want {
			t.Errorf("width %d: %q, want %q", test.width, got, test.want)
		}
	}
}

// TestNamesAreDefined wants exactly the names that were asked for, and what they rest on.
func TestNamesAreDefined(t *testing.T) {
	lane := []string{"unsigned lane;", `asm("mov.u32 %0, %%laneid;" : "=r"(lane));`}
	for _, test := range []struct {
		width int
		ask   func(p *position)
		want  []string
	}{
		{8, func(*position) {}, nil},
		{8, func(p *position) { p.lane() }, lane},
		{8, func(p *position) { p.base() }, append(lane[:2:2], "unsigned base = lane & ~7u;")},
		{12, func(p *position) { p.base() }, append(lane[:2:2], "unsigned pos = lane % 12u;", "unsigned base = lane - pos;")},
		{8, func(p *position) { p.pos() }, append(lane[:2:2], "unsigned pos = lane & 7u;")},
		{32, func(p *position) { p.pos(); p.base() }, lane},
	} {
		p := positionOf(test.width)
		test.ask(p)
		if diff := cmp.Diff(test.want, p.lines()); diff != "" {
			t.Errorf("width %d: (-want +got)\n%s", test.width, diff)
		}
	}
}
