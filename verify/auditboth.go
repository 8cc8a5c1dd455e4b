//go:build !js

package verify

import (
	"cmp"
	"context"
	"slices"
)

// both proves a function that leaves two results, such as a scan and its total: each by a call that looks at one of
// them, with the same arguments, in blocks of the same sizes. It is proved if both calls are. ok is false where no two
// of the suspects are such calls.
func (a *audit) both(ctx context.Context, s sighting) (f Finding, ok bool, err error) {
	for i, one := range s.partial {
		for _, other := range s.partial[i+1:] {
			if one.form.Of != other.form.Of || one.form.Call == other.form.Call || !slices.Equal(one.sizes, other.sizes) {
				continue
			}
			if one.form.Unread == "" {
				one, other = other, one
			}
			f, err = a.proveOptimised(ctx, one, s.arches)
			if err != nil || f.Verdict != Proved {
				return f, true, err
			}
			rest, err := a.proveOptimised(ctx, other, s.arches)
			if err != nil || rest.Verdict != Proved {
				rest.beside = ", in " + one.form.Unread
				return rest, true, err
			}
			r := &f.Reports[0]
			r.Limits, f.Except = appendNew(slices.Clone(r.Limits), rest.Reports[0].Limits), cmp.Or(f.Except, rest.Except)
			f.beside = ", and in " + one.form.Unread + " " + rest.Computes()
			f, err = a.complete(ctx, s, one, f)
			return f, true, err
		}
	}
	return f, false, nil
}
