package compare

import (
	"flag"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

func TestChoice(t *testing.T) {
	for _, want := range []Choice{
		{Every: 1},
		{Only: "reduce", Mask: "active", Floats: true, Every: 3},
	} {
		var got Choice
		fs := flag.NewFlagSet("", flag.ContinueOnError)
		got.Bind(fs)
		if err := fs.Parse(want.Args()); err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
		specs := got.Specs()
		all := Specs(want.Only, want.Mask)
		if len(specs) == 0 || want.Every > 1 && len(specs) > len(all)/want.Every {
			t.Errorf("%+v: %d of %d", want, len(specs), len(all))
		}
		for _, s := range specs {
			if want.Floats && s.Type.Class() != spec.Float {
				t.Errorf("%+v: %s", want, s.FileName())
			}
		}
	}
}
