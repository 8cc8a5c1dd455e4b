package gen

import (
	"github.com/shflgen/shflgen/gen/internal/cuda"
	"github.com/shflgen/shflgen/gen/internal/golang"
	"github.com/shflgen/shflgen/spec"
)

// Bundle puts the CUDA files of a bundle's specs into one. section prints one of them.
func Bundle(b spec.Bundle, section func(spec.Spec) ([]byte, error)) ([]byte, error) {
	out := []byte(b.Header())
	for _, s := range b.Specs {
		text, err := section(s)
		if err != nil {
			return nil, err
		}
		out = append(append(out, text...), '\n')
	}
	tail, err := Overloads(b)
	return append(out, tail...), err
}

// Overloads is the end of a bundle, after the files of its functions.
func Overloads(b spec.Bundle) ([]byte, error) { return cuda.Overloads(b) }

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
