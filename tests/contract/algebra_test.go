package contract

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

func specOf(t *testing.T, args string) spec.Spec {
	t.Helper()
	s, err := spec.ParseArgs(strings.Fields(args))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// emitted is the file of a spec in a language.
func emitted(t *testing.T, s spec.Spec, l gen.Lang) string {
	t.Helper()
	files, err := gen.Generate(s, gen.Options{Package: "p", Langs: []gen.Lang{l}})
	if err != nil {
		t.Fatal(err)
	}
	return string(files[s.FileName()+l.Ending()])
}

// line is what follows a label of the contract.
func line(t *testing.T, src, label string) string {
	t.Helper()
	found := regexp.MustCompile(`(?m)^// ` + label + `: +(.*)\.$`).FindStringSubmatch(src)
	if found == nil {
		t.Fatalf("no line %q:\n%s", label, src)
	}
	return found[1]
}

// reductions are the reductions of a warp of every op on every type, in both languages.
func reductions(t *testing.T, each func(s spec.Spec, src string)) {
	for _, o := range spec.Ops() {
		for _, typ := range spec.Types() {
			if !o.On(typ) {
				continue
			}
			s := spec.NewSpec(spec.Reduce)
			s.Op, s.Type = o, typ
			for _, l := range gen.Langs() {
				each(s, emitted(t, s, l))
			}
		}
	}
}

// written is the element that the words of a contract name.
func written(typ spec.Type, words string) (bits uint64, ok bool) {
	if typ.Packed() {
		half, ok := written(typ.Elem(), words)
		return half | half<<16, ok
	}
	ones := ^uint64(0) >> (64 - typ.Bits())
	largest, smallest := ones, uint64(0)
	if typ.Class() == spec.Signed {
		largest, smallest = ones>>1, ones>>1+1
	}
	switch {
	case words == "all ones":
		return ones, true
	case words == "the largest "+typ.String():
		return largest, true
	case words == "the smallest "+typ.String():
		return smallest, true
	case typ.Class() != spec.Float:
		var n uint64
		_, err := fmt.Sscan(words, &n)
		return n, err == nil
	}
	words, _, _ = strings.Cut(words, " (")
	x, ok := map[string]float64{"-0.0": math.Copysign(0, -1), "1": 1, "NaN": math.NaN(), "+Inf": math.Inf(1),
		"-Inf": math.Inf(-1)}[words]
	return ref.Encode(typ, x), ok
}

// TestIdentity reads the identity out of the contract: it has to be the reference's, and to
// leave every element as it is.
func TestIdentity(t *testing.T) {
	identity := regexp.MustCompile(`^(\w+) on (\w+), identity (.*); [a-z, ]*$`)
	reductions(t, func(s spec.Spec, src string) {
		said := identity.FindStringSubmatch(line(t, src, "Op"))
		if s.HasLane() {
			if said != nil || !strings.Contains(line(t, src, "Op"), "; no identity; ") {
				t.Errorf("%s %s: an identity is claimed", s.Op, s.Type)
			}
			return
		}
		if said == nil {
			t.Fatalf("%s %s: no identity in %q", s.Op, s.Type, line(t, src, "Op"))
		}
		id, ok := written(s.Type, said[3])
		if !ok || said[1] != s.Op.String() || said[2] != s.Type.String() ||
			!ref.Same(s.Type, id, ref.Identity(s.Op, s.Type)) {
			t.Errorf("%s %s: identity %q is not %#x", s.Op, s.Type, said[3], ref.Identity(s.Op, s.Type))
		}
		for _, x := range ref.Edges(s.Type) {
			if !ref.Same(s.Type, ref.Apply(s.Op, s.Type, id, x), x) || !ref.Same(s.Type, ref.Apply(s.Op, s.Type, x, id), x) {
				t.Errorf("%s %s: the identity changes %#x", s.Op, s.Type, x)
			}
		}
	})
}

// TestLaws reads the laws out of the contract: a law is claimed if and only if no triple of
// edge values breaks it.
func TestLaws(t *testing.T) {
	reductions(t, func(s spec.Spec, src string) {
		if s.HasLane() { // the reference orders lanes, too
			return
		}
		op := func(a, b uint64) uint64 { return ref.Apply(s.Op, s.Type, a, b) }
		holds := map[string]bool{"associative": true, "commutative": true, "idempotent": true}
		broken := func(law string, a, b uint64) {
			if !ref.Same(s.Type, a, b) {
				holds[law] = false
			}
		}
		edges := ref.Edges(s.Type)
		for _, a := range edges {
			broken("idempotent", op(a, a), a)
			for _, b := range edges {
				broken("commutative", op(a, b), op(b, a))
				for _, c := range edges {
					broken("associative", op(op(a, b), c), op(a, op(b, c)))
				}
			}
		}
		said := line(t, src, "Op")
		claimed := strings.Split(said[strings.LastIndex(said, "; ")+2:], ", ")
		for law, is := range holds {
			if slices.Contains(claimed, law) != is {
				t.Errorf("%s %s: %q, but that it is %s is %t", s.Op, s.Type, said, law, is)
			}
		}
		if any := strings.HasSuffix(line(t, src, "Order"), "any order gives the same bits"); any != holds["associative"] {
			t.Errorf("%s %s: that any order gives the same bits is claimed: %t", s.Op, s.Type, any)
		}
	})
}

// inOrder is the op over elements as the words of an order have it.
func inOrder(s spec.Spec, words string, x []uint64) (uint64, bool) {
	x = slices.Clone(x)
	join := func(i, j int) { x[i] = ref.Apply(s.Op, s.Type, x[i], x[j]) }
	switch {
	case strings.HasPrefix(words, "near: distance 1, 2, 4, …, the lower lane on the left"),
		strings.HasPrefix(words, "near, by rank among the members") &&
			strings.Contains(words, ": 1, 2, 4, … ranks apart, the lower lane on the left"):
		for d := 1; d < len(x); d *= 2 {
			for i := 0; i+d < len(x); i += 2 * d {
				join(i, i+d)
			}
		}
	case strings.HasPrefix(words, "far: distance …, 4, 2, 1"):
		d := 1
		for 2*d < len(x) {
			d *= 2
		}
		for ; d > 0; d /= 2 {
			for i := 0; i < d && i+d < len(x); i++ {
				join(i, i+d)
			}
		}
	default:
		return 0, false
	}
	return x[0], true
}

// TestOrder combines random floats in the order that the contract says; the reference has
// to get the same bits.
func TestOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, args := range []string{
		"-pattern reduce -type float32 -mask full", "-pattern reduce -type float32 -width 7 -mask full -order far",
		"-pattern xor-reduce -type float64 -width 16 -mask full -order far",
		"-pattern down-reduce -type float64 -width 13 -mask full",
		"-pattern reduce -type float32 -mask active", "-pattern reduce -type float64 -op prod -width 11 -mask active",
		"-pattern keyed-reduce -type float32 -width 9 -mask active", "-pattern keyed-reduce -type float32",
	} {
		s := specOf(t, args)
		shape := s.Shape()
		for _, l := range gen.Langs() {
			words := line(t, emitted(t, s, l), "Order")
			for range 50 {
				in := make([]uint64, shape.Inputs()) // keys, if any, are all 0
				for i := range shape.Elements() {
					in[i] = ref.Encode(s.Type, rng.NormFloat64()*math.Exp2(float64(rng.IntN(40)-20)))
				}
				mask := []uint32{rng.Uint32() | 1}
				got, err := ref.Call(s, mask, in)
				if err != nil {
					t.Fatal(err)
				}
				var members []uint64
				for i := range shape.Width {
					if shape.Member(mask, i) {
						members = append(members, in[i])
					}
				}
				want, ok := inOrder(s, words, members)
				if !ok {
					t.Fatalf("%s: unexpected order %q", args, words)
				}
				if !got.Gets[0] || got.Value[0].Bits != want {
					t.Fatalf("%s: in the order %q lane 0 gets %#x, not %#x", args, words, want, got.Value[0].Bits)
				}
			}
		}
	}
}
