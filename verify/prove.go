package verify

import (
	"context"
	"fmt"
	"time"

	"github.com/shflgen/shflgen/verify/check"
	"github.com/shflgen/shflgen/verify/goread"
)

// File proves the function in an emitted Go file against the spec in its header. The file
// is read by itself, and its text is not compared; [Prove] reads the rest of its package
// too. An error means that the file could not be read as emitted code; a file that was
// read but is wrong gives a Result that is not Proved.
func File(name string, src []byte) (Result, error) {
	start := time.Now()
	f, err := goread.Read(name, src)
	if err != nil {
		return Result{}, err
	}
	r, err := proveRead(context.Background(), name, f)
	r.Took = time.Since(start)
	return r, err
}

// proveRead is the proof of a Go function that has been read, for every size of int.
// It ends with ctx.
func proveRead(ctx context.Context, name string, f *goread.File) (Result, error) {
	r, err := proveSized(ctx, name, f)
	if err != nil || r.Verdict != Proved || f.Other == nil {
		return r, err
	}
	other, err := proveSized(ctx, name, f.Other)
	switch {
	case err != nil:
		return other, fmt.Errorf("%s: %w", f.Other.Loaded, err)
	case other.Verdict != Proved:
		other.Notes = append(other.Notes, f.Other.Loaded)
		return other, nil
	}
	return r, nil
}

// proveSized is the proof for one size of int.
func proveSized(ctx context.Context, name string, f *goread.File) (Result, error) {
	r := reportOn(name, f.Func, f.Spec)
	r.Axioms = f.Axioms()
	p, err := check.Prove(ctx, f.Subject(), check.Search{})
	r.take(p)
	return r, err
}
