package compare

import (
	"flag"
	"fmt"
	"slices"

	"github.com/shflgen/shflgen"
)

// Choice is which functions are compared. The harness and what links its Go read it
// from the same flags, so that a build holds the Go of what a run compares.
type Choice struct {
	Only   string // a pattern; "" for all
	Mask   string // a mask mode; "" for all
	Floats bool   // types of floats only
	Every  int    // take every n-th function
}

// Bind defines the flags of a choice.
func (c *Choice) Bind(fs *flag.FlagSet) {
	fs.StringVar(&c.Only, "only", "", "one `pattern` instead of all")
	fs.StringVar(&c.Mask, "mask", "", "one mask `mode` instead of all")
	fs.BoolVar(&c.Floats, "floats", false, "types of floats only")
	fs.IntVar(&c.Every, "every", 1, "take every n-th function only")
}

// Args are the flags that make the choice again.
func (c Choice) Args() []string {
	return []string{"-only", c.Only, "-mask", c.Mask, fmt.Sprintf("-floats=%v", c.Floats), "-every", fmt.Sprint(c.Every)}
}

// Specs are the functions of the choice.
func (c Choice) Specs() []shflgen.Spec {
	all := slices.DeleteFunc(Specs(c.Only, c.Mask), func(s shflgen.Spec) bool {
		return c.Floats && s.Type.Class() != shflgen.Float
	})
	var some []shflgen.Spec
	for i, s := range all {
		if i%max(c.Every, 1) == 0 {
			some = append(some, s)
		}
	}
	return some
}
