package main

import (
	"errors"
	"slices"

	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/verify"
)

// blockShapes are the values of -block-shape, by dimensions.
func blockShapes() []string { return []string{"1d", "2d", "3d"} }

// callOrders are the values of -calls, in the order of [verify.Calls].
func callOrders() []string { return []string{"once", "again"} }

// kindsOfValues are the values of -values.
func kindsOfValues() []string { return []string{"any", "no-nan", "finite", "no-negative-zero"} }

// tieRules are the values of -ties.
func tieRules() []string { return []string{"lowest", "any"} }

// listedLengths is the value of -lengths that accepts what is shown for listed lengths.
const listedLengths = "listed"

// kindsOfLengths are the values of -lengths.
func kindsOfLengths() []string { return []string{"every", listedLengths} }

// takeChoices makes options of the flags that take names.
func (a *asked) takeChoices() {
	a.Arches, a.Compilers = namesIn(a.arches), namesIn(a.compilers)
	if a.Compilers == nil { // flags are those of a build
		for name := range a.Flags {
			a.Compilers = append(a.Compilers, name)
		}
		slices.Sort(a.Compilers)
	}
	a.Dimensions = 1 + slices.Index(blockShapes(), a.shape)
	a.Calls = verify.Calls(1 + slices.Index(callOrders(), a.calls))
	a.Masks = verify.Masks(max(0, slices.Index(verify.KindsOfMasks(), a.masks)))
	a.AnyTie = a.ties == "any"
	has := func(kind string) bool { return slices.Contains(namesIn(a.values), kind) }
	a.Values = verify.Values{NoNaN: has("no-nan") || has("finite"), NoInfinity: has("finite"),
		NoNegativeZero: has("no-negative-zero")}
}

// ofSpecs reports the flags of a contract where nothing depends on them.
func (a *asked) ofSpecs() error {
	masks, ties := "", ""
	if a.Masks != verify.AnyMask {
		masks = "mask"
	}
	if a.AnyTie {
		ties = "tie"
	}
	inBlock := func(s spec.Spec) bool { return s.Shape().Level == spec.BlockLevel }
	return errors.Join(
		a.ofSpec("block-shape", a.shape, "every shape", "functions of a block, as of block-reduce", inBlock, ""),
		a.ofSpec("calls", a.calls, "calls that follow at once", "functions with shared memory, as of block-reduce",
			func(s spec.Spec) bool { return inBlock(s) || s.Shape().Memory }, ""),
		a.ofSpec("values", a.values, "every value", "elements that are floats, in functions of a warp or a block",
			func(s spec.Spec) bool { return a.Values == (verify.Values{}) || a.Values.OfSpec(s) }, "value"),
		a.ofSpec("masks", a.masks, "every mask", "functions that take a mask", a.Masks.OfSpec, masks),
		a.ofSpec("ties", a.ties, "the lowest lane", "argmin and argmax of a warp or a block with -mask full",
			verify.OfTies, ties),
	)
}

// ofSpec reports a flag of a contract where nothing depends on it: without a spec, since emitted functions are proved
// for all, or with one that is not of a kind. Scripts of -smt are for all that the flag excludes.
func (a *asked) ofSpec(flag, given, all, kind string, of func(spec.Spec) bool, excludes string) error {
	switch {
	case given == "":
	case a.spec == "":
		return usageError("prove: -" + flag + " goes with -spec 'FLAGS'; emitted functions are proved for " + all)
	case a.Spec != nil && !of(*a.Spec):
		return usageError("prove: -" + flag + ": is for " + kind + "; leave it out")
	case excludes != "" && a.scripts != "":
		return usageError("prove: -" + flag + ": scripts of -smt are for every " + excludes + "; leave one out")
	}
	return nil
}
