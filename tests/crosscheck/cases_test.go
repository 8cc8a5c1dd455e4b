package crosscheck

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/crosscheck/ptxsim"
)

// TestCases: cases are equal after a file is written and read, and their specs parse.
func TestCases(t *testing.T) {
	g := NewGenerator(8)
	c, err := NewCase(g, Carrier(g, 3), 2)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := spec.ParseHeader(c.Spec); err != nil || s != CarrierSpec() {
		t.Errorf("spec %q: %v", c.Spec, err)
	}
	if c.Roles != "mio" || len(c.Calls) != 2 || c.Calls[0].Want[2] == nil || c.Calls[0].Want[1] != nil {
		t.Errorf("roles %q, %d calls", c.Roles, len(c.Calls))
	}
	nans, err := NaNCases()
	if err != nil || len(nans) != len(nanProbes) {
		t.Fatalf("%d of %d cases of NaNs: %v", len(nans), len(nanProbes), err)
	}
	want := append(nans, c)
	name := filepath.Join(t.TempDir(), "cases")
	if err := WriteCases(name, want); err != nil {
		t.Fatal(err)
	}
	got, err := ReadCases(name)
	if err != nil || len(got) != len(want) {
		t.Fatal(err)
	}
	for i := range want {
		a, b := want[i], got[i]
		for j := range a.Calls { // JSON makes no difference between none and empty
			for k := range a.Calls[j].Want {
				if string(a.Calls[j].Want[k]) != string(b.Calls[j].Want[k]) ||
					string(a.Calls[j].Fixed[k]) != string(b.Calls[j].Fixed[k]) {
					t.Errorf("case %d: call %d differs", i, j)
				}
			}
		}
		a.Calls, b.Calls = nil, nil
		if !reflect.DeepEqual(a, b) {
			t.Errorf("case %d: %v, want %v", i, b, a)
		}
	}
}

// TestCame runs a kernel with the parameter that is stored to after the call.
func TestCame(t *testing.T) {
	const text = `.version 7.8
.target sm_80
.address_size 64
.visible .entry k(.param .u32 m, .param .u64 in, .param .u64 out, .param .u64 came) {
	.reg .b32 %r<4>; .reg .b64 %d<6>; .reg .pred %p<2>;
	mov.u32 %r0, %laneid;
	mul.wide.u32 %d0, %r0, 8;
	mul.wide.u32 %d4, %r0, 4;
	ld.param.u64 %d1, [in];
	ld.param.u64 %d2, [out];
	ld.param.u64 %d3, [came];
	add.u64 %d1, %d1, %d0;
	add.u64 %d2, %d2, %d0;
	add.u64 %d3, %d3, %d4;
	ld.global.u64 %d1, [%d1];
	st.global.u64 [%d2], %d1;
	setp.eq.u32 %p1, %r0, 7;
	@%p1 GUARD;
	st.global.u32 [%d3], 1;
	ret;
}`
	for guard, fails := range map[string]bool{"ret": true, "exit": true, "mov.u32 %r1, %r1": false} {
		p, err := secondOf(text, guard)
		if err != nil {
			t.Fatal(err)
		}
		g := NewGenerator(9)
		_, err = Second(p, CarrierSpec(), InputFor(g.Rand, CarrierSpec(), 0), 1)
		if (err != nil) != fails {
			t.Errorf("%s: %v", guard, err)
		}
	}
}

func secondOf(text, guard string) (*ptxsim.Program, error) {
	return ptxsim.Load([]byte(strings.Replace(text, "GUARD", guard, 1)), "")
}
