package ptx

import "testing"

// TestUntargeted: files that differ in version, architecture and comments are one text,
// and no others are.
func TestUntargeted(t *testing.T) {
	const file = "// clang\n.version 7.8\n.target sm_70\n.address_size 64\nret; // done\n"
	for name, tt := range map[string]struct {
		code string
		same bool
	}{
		"another architecture": {"// clang\n.version 8.0\n.target sm_90, debug\n.address_size 64\nret; // done\n", true},
		"other comments":       {"//\n.version 7.8\n.target sm_70\n.address_size 64\nret; // over\n", true},
		"another instruction":  {"// clang\n.version 7.8\n.target sm_70\n.address_size 64\nexit; // done\n", false},
		"a comment that opens": {"// clang\n.version 7.8\n.target sm_70\n.address_size 64\n/* // */ ret;\n", false},
	} {
		if same := Untargeted([]byte(tt.code)) == Untargeted([]byte(file)); same != tt.same {
			t.Errorf("%s: one text: %t", name, same)
		}
	}
}
