package exec

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// TestWaysThatEnd: a way that does nothing but return is an early end. One that traps is a fault or ends the launch.
func TestWaysThatEnd(t *testing.T) {
	for last, want := range map[string]bool{
		"E: ret":                      true,
		"E: exit":                     false, // it is refused in what others call
		"E: bra F; F: ret":            true,
		"E: trap":                     false,
		"E: bra F; F: trap":           false,
		"E: st.global.u32 [%d1], %r1": false,
	} {
		m, err := parse.Parse("k.ptx", []byte(".version 8.0\n.target sm_90\n.address_size 64\n"+
			".visible .entry k(.param .u64 k_0)\n{\n.reg .pred %p<2>;\n.reg .b32 %r<2>;\n.reg .b64 %d<2>;\n"+
			"ld.param.u64 %d1, [k_0]; ld.global.u32 %r1, [%d1]; setp.eq.u32 %p1, %r1, 7; @%p1 bra E; ret; "+last+";\nret;\n}\n"))
		if err != nil {
			t.Fatal(last, err)
		}
		p, err := Load(m, m.Kernels[0], Standalone)
		if err != nil {
			t.Fatal(last, err)
		}
		if got := p.ends(p.instrs[3].target); got != want {
			t.Errorf("%s ends: %t, want %t", last, got, want)
		}
	}
}
