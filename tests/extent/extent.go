// Package extent is the size of a test run. One environment variable sets the size of every
// suite. A single `go test ./...` runs each suite once and keeps the test cache in use; flags
// would disable the cache.
//
// Expensive subjects are drawn at random, so that few runs together see everything: see [Drawn], [Faults] and [OneIn].
// A full run takes a half to a fortieth of those subjects. From a cross product of flags it draws among the specs that
// together have every pair of values, see tests/catalogue.
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
	Full                // what .ci/run takes: every set whole, but for the sets above and what is drawn
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

// Sparse is one of so many of a set, and in a full run one of fewer. It is for sets with members that take minutes of a
// processor each.
func Sparse[T any](all []T, usual, full int) []T {
	return Every(all, Pick(usual, full))
}

// Drawn is one of so many of a set, drawn at random, in a usual and in a full run. It is for sets with
// members that take seconds of a processor each, where no run needs all; a quick run draws one. The log has the seed.
// $SHFLGEN_SEED draws the same again, and all of a set where it is all.
func Drawn[T any](t testing.TB, all []T, usual, full int) []T {
	t.Helper()
	n := Pick(usual, full)
	if Of() == Quick {
		n = max(len(all), 1)
	}
	return draw(t, all, (len(all)+n-1)/n)
}

// Faults are members of a set that must be refused, drawn as by [Drawn]: two in a usual run, and in a full run one of
// so many, but not fewer than two. A single fault could be one that any reader refuses.
func Faults[T any](t testing.TB, all []T, full int) []T {
	t.Helper()
	n := 2
	if Of() == Full {
		n = max(n, (len(all)+full-1)/full)
	}
	return draw(t, all, min(n, len(all)))
}

// OneIn skips a test in all but one of so many usual or full runs, drawn at random: a test of right code alone, which
// takes seconds of a processor. Every run looks at subjects that must be refused, see [Faults]. Where $SHFLGEN_SEED is
// set, no test is skipped.
func OneIn(t testing.TB, usual, full int) {
	t.Helper()
	if n := Pick(usual, full); os.Getenv(SeedVariable) == "" && rand.IntN(n) != 0 {
		t.Skipf("not drawn this time, a set $%s takes it", SeedVariable)
	}
}

// random is a source of what this test draws, from the seed that it logs.
func random(t testing.TB) *rand.Rand {
	t.Helper()
	seed := rand.Uint64()
	if text := os.Getenv(SeedVariable); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatalf("$%s is %q: want a number or all", SeedVariable, text)
		}
	}
	t.Logf("%s=%d draws the same again", SeedVariable, seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// draw is n members of a set in its order.
func draw[T any](t testing.TB, all []T, n int) []T {
	t.Helper()
	if os.Getenv(SeedVariable) == "all" {
		return all
	}
	places := random(t).Perm(len(all))[:n]
	slices.Sort(places)
	t.Logf("%d of %d drawn", n, len(all))
	drawn := make([]T, n)
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
