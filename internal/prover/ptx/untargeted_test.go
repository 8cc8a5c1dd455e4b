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
		"with positions in a source": {"// clang\n.version 7.8\n.target sm_70\n.address_size 64\n" +
			"\t.loc\t1 8 22   // a.cu:8:22\nret; // done\n\t.file\t1 \"a.cu\"\n" +
			"\t.loc\t2 4 9, function_name $L__info_string1, inlined_at 2 9 5\n", true},
		"an instruction after a position": {"// clang\n.version 7.8\n.target sm_70\n.address_size 64\n" +
			".loc 1 2 3; exit;\nret; // done\n",
			false},
		"an instruction after a name": {"// clang\n.version 7.8\n.target sm_70\n.address_size 64\n" +
			".file 1 \"a\" exit; \"\"\nret; // done\n",
			false},
		"an instruction in a section": {"// clang\n.version 7.8\n.target sm_70\n.address_size 64\nret; // done\n" +
			".section .debug_str\n{\n.b8 1,2\n} exit;\n.b8 1\n}\n", false},
		"an instruction between two sections": {"// clang\n.version 7.8\n.target sm_70\n.address_size 64\nret; // done\n" +
			".section .debug_str\n{\n.b8 1 } exit; .section .debug_str {\n.b8 1\n}\n", false},
		"an instruction after a caller's position": {"// clang\n.version 7.8\n.target sm_70\n.address_size 64\n" +
			".loc 1 2 3, function_name $L, inlined_at 1 2 3; exit;\nret; // done\n", false},
		"a comment that opens": {"// clang\n.version 7.8\n.target sm_70\n.address_size 64\n/* // */ ret;\n", false},
	} {
		if same := Untargeted([]byte(tt.code)) == Untargeted([]byte(file)); same != tt.same {
			t.Errorf("%s: one text: %t", name, same)
		}
	}
}
