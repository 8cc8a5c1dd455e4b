package verify

import (
	"math"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/spec"
)

// Verdict is the end of a proof.
type Verdict uint8

// The verdicts.
const (
	NotProved = Verdict(check.NotProved) // undecided: neither a proof nor a counterexample was found
	Proved    = Verdict(check.Proved)    // equal to the reference for every mask and input
	Refuted   = Verdict(check.Refuted)   // a counterexample was found and replayed
	Refused   = Verdict(check.Refused)   // the file has something that is not supported
	Listed    = Verdict(check.Listed)    // proved, but for fewer lengths than the header promises
)

// String is the verdict in words.
func (v Verdict) String() string { return check.Verdict(v).String() }

// Counterexample is one call that gives something else than the reference. It was
// replayed on numbers by both sides.
type Counterexample struct {
	Spec      spec.Spec
	Mask      []uint32 // nil in mask mode full
	Lane      int
	Register  int      // of the lane
	Leaf      int      // of the element
	Inputs    []uint64 // the bits of every leaf of every element, register by register; then of every key, if any
	Expected  uint64   // the bits of the lane's element, or its pred
	Got       uint64
	Role      spec.Role // of the output that differs
	Undefined bool      // what the lane got is not defined
	Fault     string    // the execution ended with this; nothing was compared
	Block     string    // shape of the block, of a function of a block
	Build     string    // the build of CUDA in which it happens
	Planned   bool      // the call was made by a plan
}

// rare is what leaves the call out, if some element is a NaN, infinite or -0. A call that ends with a fault has none.
func (c *Counterexample) rare() (v Values) {
	f := algebra.Format(c.Spec.Type)
	if f == nil || c.Spec.Type.Packed() || c.Fault != "" {
		return v
	}
	for _, x := range c.Inputs[:c.Spec.Shape().Values()] {
		infinite := math.IsInf(bv.ToFloat(*f, x), 0)
		v = v.and(Values{NoNaN: infinite || bv.IsNaN(*f, x), NoInfinity: infinite, NoNegativeZero: x == 1<<(f.Bits()-1)})
	}
	return v
}

// checked is c as the checker has it.
func (c *Counterexample) checked() *check.Counterexample { return (*check.Counterexample)(c) }

// String is the counterexample, one fact a line: what is wrong, the mask, and what the
// lane that is wrong brought.
func (c *Counterexample) String() string { return c.checked().String() }

// Verbose is String with every input.
func (c *Counterexample) Verbose() string { return c.checked().Verbose() }

// MarshalJSON is the counterexample; numbers are strings as the text has them.
func (c *Counterexample) MarshalJSON() ([]byte, error) { return c.checked().MarshalJSON() }
