//go:build linux

package compile

import (
	"context"
	"errors"
	"testing"
)

// TestBounds wants a compiler that needs too much memory to end by itself, and what it
// starts to have the same bounds.
func TestBounds(t *testing.T) {
	out, err := run(context.Background(), t.TempDir(), "/bin/sh", "-c", "ulimit -t; ulimit -v; sh -c 'ulimit -t'")
	if want := "30\n8388608\n30\n"; err != nil || string(out) != want {
		t.Errorf("got %q, %v, want %q", out, err, want)
	}
	_, err = run(context.Background(), t.TempDir(), "/bin/sh", "-c", "kill -KILL $$")
	var e *Error
	if !errors.As(err, &e) || !e.Killed() {
		t.Errorf("got %v, want a compiler that was killed", err)
	}
	_, err = run(context.Background(), t.TempDir(), "/bin/sh", "-c", "exit 1")
	if !errors.As(err, &e) || e.Killed() {
		t.Errorf("got %v, want a compiler that refused", err)
	}
}
