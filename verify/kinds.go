package verify

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
)

// kind is how files of one kind are proved.
type kind struct {
	// emitted says that shflgen writes such files; others have no header.
	emitted bool
	// calls says that Options.Call may be given.
	calls bool
	// name is the function's name in such a file.
	name func(s spec.Spec) string
	// prove gives a verdict for whatever is wrong with the file. The report holds what is
	// known before.
	prove func(ctx context.Context, r Report, subject Subject, o Options) (Report, error)
}

var cudaKind = kind{emitted: true, calls: true, name: spec.Spec.FileName, prove: proveCUDA}

// kinds holds one row an ending.
var kinds = map[string]kind{
	".go":  {emitted: true, name: spec.Spec.FuncName, prove: proveGoFile},
	".cu":  cudaKind,
	".cuh": cudaKind,
	".h":   cudaKind,
	".ptx": {name: spec.Spec.FileName, prove: provePTXFile},
}

// Endings are those of the files that can be proved, such as .go.
func Endings() []string { return slices.Sorted(maps.Keys(kinds)) }

// Misuse is a demand that cannot be met, such as one for a proof of a file of no known
// kind.
type Misuse string

// Error says what is wrong, and what is accepted.
func (m Misuse) Error() string { return string(m) }

// kindOf is the row of a file. The error is a [Misuse].
func (o Options) kindOf(path string) (kind, error) {
	ending := filepath.Ext(path)
	k, ok := kinds[ending]
	switch {
	case !ok:
		return k, Misuse(fmt.Sprintf("%s: want a file that ends in %s", path, strings.Join(Endings(), ", ")))
	case o.Call != "" && !k.calls:
		return k, Misuse(path + ": a call is an expression of CUDA C++")
	case o.Spec == nil && !k.emitted:
		return k, Misuse(fmt.Sprintf("%s: %s has no header; want -spec 'FLAGS'", path, strings.ToUpper(ending[1:])))
	}
	return k, nil
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
	w := way{dimensions: o.dimensions(subject), once: o.once(subject), values: o.Values.of(r.Spec)}
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
