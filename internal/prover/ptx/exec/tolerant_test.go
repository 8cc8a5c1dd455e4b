package exec

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// TestTolerant: a tolerant machine notes a race, a lane outside of its member mask and a barrier without some threads,
// and goes on; another one ends there.
func TestTolerant(t *testing.T) {
	for _, c := range []struct{ body, says string }{
		{"st.shared.u32 [s], %r1;\nbar.sync 0;\nld.shared.u32 %r1, [s];\n", "race: writes what thread"},
		{"shfl.sync.idx.b32 %r1, %r1, 0, 31, 65535;\n", "not in its own member mask"},
		{"setp.eq.u32 %p1, %r1, 3;\n@%p1 ret;\nbar.sync 0;\n", "barrier that thread 3 never reaches"},
	} {
		src := ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n.reg .pred %p<2>;\n" +
			".reg .b32 %r<3>;\n.shared .align 4 .b8 s[4];\nmov.u32 %r1, %tid.x;\n" + c.body + "ret;\n}\n"
		m, err := parse.Parse("k.ptx", []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		p, err := Load(m, m.Kernels[0], Function)
		if err != nil {
			t.Fatal(err)
		}
		for _, tolerant := range []bool{false, true} {
			machine, err := NewMachine(p, bv.Numbers{}, Line(32), []Arg{})
			if err != nil {
				t.Fatal(err)
			}
			machine.Tolerant = tolerant
			err = machine.Run()
			switch {
			case !tolerant && (err == nil || !strings.Contains(err.Error(), c.says)):
				t.Errorf("%s: %v, want a fault that says %q", c.body, err, c.says)
			case tolerant && (err != nil || len(machine.Musts) == 0 || !strings.Contains(machine.Musts[0].Why, c.says)):
				t.Errorf("%s: tolerant: %v, %v, want a note that says %q", c.body, err, machine.Musts, c.says)
			}
		}
	}
}
