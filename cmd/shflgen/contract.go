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
func (a *asked) parseCalls(text string) error {
	switch text {
	case "":
		return nil
	case callOrders[0]:
		a.Calls = verify.Once
	case callOrders[1]:
		a.Calls = verify.Again
	default:
		return spec.FlagError{Flag: "calls", Value: text, Want: "want " + strings.Join(callOrders, " or ")}
	}
	return nil
}

// parseMasks reads which masks callers pass.
func (a *asked) parseMasks(text string) error {
	if text == "" {
		return nil
	}
	i := slices.Index(verify.KindsOfMasks(), text)
	if i < 0 {
		return spec.FlagError{Flag: "masks", Value: text, Want: "want " + strings.Join(verify.KindsOfMasks(), ", ")}
	}
	a.Masks = verify.Masks(i)
	return nil
}

// masksOfSpec reports -masks where nothing depends on it.
func (a *asked) masksOfSpec() error {
	switch {
	case a.masks == "":
	case a.spec == "":
		return usageError("prove: -masks goes with -spec 'FLAGS'; emitted functions are proved for every mask")
	case a.Spec != nil && !a.Masks.OfSpec(*a.Spec):
		return usageError("prove: -masks: is for functions that take a mask; leave it out")
	case a.Masks != verify.AnyMask && a.scripts != "":
		return usageError("prove: -masks: scripts of -smt are for every mask; leave one out")
	}
	return nil
}

// parseValues reads which floats no caller passes.
func (a *asked) parseValues(text string) error {
	if text == "" {
		return nil
	}
	for _, kind := range strings.Split(text, ",") {
		switch kind {
		case "any":
		case "no-nan":
			a.Values.NoNaN = true
		case "finite":
			a.Values.NoNaN, a.Values.NoInfinity = true, true
		case "no-negative-zero":
			a.Values.NoNegativeZero = true
		default:
			return spec.FlagError{Flag: "values", Value: text, Want: "want " + strings.Join(kindsOfValues, ", ")}
		}
	}
	switch {
	case a.spec == "":
		return usageError("prove: -values goes with -spec 'FLAGS'; emitted functions are proved for every value")
	case a.Spec != nil && a.Values != (verify.Values{}) && !a.Values.OfSpec(*a.Spec):
		return usageError("prove: -values: is for elements that are floats, in functions of a warp or a block; leave it out")
	case a.scripts != "":
		return usageError("prove: -values: scripts of -smt are for every value; leave one out")
	}
	return nil
}

// callsOfSpec reports -calls where nothing depends on it.
func (a *asked) callsOfSpec() error {
	switch {
	case a.calls == "":
	case a.spec == "":
		return usageError("prove: -calls goes with -spec 'FLAGS'; emitted functions are proved for calls that follow at once")
	case a.Spec != nil && a.Spec.Shape().Level != spec.BlockLevel && !a.Spec.Shape().Memory:
		return usageError("prove: -calls: is for functions with shared memory, as of block-reduce; leave it out")
	}
	return nil
}

// parseShape reads how many dimensions blocks have. That is asked of functions of blocks alone.
func (a *asked) parseShape(text string) error {
	if text == "" {
		return nil
	}
	a.Dimensions = 1 + slices.Index(blockShapes, text)
	switch {
	case a.Dimensions == 0:
		return spec.FlagError{Flag: "block-shape", Value: text, Want: "want " + strings.Join(blockShapes, ", ")}
	case a.spec == "":
		return usageError("prove: -block-shape goes with -spec 'FLAGS'; emitted functions are proved for every shape")
	case a.Spec != nil && a.Spec.Shape().Level != spec.BlockLevel:
		return usageError("prove: -block-shape: is for functions of a block, as of block-reduce; leave it out")
	}
	return nil
}
