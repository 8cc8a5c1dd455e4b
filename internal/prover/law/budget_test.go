package law_test

import (
	"context"
	"testing"
	"time"

	"github.com/shflgen/shflgen/internal/prover/law"
)

// TestBudget: no claim starts a search after the time of the call has ended, and a claim that time cut says so. The
// operator's claims take seconds one by one.
func TestBudget(t *testing.T) {
	op := named(t, "./testdata/assume", "Bytes")
	start := time.Now()
	all, err := law.Check(context.Background(), op, law.Limits{Within: time.Nanosecond, Solver: true})
	if err != nil {
		t.Fatal(err)
	}
	none := time.Since(start)
	for _, v := range all {
		if v.Answer != law.Unknown || v.Cases != 0 || !v.Late {
			t.Errorf("%s, late %t: want that nothing was tried", v, v.Late)
		}
	}
	start = time.Now()
	const within = 300 * time.Millisecond
	if all, err = law.Check(context.Background(), op, law.Limits{Within: within}); err != nil {
		t.Fatal(err)
	}
	if all[0].Law != law.Associative || all[0].Answer.Established() || !all[0].Late {
		t.Errorf("%s, late %t: want that time ended it", all[0], all[0].Late)
	}
	if took := time.Since(start) - none; took > 20*within {
		t.Errorf("%v of %v", took, within)
	}
}

// TestAssumptions: what holds on some platforms, or unfused, is not established, or says so.
func TestAssumptions(t *testing.T) {
	for name, row := range map[string]struct{ established, limited bool }{
		"Fits":   {true, true},  // commutative where int has 64 bits
		"Size":   {true, true},  // of bits.UintSize
		"Most":   {true, true},  // of math.MaxInt
		"Folded": {true, true},  // of a constant that is folded
		"Shift":  {true, true},  // of a uint's width
		"Zeros":  {true, true},  // of bits.LeadingZeros
		"Named":  {true, true},  // of a constant of another file, by platform
		"Table":  {true, true},  // of a variable that a file left out changes
		"Tagged": {true, true},  // of a function in a file with a build tag
		"Unsafe": {true, true},  // of the size of a uintptr
		"Norm":   {false, true}, // of a product in a sum
		"Minus":  {false, true}, // of a product that is taken away
		"Loop":   {true, false}, // ints that are loop variables
		"Count":  {true, false}, // ints that are counts of bits
		"Exact":  {true, false}, // of a product that a conversion rounds
		"Length": {true, false}, // of len
		"Half":   {true, false}, // of an int that 32 bits hold
		"Pinned": {true, false}, // of a constant of a fixed size
	} {
		all, err := law.Check(context.Background(), named(t, "./testdata/assume", name), law.Limits{Within: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range all {
			if v.Answer.Established() != row.established || len(v.Assumes) > 0 != row.limited {
				t.Errorf("%s: %s; want established %t, with conditions %t", name, v, row.established, row.limited)
			}
		}
	}
}
