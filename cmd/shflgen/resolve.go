package main

import (
	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/operator"
	"github.com/shflgen/shflgen/internal/userpkg"
)

// resolve loads what the flags refer to, if they are right.
func (r *request) resolve(dir string, wrong error) (*userpkg.Func, error) {
	if wrong != nil {
		return nil, nil
	}
	s, fn, err := operator.Resolve(r.spec, ".", dir, r.given["type"])
	if err != nil {
		return nil, err
	}
	r.spec = s
	return fn, nil
}

// operatorOf is a function as the generator takes it.
func operatorOf(fn *userpkg.Func) gen.Operator {
	if fn == nil {
		return gen.Operator{}
	}
	return gen.Operator{Package: fn.Pkg, Func: fn.Fn}
}
