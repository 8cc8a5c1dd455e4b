package main

import (
	"slices"
	"strings"

	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/verify"
)

// blockShapes are the values of -block-shape, by dimensions.
var blockShapes = []string{"1d", "2d", "3d"}

// callOrders are the values of -calls.
var callOrders = []string{"once", "again"}

// kindsOfValues are the values of -values.
var kindsOfValues = []string{"any", "no-nan", "finite", "no-negative-zero"}

// parseCalls reads how calls follow one another.
func (a *asked) parseCalls() error {
	switch a.calls {
	case "":
	case callOrders[0]:
		a.Calls = verify.Once
	case callOrders[1]:
		a.Calls = verify.Again
	default:
		return wantOne("calls", a.calls, strings.Join(callOrders, " or "))
	}
	return nil
}

// parseMasks reads which masks callers pass.
func (a *asked) parseMasks() error {
	if a.masks == "" {
		return nil
	}
	i := slices.Index(verify.KindsOfMasks(), a.masks)
	if i < 0 {
		return wantOne("masks", a.masks, strings.Join(verify.KindsOfMasks(), ", "))
	}
	a.Masks = verify.Masks(i)
	return nil
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

// masksOfSpec reports -masks where nothing depends on it.
func (a *asked) masksOfSpec() error {
	excludes := ""
	if a.Masks != verify.AnyMask {
		excludes = "mask"
	}
	return a.ofSpec("masks", a.masks, "every mask", "functions that take a mask", a.Masks.OfSpec, excludes)
}

// callsOfSpec reports -calls where nothing depends on it.
func (a *asked) callsOfSpec() error {
	return a.ofSpec("calls", a.calls, "calls that follow at once", "functions with shared memory, as of block-reduce",
		func(s spec.Spec) bool { return s.Shape().Level == spec.BlockLevel || s.Shape().Memory }, "")
}

// parseValues reads which floats no caller passes.
func (a *asked) parseValues() error {
	for _, kind := range strings.Split(a.values, ",") {
		switch kind {
		case "any":
		case "no-nan":
			a.Values.NoNaN = true
		case "finite":
			a.Values.NoNaN, a.Values.NoInfinity = true, true
		case "no-negative-zero":
			a.Values.NoNegativeZero = true
		default:
			if a.values != "" {
				return wantOne("values", a.values, strings.Join(kindsOfValues, ", "))
			}
		}
	}
	return a.ofSpec("values", a.values, "every value", "elements that are floats, in functions of a warp or a block",
		func(s spec.Spec) bool { return a.Values == (verify.Values{}) || a.Values.OfSpec(s) }, "value")
}

// parseShape reads how many dimensions blocks have. That is asked of functions of blocks alone.
func (a *asked) parseShape() error {
	if a.shape == "" {
		return nil
	}
	if a.Dimensions = 1 + slices.Index(blockShapes, a.shape); a.Dimensions == 0 {
		return wantOne("block-shape", a.shape, strings.Join(blockShapes, ", "))
	}
	return a.ofSpec("block-shape", a.shape, "every shape", "functions of a block, as of block-reduce",
		func(s spec.Spec) bool { return s.Shape().Level == spec.BlockLevel }, "")
}
