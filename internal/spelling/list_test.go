package spelling

import (
	"strings"
	"testing"
)

func TestList(t *testing.T) {
	for words, want := range map[string]string{"": "", "a": "a", "a b": "a and b", "a b c": "a, b and c"} {
		if got := List(strings.Fields(words)); got != want {
			t.Errorf("%s: %q, want %q", words, got, want)
		}
	}
}
