//go:build !js

package verify

import (
	"strings"

	"github.com/shflgen/shflgen/internal/prover/cxx"
	"github.com/shflgen/shflgen/spec"
)

// compareCUDA is compareGo of CUDA, without functions for the host.
func (p *cuda) compareCUDA(s spec.Spec, src []byte) (string, error) {
	if p.Printed == nil {
		return textNotCompared, nil
	}
	printed, err := p.printedCUDA(s)
	if err != nil {
		return "", err
	}
	if string(src) == string(printed) {
		return textAsPrinted, nil
	}
	got, err := cxx.OutlineOf(src)
	if err != nil {
		return "", err
	}
	want, err := cxx.OutlineOf(printed)
	if err != nil {
		return "", err
	}
	if err := compareLines(got.Outside, want.Outside); err != nil {
		return "", err
	}
	if err := compareLines(strings.Join(got.Directives, "\n"), strings.Join(want.Directives, "\n")); err != nil {
		return "", err
	}
	if p.untrue = costs(printed, got, want); p.untrue == nil {
		p.untrue = helpers(s, got, want)
	}
	return outsideAsPrinted, compareComments(cudaComments(src), cudaComments(printed))
}

// cudaComments are the comments of a CUDA file, in order.
func cudaComments(src []byte) []string {
	tokens, _ := cxx.Lex(src) // what it refuses has been refused
	var all []string
	for _, t := range tokens {
		if t.Kind == cxx.Comment {
			all = append(all, t.Text)
		}
	}
	return all
}
