package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen"
)

// languageNames are the languages in messages.
var languageNames = map[gen.Lang]string{gen.Go: "Go", gen.CUDA: "CUDA"}

// unused reports each flag that was given and changes nothing in the only language that is emitted. known are the
// errors that are reported anyway.
func (r request) unused(langs []gen.Lang, known error) error {
	if len(langs) != 1 || r.spec.Pattern == unknownPattern {
		return nil
	}
	changes, other := r.spec.ChangesGo, gen.CUDA
	if langs[0] == gen.CUDA {
		changes, other = r.changesCUDA, gen.Go
	}
	var found []error
	for _, name := range slices.Sorted(maps.Keys(r.given)) {
		reported := slices.ContainsFunc(flatten(known), func(err error) bool {
			var m shflgen.FlagError
			return errors.As(err, &m) && m.Flag == name
		})
		if !changes(name) && !reported {
			want := fmt.Sprintf("changes nothing in %s; leave -%s out, or add %s to -lang", languageNames[langs[0]], name, other)
			found = append(found, shflgen.FlagError{Flag: name, Value: r.flags.Lookup(name).Value.String(), Want: want})
		}
	}
	return errors.Join(found...)
}

// changesCUDA reports whether a flag changes the CUDA that is emitted.
func (r request) changesCUDA(flag string) bool { return flag != "pkg" && r.spec.ChangesCUDA(flag) }
