package spelling

import (
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	patterns := strings.Fields("shfl shfl-up shfl-down shfl-xor rotate reduce xor-reduce down-reduce inclusive-scan " +
		"exclusive-scan block-reduce keyed-reduce batch-reduce")
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

// TestSuggestion: words of other libraries, beginnings, and words that may be names of a user's own.
func TestSuggestion(t *testing.T) {
	ops := strings.Fields("sum prod and or xor min max minimum maximum argmin argmax absmax")
	types := strings.Fields("int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 " +
		"bfloat16 float32 float64 float16x2 bfloat16x2")
	patterns := strings.Fields("shfl reduce inclusive-scan exclusive-scan block-inclusive-scan " +
		"keyed-reduce select row-apply grid-reduce")
	archs := strings.Fields("any sm_70 sm_80 sm_90 sm_100")
	for _, test := range []struct {
		word  string
		among []string
		want  string
	}{
		{"add", ops, "; did you mean sum?"},
		{"avg", ops, "; did you mean sum, divided by the number of members?"},
		{"mean", ops, "; did you mean sum, divided by the number of members?"},
		{"any", ops, "; did you mean or?"},
		{"all", ops, "; did you mean and?"},
		{"Product", ops, ""},
		{"median", ops, ""},
		{"float", types, "; did you mean float32?"},
		{"half", types, "; did you mean float16?"},
		{"fp16", types, "; did you mean float16?"},
		{"int", types, "; did you mean int32?"},
		{"unsigned int", types, "; did you mean uint32?"},
		{"u64", types, "; did you mean uint64?"},
		{"Half", types, ""},
		{"fp8", types, ""},
		{"argmax", patterns, "; did you mean reduce -op argmax?"},
		{"softmax", patterns, "; did you mean row-apply -f softmax?"},
		{"exclusive", patterns, "; did you mean exclusive-scan?"},
		{"ex", patterns, ""},
		{"90", archs, "; did you mean sm_90?"},
		{"8.6", archs, "; did you mean sm_80?"},
		{"hopper", archs, "; did you mean sm_90?"},
		{"any", types, ""},
	} {
		if got := Suggestion(test.word, test.among, ""); got != test.want {
			t.Errorf("%s: got %q, want %q", test.word, got, test.want)
		}
	}
	if got, want := Suggestion("ouptut", []string{"output"}, "-"), "; did you mean -output?"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Suggestion("in", []string{"inclusive", "inverse"}, ""); got != "" {
		t.Errorf("two words begin so: %q", got)
	}
}
