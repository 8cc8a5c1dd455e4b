package spelling

import (
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	patterns := strings.Fields("shfl shfl-up shfl-down shfl-xor rotate reduce xor-reduce down-reduce inclusive-scan exclusive-scan block-reduce keyed-reduce batch-reduce")
	for _, test := range []struct{ word, want string }{
		{"xor-reduce", "xor-reduce"},
		{"xor-reduc", "xor-reduce"},
		{"xro-reduce", "xor-reduce"},
		{"xorreduce", "xor-reduce"},
		{"shfl-dwon", "shfl-down"},
		{"rotat", "rotate"},
		{"shfl-u", "shfl-up"},
		{"butterfly", ""},
		{"", ""},
		{"r", ""},
	} {
		if got := Nearest(test.word, patterns); got != test.want {
			t.Errorf("Nearest(%q) = %q, want %q", test.word, got, test.want)
		}
	}
	if got := Nearest("ab", []string{"a", "b"}); got != "" {
		t.Errorf("a word of one letter is near every other: %q", got)
	}
}
