package cuda

import (
	"testing"

	"github.com/shflgen/shflgen/gen/internal/network"
)

// TestIndex pins the text of moves that no mode makes, one for each form.
func TestIndex(t *testing.T) {
	for name, test := range map[string]struct {
		width  int
		source func(i int) int
		want   string
	}{
		"arithmetic": {12, func(i int) int { return 11 - i }, "(base + 11u - pos) & 31u"},
		"one constant": {8, func(i int) int { return i&1<<2 | i&2 | i>>2 },
			"(base + ((unsigned)(0xee9ca0ull >> ((3u * pos) & 63u)) & 7u)) & 31u"},
		"constants by the lane": {32, func(i int) int { return i/2 + i%2*16 },
			"(lane < 12u ? (unsigned)(0xa968498e4288600ull >> ((5u * lane) & 63u)) : (lane < 24u ? " +
				"(unsigned)(0xdaf4aca708b9ec6ull >> ((5u * (lane - 12u)) & 63u)) : " +
				"(unsigned)(0xfbfceeb78cull >> ((5u * (lane - 24u)) & 63u)))) & 31u"},
	} {
		p := &position{width: test.width, count: 32}
		if got := p.index(network.WithinSegments(test.width, 32, test.source)).text; got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}
