package main

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"slices"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
)

// languageNames are the languages in messages.
var languageNames = map[gen.Lang]string{gen.Go: "Go", gen.CUDA: "CUDA"}

// unused reports each flag that was given and changes nothing in the only language that is emitted. known are the
// errors that are reported anyway.
func (r request) unused(langs []gen.Lang, known error) error {
	given := map[string]string{}
	r.flags.Visit(func(f *flag.Flag) { given[f.Name] = f.Value.String() })
	for _, err := range flatten(known) {
		var m spec.FlagError
		if errors.As(err, &m) {
			delete(given, m.Flag)
		}
	}
	return unusedIn(langs, r.spec, given)
}

// unusedIn reports which flags of a spec, with their values, change nothing in the only one of some languages.
func unusedIn(langs []gen.Lang, s spec.Spec, given map[string]string) error {
	if len(langs) != 1 || s.Pattern == unknownPattern {
		return nil
	}
	changes, other := s.ChangesGo, gen.CUDA
	if langs[0] == gen.CUDA {
		changes, other = func(flag string) bool { return flag != "pkg" && s.ChangesCUDA(flag) }, gen.Go
	}
	var found []error
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !changes(name) {
			want := fmt.Sprintf("changes nothing in %s; leave -%s out, or emit %s too",
				languageNames[langs[0]], name, languageNames[other])
			found = append(found, spec.FlagError{Flag: name, Value: given[name], Want: want})
		}
	}
	return errors.Join(found...)
}
