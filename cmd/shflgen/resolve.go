package main

import (
	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/operator"
)

// resolve loads what the flags refer to, if they are right.
func (r *request) resolve(dir string, wrong error) error {
	if wrong != nil {
		return nil
	}
	s, _, err := operator.Resolve(r.spec, ".", dir, r.given["type"])
	if err != nil {
		return err
	}
	r.spec = s
	return nil
}

// options are those of the generator for a spec that was resolved: the functions that it names.
func options(s shflgen.Spec, pkg string, langs []gen.Lang) (gen.Options, error) {
	o := gen.Options{Package: pkg, Langs: langs}
	loaded, err := operator.Loaded(s)
	for _, fn := range loaded {
		of := gen.Operator{Package: fn.Pkg, Func: fn.Fn}
		if fn.Flag == "map" {
			o.Map = of
		} else {
			o.Operator = of
		}
	}
	return o, err
}
