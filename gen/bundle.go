//go:build !js

package gen

import (
	"github.com/shflgen/shflgen/gen/internal/cuda"
	"github.com/shflgen/shflgen/gen/internal/golang"
	"github.com/shflgen/shflgen/spec"
)

// Bundle puts the CUDA files of a bundle's specs into one. section prints one of them.
func Bundle(b spec.Bundle, section func(spec.Spec) ([]byte, error)) ([]byte, error) {
	calls, bodies, err := Overloads(b)
	if err != nil {
		return nil, err
	}
	out := append([]byte(b.Header()), calls...)
	for _, s := range b.Specs {
		text, err := section(s)
		if err != nil {
			return nil, err
		}
		out = append(append(out, text...), '\n')
	}
	return append(out, bodies...), nil
}

// Overloads is what a bundle has before the files of its functions, and behind them.
func Overloads(b spec.Bundle) (calls, bodies []byte, err error) { return cuda.Overloads(b) }

// Calls are the calls of a bundle's overloads, such as reduce_sum(mask, v).
func Calls(b spec.Bundle) ([]string, error) { return cuda.Calls(b) }

// GoBundle puts the Go files of a bundle's specs into one of package pkg, with each helper once.
// section prints one of them.
func GoBundle(b spec.Bundle, pkg string, section func(spec.Spec) ([]byte, error)) ([]byte, error) {
	var files [][]byte
	for _, s := range b.Specs {
		text, err := section(s)
		if err != nil {
			return nil, err
		}
		files = append(files, text)
	}
	return golang.Bundle(b.GoHeader(), pkg, files)
}
