package spec

import (
	"strings"
	"testing"
)

// TestUnused: a default that is given is an error where every other value is one, unless a header states it.
func TestUnused(t *testing.T) {
	for _, c := range []struct{ args, wrong string }{
		{"-pattern shfl -src 0 -width 32 -mask member -type int32", ""},
		{"-pattern shfl -src 0 -op sum -k 0", "op k"},
		{"-pattern reduce -op sum -order near -all=false -n 0", "all n"},
		{"-pattern reduce -mask active -order near", "order"},
		{"-pattern row-reduce -cols 9 -mask full -width 0 -cluster auto", "mask width"},
		{"-pattern row-apply -cols 9 -type float32 -f softmax -op sum", "op"},
		{"-pattern compact -mask member -memory auto", "mask"},
		{"-pattern rank -type int32 -key uint32", "type"},
		{"-pattern block-reduce -block 64 -for both -launcher=false", "launcher"},
	} {
		_, err := ParseArgs(strings.Fields(c.args))
		var got []string
		if err != nil {
			for line := range strings.Lines(err.Error()) {
				name, _, _ := strings.Cut(strings.TrimPrefix(line, "-"), " ")
				got = append(got, name)
			}
		}
		for _, name := range strings.Fields(c.wrong) {
			if !strings.Contains(" "+strings.Join(got, " ")+" ", " "+name+" ") {
				t.Errorf("%s: %v; want an error on -%s", c.args, err, name)
			}
		}
		if len(got) != len(strings.Fields(c.wrong)) {
			t.Errorf("%s: %v; want errors on %q", c.args, err, c.wrong)
		}
	}
}
