package exec

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// program loads a kernel without parameters.
func program(version, target, body string) (*Program, error) {
	src := fmt.Sprintf(".version %s\n.target %s\n.address_size 64\n.visible .entry k()\n{\n.reg .pred %%p<9>;\n"+
		".reg .b32 %%r<9>;\n.reg .b16 %%h<9>;\n.reg .f32 %%f<9>;\n%s\nret;\n}\n", version, target, body)
	m, err := parse.Parse("k.ptx", []byte(src))
	if err != nil {
		return nil, err
	}
	return Load(m, m.Kernels[0], Function)
}

// TestNeeds holds instructions against .target and .version.
func TestNeeds(t *testing.T) {
	for _, tt := range []struct{ version, target, body, want string }{
		{"7.0", "sm_80", "redux.sync.add.s32 %r1, %r2, -1;", ""},
		{"7.0", "sm_75", "redux.sync.add.s32 %r1, %r2, -1;", ".target is not sm_80 or later"},
		{"6.5", "sm_80", "redux.sync.add.s32 %r1, %r2, -1;", ".version is before 7.0"},
		{"8.6", "sm_100a", "redux.sync.max.f32 %f1, %f2, -1;", ""},
		{"8.8", "sm_103f", "redux.sync.max.f32 %f1, %f2, -1;", ""},
		{"8.6", "sm_100", "redux.sync.max.f32 %f1, %f2, -1;", "sm_100a"},
		{"8.6", "sm_120a", "redux.sync.max.f32 %f1, %f2, -1;", "sm_100a"},
		{"8.5", "sm_100a", "redux.sync.max.f32 %f1, %f2, -1;", ".version is before 8.6"},
		{"7.8", "sm_70", "max.f32 %f1, %f2, %f3;", ""},
		{"7.8", "sm_70", "max.NaN.f32 %f1, %f2, %f3;", "sm_80"},
		{"7.8", "sm_75", "max.f16 %h1, %h2, %h3;", "sm_80"},
		{"7.8", "sm_80", "add.rn.bf16 %h1, %h2, %h3;", "sm_90"},
		{"7.8", "sm_80", "fma.rn.bf16 %h1, %h2, %h3, %h3;", ""},
		{"7.8", "sm_80", "add.s16x2 %r1, %r2, %r3;", "sm_90"},
		{"7.8", "sm_90", "add.s16x2 %r1, %r2, %r3;", ".version is before 8.0"},
		{"7.8", "sm_75", "cvt.rn.bf16.f32 %h1, %f1;", "sm_80"},
		{"6.0", "sm_70", "match.any.sync.b32 %r1, %r2, -1;", ""},
		{"5.0", "sm_70", "ret;", "want 6.0 or later"},
		{"6.0", "sm_60", "ret;", "want sm_70 or later"},
		{"6.0", "sm_70x", "ret;", "want sm_70 or later"},
	} {
		_, err := program(tt.version, tt.target, tt.body)
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s for %s, PTX %s: got %v, want %q", tt.body, tt.target, tt.version, err, tt.want)
		}
	}
}

// TestBudget ends what goes on for ever, also where threads meet again and again.
func TestBudget(t *testing.T) {
	for body, want := range map[string]string{
		"L: bra L;":             "of one thread",
		"L: bar.sync 0; bra L;": "of one thread",
		"L: shfl.sync.idx.b32 %r1, 1, 0, 31, -1; bra L;": "of one thread",
		"L: vote.sync.all.pred %p1, %p2, -1; bra L;":     "of one thread",
	} {
		for _, limit := range []int{0, 100} {
			if limit > 0 {
				want = "more than 100 steps of all threads"
			}
			p, err := program("8.0", "sm_80", body)
			if err != nil {
				t.Fatal(err)
			}
			m, err := NewMachine(p, bv.Numbers{}, Line(2), nil)
			if err != nil {
				t.Fatal(err)
			}
			m.MaxSteps = limit
			if err := m.Run(); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: got %v, want %q", body, err, want)
			}
		}
	}
	p, err := program("8.0", "sm_80", "L: bar.sync 0; bra L;")
	if err != nil {
		t.Fatal(err)
	}
	m, err := NewMachine(p, bv.Numbers{}, Line(32), nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	m.Context = ctx
	if err := m.Run(); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that of the context", err)
	}
}
