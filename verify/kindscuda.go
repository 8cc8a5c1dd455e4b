//go:build !js

package verify

import (
	"context"

	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
)

// A program for browsers has no compilers, and is 8 % smaller without what reads their output.
func init() {
	of := kind{emitted: true, calls: true, name: spec.Spec.FileName, prove: proveCUDA}
	kinds[".cu"], kinds[".cuh"], kinds[".h"] = of, of, of
	kinds[".ptx"] = kind{name: spec.Spec.FileName, prove: provePTXFile}
}

// provePTXFile is the proof of a file of PTX.
func provePTXFile(ctx context.Context, r Report, subject Subject, o Options) (Report, error) {
	file, err := ptx.Read(subject.Path, subject.Src)
	if err != nil {
		r.Verdict, r.Differs = Refused, err.Error()
		return r, nil
	}
	r.Notes = []string{"PTX's .version " + file.Version(), "PTX's .target " + file.Target()}
	if weak := file.Weak(); len(weak) > 0 {
		r.Verdict, r.Differs = Refused, weak[0]+
			" is .weak: another of its name may take its place where the file is linked; want it without .weak"
		return r, nil
	}
	slots <- struct{}{}
	defer func() { <-slots }()
	w := way{promises: o.promises(subject, r.Spec), once: o.once(subject)}
	if err := proveCode(ctx, &r, subject.Src, w); err != nil {
		return r, err
	}
	if r.shown() {
		r.launched()
	}
	if r.Verdict == Proved {
		r.ofBuilds([]outcome{{report: r}})
	}
	err = o.script(&r, Build{}, subject.Src, w)
	return r, err
}
