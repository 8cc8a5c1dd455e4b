package term

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// growForever makes terms without an end, and diagrams if it is to.
func growForever(d *Domain, diagrams bool) {
	x := bv.Value(d.Var(0, 32))
	g := d.MaskBits(0, 32)
	for i := uint64(0); ; i++ {
		x = d.Int(bv.Mul, d.Int(bv.Xor, x, d.Const(32, i|1)), d.Int(bv.Add, x, d.Const(32, i)))
		if !diagrams {
			continue
		}
		k := d.Select(d.GuardOf(d.Bit(int(i%32))), d.Const(32, i*0x9e3779b9), d.Const(32, i))
		g = d.Int(bv.Add, d.Int(bv.Mul, g, d.Const(32, 3)), k).(*Term)
	}
}

// endOf is how an execution ends.
func endOf(t *testing.T, f func()) (why string) {
	defer func() {
		s, ok := recover().(bv.Stop)
		if !ok {
			t.Error("no stop")
		}
		why = s.Why
	}()
	f()
	return ""
}

// TestBudget: each bound ends an execution with a message that names it, and what follows
// ends as well.
func TestBudget(t *testing.T) {
	for want, b := range map[string]Budget{
		"more than 1000 terms": {Terms: 1000},
		"more than 5000 nodes": {Nodes: 5000},
		"more than 4 MiB":      {Bytes: 4 << 20},
		"more than 9999 steps": {Steps: 9999},
	} {
		d := New(Strategy{Budget: b})
		if why := endOf(t, func() { growForever(d, b.Terms == 0) }); !strings.Contains(why, want) {
			t.Errorf("ended with %q, want %q", why, want)
		}
		if b.Nodes == 0 {
			if again := endOf(t, func() { growForever(d, false) }); !strings.Contains(again, want) {
				t.Errorf("after %q, %q", want, again)
			}
		}
	}
}

// TestWithin: the end of a context ends an execution at once, one of a comparison of
// bits too, which else goes on without an answer.
func TestWithin(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	d := NewWithin(ctx, Strategy{})
	start := time.Now()
	if why := endOf(t, func() { growForever(d, true) }); !strings.Contains(why, "deadline") {
		t.Errorf("ended with %q", why)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("ended after %v", took)
	}
	stopped, stopWith := context.WithCancelCause(t.Context())
	d = NewWithin(stopped, Strategy{})
	a, b := bv.Value(d.Const(32, 0)), bv.Value(d.Const(32, 0))
	for i := range 64 {
		x, y := d.Var(i, 32), d.Var(64+i*37%64, 32)
		a = d.Int(bv.Or, a, d.Int(bv.And, x, y))
		b = d.Int(bv.Or, b, d.Int(bv.And, y, x))
	}
	stopWith(errors.New("enough"))
	if why := endOf(t, func() {
		for i := range 1 << 20 {
			d.Differ(d.Int(bv.Xor, a, d.Const(32, uint64(i))), b, nil)
		}
	}); !strings.Contains(why, "enough") {
		t.Errorf("a comparison ended with %q", why)
	}
}
