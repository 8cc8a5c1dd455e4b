package compare

import (
	"flag"
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// Choice selects the functions to compare. The harness and cmd/twins read it from the same
// flags: a build holds the Go twins of the functions that a run compares.
type Choice struct {
	Only   string // a pattern; "" for all
	Mask   string // a mask mode; "" for all
	Floats bool   // float types only
	Values bool   // sorts with -from or -value only
	Every  int    // every n-th function
}

// Bind defines the flags of a choice.
func (c *Choice) Bind(fs *flag.FlagSet) {
	fs.StringVar(&c.Only, "only", "", "this `pattern` alone")
	fs.StringVar(&c.Mask, "mask", "", "this mask `mode` alone")
	fs.BoolVar(&c.Floats, "floats", false, "float types only")
	fs.BoolVar(&c.Values, "values", false, "sorts with -from or -value only")
	fs.IntVar(&c.Every, "every", 1, "every `n`-th function only")
}

// Args are the flags of the choice.
func (c Choice) Args() []string {
	return []string{"-only", c.Only, "-mask", c.Mask, fmt.Sprintf("-floats=%v", c.Floats),
		fmt.Sprintf("-values=%v", c.Values), "-every", fmt.Sprint(c.Every)}
}

// Specs are the functions of the choice.
func (c Choice) Specs() []spec.Spec {
	all := slices.DeleteFunc(Specs(c.Only, c.Mask), func(s spec.Spec) bool {
		return c.Floats && s.Type.Class() != spec.Float || c.Values && !s.KeepsLanes()
	})
	var some []spec.Spec
	for i, s := range all {
		if i%max(c.Every, 1) == 0 {
			some = append(some, s)
		}
	}
	return some
}
