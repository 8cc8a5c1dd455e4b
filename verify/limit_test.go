package verify

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/shflgen/shflgen/spec"
)

// slow is a Go function with a slow proof of a few operations: the diagrams of a product of masks are huge.
const slow = `package p

func F(mask uint32, v *[32]uint32) {
	product := mask * (mask ^ 0x9e3779b9) * mask
	for i := range v {
		v[i] &= product
	}
}
`

// slowFile is the function in a folder of its own.
func slowFile(t *testing.T) Subject {
	t.Helper()
	path := filepath.Join(t.TempDir(), "f.go")
	if err := os.WriteFile(path, []byte(slow), 0o644); err != nil {
		t.Fatal(err)
	}
	return Subject{Path: path, Src: []byte(slow)}
}

// TestTimeLimit: the execution itself ends, not only the wait for it.
func TestTimeLimit(t *testing.T) {
	s, err := spec.ParseArgs(strings.Fields("-pattern reduce -width 32 -type uint32 -name F"))
	if err != nil {
		t.Fatal(err)
	}
	const limit, soon = time.Second, 20 * time.Second // the proof itself takes hours
	o, f := Options{Spec: &s, Timeout: limit}, slowFile(t)
	start := time.Now()
	r, err := Prove(context.Background(), f, o)
	if err != nil || r.Verdict != NotProved || !strings.Contains(r.String(),
		"not proved: time limit: no verdict within 1s") {
		t.Errorf("%v %v", r, err)
	}
	if took := time.Since(start); took < limit || took > limit+soon {
		t.Errorf("took %s", took)
	}

	read, err := o.readGo(context.Background(), f)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(context.Background(), limit)
	defer stop()
	read.Interrupt = func() error { return context.Cause(ctx) }
	start = time.Now()
	r, err = proveRead(ctx, f.Path, read)
	if r.Verdict == Proved || !strings.Contains(fmt.Sprint(r, err), "deadline") {
		t.Errorf("%v %v", r, err)
	}
	if took := time.Since(start); took < limit || took > limit+soon {
		t.Errorf("the proof took %s", took)
	}
}

// TestCanceled: the end of the caller's context is an error and no verdict.
func TestCanceled(t *testing.T) {
	s, err := spec.ParseArgs(strings.Fields("-pattern reduce -width 32 -type uint32 -name F"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	f := slowFile(t)
	time.AfterFunc(200*time.Millisecond, stop)
	r, err := Prove(ctx, f, Options{Spec: &s})
	if err != context.Canceled {
		t.Errorf("%v, %v", r, err)
	}
}
