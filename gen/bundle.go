package gen

import (
	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/internal/cuda"
)

// Bundle puts the CUDA files of a bundle's specs into one. section prints one of them.
func Bundle(b shflgen.Bundle, section func(shflgen.Spec) ([]byte, error)) ([]byte, error) {
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
func Overloads(b shflgen.Bundle) ([]byte, error) { return cuda.Overloads(b) }
