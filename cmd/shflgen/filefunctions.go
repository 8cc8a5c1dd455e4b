package main

import (
	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/fresh"
	"github.com/shflgen/shflgen/verify"
)

// part is one function of a file.
type part struct {
	verify.Subject
	of *verify.Function // nil: the only one
}

// partsOf are the functions of a file of several, to be proved one by one.
func partsOf(subject verify.Subject) ([]part, error) {
	var all []part
	if endingLang(subject.Path) == gen.Go {
		functions, err := verify.SplitGo(subject, fresh.GoBundle)
		for _, f := range functions {
			all = append(all, part{subject, f})
		}
		return all, err
	}
	sections, err := verify.Split(subject, gen.Overloads)
	for _, s := range sections {
		all = append(all, part{s, nil})
	}
	return all, err
}
