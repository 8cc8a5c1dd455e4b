package parse

import (
	"errors"
	"strings"
	"testing"
)

// TestPositions: an instruction has the innermost position in a file of the author, or none.
func TestPositions(t *testing.T) {
	const code = ".version 7.8\n.target sm_70\n.address_size 64\n.visible .entry k()\n{\n.reg .b32 %r<2>;\n" +
		"mov.u32 %r1, 0;\n" +
		".loc 1 5 9\nmov.u32 %r1, 1;\nmov.u32 %r1, 2;\n" +
		".loc 2 397 9\nmov.u32 %r1, 3;\n" + // of a library, called by nobody knows whom
		".loc 2 402 9, function_name $L0, inlined_at 1 6 13\nmov.u32 %r1, 4;\n" +
		".loc 2 397 9, function_name $L1+3, inlined_at 2 402 9\nmov.u32 %r1, 5;\n" +
		".loc 1 3 2, function_name $L1, inlined_at 1 7 1\nmov.u32 %r1, 6;\n" +
		".loc 2 8 8, function_name $L1, inlined_at 2 8 8\nmov.u32 %r1, 7;\n" + // in itself
		".loc 1 0 9\nmov.u32 %r1, 8;\n" + // made by the compiler
		".loc 3 1 0\nmov.u32 %r1, 9;\n" +
		".loc 9 1 1\nmov.u32 %r1, 10;\n" + // a file without a number
		"ret;\n}\n.visible .entry last()\n{\nret;\n}\n" +
		".file 1 \"/tmp/unit_subject.cu\"\n.file 2 \"/usr/include/lib.h\", 1, 2\n.file 3 \"h.cuh\"\n"
	own := func(file string) string {
		return map[string]string{"/tmp/unit_subject.cu": "my file.cu", "h.cuh": "inc/h.cuh"}[file]
	}
	want := []string{"PTX line 7", "my file.cu:5:9", "my file.cu:5:9", "PTX line 12", "my file.cu:6:13", "my file.cu:6:13",
		"my file.cu:3:2", "PTX line 20", "PTX line 22", "inc/h.cuh:1", "PTX line 26", "PTX line 27"}
	m, err := ParseFrom("my file.cu", []byte(code), own)
	if err != nil {
		t.Fatal(err)
	}
	for i, in := range m.Kernels[0].Body {
		if got := in.Place.String(); got != want[i] {
			t.Errorf("instruction %d: got %s, want %s", i, got, want[i])
		}
	}
	if got := m.Kernels[1].Body[0].In("my file.cu"); got != "my file.cu: PTX line 31" {
		t.Errorf("of a kernel without positions: got %s", got)
	}
	if m, err = Parse("k.ptx", []byte(code)); err != nil {
		t.Fatal(err)
	}
	if got := m.Kernels[0].Body[1].In("k.ptx"); got != "k.ptx:9" {
		t.Errorf("of PTX itself: got %s", got)
	}
	_, err = ParseFrom("my file.cu", []byte(strings.Replace(code, "mov.u32 %r1, 6", "mov.u32 %q, 6", 1)), own)
	var refusal *Refusal
	if !errors.As(err, &refusal) || !strings.HasPrefix(err.Error(), "my file.cu:3:2: ") {
		t.Errorf("a refusal: got %v", err)
	}
}
