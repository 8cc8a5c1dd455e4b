package gen_test

import (
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
)

func BenchmarkGenerate(b *testing.B) {
	var specs []spec.Spec
	n := 0
	for s := range catalogue.All() {
		if n++; n%501 == 0 {
			specs = append(specs, s)
		}
	}
	for _, l := range gen.Langs() {
		b.Run(l.String(), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				if _, err := gen.Generate(specs[i%len(specs)], gen.Options{Package: "p", Langs: []gen.Lang{l}}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
