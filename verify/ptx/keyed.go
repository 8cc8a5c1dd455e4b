package ptx

import (
	"math/rand/v2"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/verify/algebra"
	"github.com/shflgen/shflgen/verify/bv"
	"github.com/shflgen/shflgen/verify/ref"
	"github.com/shflgen/shflgen/verify/term"
)

// The proof of a pattern that takes keys looks at one group of lanes, of which a
// second word of mask bits says who is in it: see [exec.Group].

// lookAtGroup makes the keys, of which nothing is known, and the group.
func (l *launch) lookAtGroup(d *term.Domain) {
	for i := range l.spec.Lanes() {
		l.keys = append(l.keys, d.Var(l.spec.Elements()+i, l.spec.Key.Bits()))
	}
	l.group = d.MaskBits(shflgen.WarpSize, shflgen.WarpSize)
}

// expectedOfKeys runs the reference on the values of l: the keys of two lanes of the
// group are equal. Of a lane that is not in it nothing is wanted.
func (c *check) expectedOfKeys(l *launch) (ref.Outcome[bv.Value, bv.Value], error) {
	same := func(_, j int) bv.Value { return l.dom.Extract(l.group, j, 1) }
	if l.group == nil {
		same = func(i, j int) bv.Value { return l.dom.Int(bv.Eq, l.keys[i], l.keys[j]) }
	}
	out, err := ref.RunKeyed(algebra.On(l.dom, c.spec), c.spec, l.in, l.members(), same)
	for i := range out.Named {
		if !c.past(i) {
			out.Value[i] = l.dom.Select(l.gets(i), out.Given[i], l.in[i])
		}
		out.Named[i] = out.Named[i] || c.past(i)
	}
	return out, err
}

// wordsOfMask is how many words of mask bits a proof has.
func (c *check) wordsOfMask() int {
	if c.spec.Pattern.Keyed() {
		return c.spec.MaskWords() + 1
	}
	return c.spec.MaskWords()
}

// keysOfGroup makes the keys among the inputs such that the lanes of the group, the
// last of the words, have one that no other lane has. The others keep what they have.
func keysOfGroup(rng *rand.Rand, s shflgen.Spec, masks []uint32, in []uint64) {
	group, keys := masks[len(masks)-1], in[s.Elements():]
	one := rng.Uint64() >> (64 - s.Key.Bits())
	for i := range keys {
		switch {
		case group>>i&1 == 1:
			keys[i] = one
		case keys[i] == one:
			keys[i] ^= 1
		}
	}
}
