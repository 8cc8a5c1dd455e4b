package verify

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

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

// kinds holds one row an ending. Those of files that compilers read are added where there are compilers.
var kinds = map[string]kind{
	".go": {emitted: true, name: spec.Spec.FuncName, prove: proveGoFile},
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
