package kernels

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// tries is how often each kind of numbers is drawn where terms differ.
const tries = 3

// differs is a wrong result on numbers; "": none was found.
func (k *Kernel) differs(ctx context.Context, l launch, r reading, tries int) string {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, of := range draws {
		if of.far && tries == 1 { // terms may show why
			continue
		}
		for range tries {
			in := k.drawn(rng, l, of)
			left, err := k.run(ctx, bv.Numbers{}, l, in, false, false)
			if err != nil {
				return ""
			}
			for _, o := range r.outs {
				if d, same := k.agrees(l, r, o, in, left, of.far, &env{}); !same {
					return k.witness(l, o, d, of)
				}
			}
		}
	}
	return ""
}

// overflows is a wrong result of exponentials on numbers far from 0, and whether some are right. A kernel that is right
// for numbers far above 0, or far below, has to be right for both: it takes exponentials of differences.
func (k *Kernel) overflows(ctx context.Context, l launch, r reading) (wrong string, right bool) {
	if !slices.ContainsFunc(r.outs, func(o out) bool { return o.form.exponents }) {
		return "", false
	}
	rng := rand.New(rand.NewPCG(15, 16))
	for _, of := range draws {
		if !of.far {
			continue
		}
		in := k.drawn(rng, l, of)
		left, err := k.run(ctx, bv.Numbers{}, l, in, false, false)
		if err != nil {
			return "", false
		}
		for _, o := range r.outs {
			if !o.form.exponents {
				continue
			}
			if d, same := k.agrees(l, r, o, in, left, true, &env{shifted: true}); same {
				right = true
			} else {
				wrong = k.witness(l, o, d, of)
			}
		}
	}
	return wrong, right
}

// witness is a wrong result in words.
func (k *Kernel) witness(l launch, o out, d difference, of draw) string {
	place := fmt.Sprintf("%s[%d]", cmp.Or(k.Params[o.param].Name, "result"), d.at)
	if d.missing {
		return fmt.Sprintf("%s: on %s, %s is undefined, expected %.6g", l, of.text, place, d.want)
	}
	return fmt.Sprintf("%s: on %s, %s: expected %.6g, got %.6g", l, of.text, place, d.want, d.got)
}
