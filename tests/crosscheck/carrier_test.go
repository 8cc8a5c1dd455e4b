package crosscheck

import "testing"

// TestSettleNaN: what ptxas may take for a move is followed by an instruction that gives
// the canonical NaN.
func TestSettleNaN(t *testing.T) {
	for _, tt := range []struct {
		op, a, b string
		want     bool
	}{
		{"max.f16", "%h1", "%h1", true},
		{"min.f16", "%h1", "%h2", false},
		{"min.bf16x2", "%r1", "%r1", true},
		{"max.f32", "%f1", "%f1", true},
		{"max.NaN.f16", "%h1", "%h1", false},
		{"add.rn.f16", "%h1", "%h1", false},
	} {
		d := tt.a[:2] + "0"
		if got := settleNaN(tt.op, []string{d, tt.a, tt.b}) != ""; got != tt.want {
			t.Errorf("%s %s, %s, %s: settled: %v", tt.op, d, tt.a, tt.b, got)
		}
	}
}
