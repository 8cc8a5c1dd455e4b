package verify

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/spec"
)

// headerOf is the spec in the first line of a file.
func headerOf(name string, src []byte) (spec.Spec, error) {
	first, _, _ := bytes.Cut(src, []byte("\n"))
	s, err := spec.ParseHeader(string(bytes.TrimSuffix(first, []byte("\r"))))
	if err != nil {
		return s, fmt.Errorf("%s:1: not a file of shflgen: %w; for a file of your own, want -spec 'FLAGS'", name, err)
	}
	if s, err = resolve(s, filepath.Dir(name)); err != nil {
		return s, fmt.Errorf("%s:1: %w", name, err)
	}
	return s, nil
}

// headerOf is the spec that the header of a file has for the function.
func (o Options) headerOf(s Subject) (spec.Spec, error) {
	if o.Function != nil {
		return o.Function.Spec, nil
	}
	return headerOf(s.Path, s.Src)
}

// take makes the verdict of a proof that of the report.
func (r *Report) take(p check.Proof) {
	r.Verdict, r.Differs, r.laws = Verdict(p.Verdict), p.Differs, r.laws|p.Laws
	r.Counterexample = (*Counterexample)(p.Counterexample)
}

// limit adds conditions of the verdict; an empty one is none.
func (r *Report) limit(all ...string) {
	r.Limits = slices.DeleteFunc(slices.Concat(r.Limits, all), func(l string) bool { return l == "" })
}

// note adds notes that the report does not have.
func (r *Report) note(all ...string) { r.Notes = appendNew(slices.Clone(r.Notes), all) }

// appendNew appends the texts that are not there.
func appendNew(to, from []string) []string {
	for _, x := range from {
		if !slices.Contains(to, x) {
			to = append(to, x)
		}
	}
	return to
}
