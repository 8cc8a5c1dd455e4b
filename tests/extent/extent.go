// Package extent is the size of a test run. One environment variable sets the size of every
// suite. A single `go test ./...` runs each suite once and keeps the test cache in use; flags
// would disable the cache.
//
// A full run takes every subject, and draws from the faults of a kind. Of a cross product of flags it draws from the
// specs that together have every pair of values, see internal/catalogue.
package extent

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
)

// Variable is the environment variable: quick, full, or unset.
const Variable = "SHFLGEN_TESTS"

// SeedVariable is the environment variable that says what random samples are drawn.
const SeedVariable = "SHFLGEN_SEED"

// Extent is the size of a run. Some sets take an hour or more, and a flag of the suite
// alone makes them whole: -catalogue of tests/proof and tests/cuda, -per-kind 3 of
// tests/mutants, -sample 530 of tests/solvers, -every 1 and -masks32 of tests/oracle.
type Extent uint8

// The extents.
const (
	Usual Extent = iota // every suite, of large sets a small sample: minutes on two processors
	Quick               // nothing that needs an installed tool or takes long: under a minute
	Full                // what .ci/run takes: every set whole, but for the sets below and those [Drawn] from
)

// Of reads the extent from the environment. A value that is no extent panics: a
// misspelt "full" would pass with a sample.
func Of() Extent {
	switch text := os.Getenv(Variable); text {
	case "":
		return Usual
	case "quick":
		return Quick
	case "full":
		return Full
	default:
		panic(fmt.Sprintf("$%s is %q: want quick, full or nothing", Variable, text))
	}
}

// Pick gives full in a full run, usual in any other.
func Pick[T any](usual, full T) T {
	if Of() == Full {
		return full
	}
	return usual
}

// Sample is every n-th of all, or all in a full run.
func Sample[T any](all []T, n int) []T {
	if Of() == Full {
		return all
	}
	return Every(all, n)
}

// Sparse is one of so many of a set, and in a full run one of fewer: of a set whose members take minutes of a processor each.
func Sparse[T any](all []T, usual, full int) []T {
	return Every(all, Pick(usual, full))
}

// Drawn is one of so many of a set, drawn at random, in a usual and in a full run: of a set whose
// members take seconds of a processor each, and of which no run needs all. The log has the seed.
// $SHFLGEN_SEED draws the same again, and all of a set where it is all.
func Drawn[T any](t testing.TB, all []T, usual, full int) []T {
	t.Helper()
	text := os.Getenv(SeedVariable)
	if text == "all" {
		return all
	}
	seed := rand.Uint64()
	if text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatalf("$%s is %q: want a number or all", SeedVariable, text)
		}
	}
	n := Pick(usual, full)
	places := rand.New(rand.NewPCG(seed, 0)).Perm(len(all))[:(len(all)+n-1)/n]
	slices.Sort(places)
	t.Logf("%d of %d drawn; %s=%d draws them again", len(places), len(all), SeedVariable, seed)
	drawn := make([]T, len(places))
	for i, at := range places {
		drawn[i] = all[at]
	}
	return drawn
}

// Few is every n-th of all in a quick run, all in any other.
func Few[T any](all []T, n int) []T {
	if Of() != Quick {
		return all
	}
	return Every(all, n)
}

// Some is every usual-th of all in a usual run, every quick-th in a quick run, all in a full run.
func Some[T any](all []T, usual, quick int) []T {
	switch Of() {
	case Full:
		return all
	case Quick:
		return Every(all, quick)
	}
	return Every(all, usual)
}

// Rounds is the number of random inputs of a test: a tenth of n in a quick run.
func Rounds(n int) int {
	if Of() == Quick {
		return n / 10
	}
	return n
}

// Every is every n-th of all, from the first on, in any run.
func Every[T any](all []T, n int) (some []T) {
	for i := 0; i < len(all); i += n {
		some = append(some, all[i])
	}
	return some
}

// NotQuick skips a test in a quick run.
func NotQuick(t testing.TB, why string) {
	t.Helper()
	if Of() == Quick {
		t.Skipf("$%s=quick: %s", Variable, why)
	}
}

// OnlyFull skips a test but in a full run: other tests of its package look at the same code.
func OnlyFull(t testing.TB, why string) {
	t.Helper()
	if Of() != Full {
		t.Skipf("only in a full run: %s", why)
	}
}

// Compiles reports whether this run compiles CUDA. A quick run takes no compiler, whether there is
// one or not.
func Compiles() bool { return Of() != Quick }

// LeftOut tells that a test leaves out a part of itself, as for want of a tool: by a subtest that
// is skipped. `make test` ends with what was skipped.
func LeftOut(t *testing.T, why error) {
	t.Helper()
	t.Run("left out", func(t *testing.T) { t.Skip(why) })
}

// ErrNoNVCC is the error of a test that takes nvcc from $SHFLGEN_NVCC alone.
var ErrNoNVCC = errors.New("no nvcc: SHFLGEN_NVCC is not set")

// Missing reports a tool that is not there: a quick run skips the test, any
// other fails.
func Missing(t testing.TB, err error) {
	t.Helper()
	if Of() == Quick || testing.Short() {
		t.Skip(err)
	}
	t.Fatal(err)
}
