package encoding

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// TestRows wants a row for each encoding.
func TestRows(t *testing.T) {
	for _, by := range spec.Encodings() {
		if e := rows[by]; e.encode == nil || e.decode == nil {
			t.Errorf("encoding %d has no row", by)
		}
	}
}

// TestLaw holds every encoding against the reference of each op that orders elements by it:
// it is one-to-one, 0 is the identity, and the max of encoded elements is the op. Types of
// 8 and 16 bits are gone through, but 16 in a quick run, beside edges; of the others edges and random bits.
func TestLaw(t *testing.T) {
	tested := map[spec.Encoding]bool{}
	for _, o := range spec.Ops() {
		for _, typ := range spec.Types() {
			s := spec.NewSpec(spec.Reduce)
			s.Op, s.Type = o, typ
			by, integers, ok := s.Encoded()
			if !ok || !o.On(typ) || typ.Packed() {
				continue
			}
			tested[by] = true
			t.Run(fmt.Sprintf("%s %s", o, typ), func(t *testing.T) {
				t.Parallel()
				e, _ := Of(s)
				law(t, e, s, integers)
			})
		}
	}
	for _, by := range spec.Encodings() {
		if !tested[by] {
			t.Errorf("no op orders elements by encoding %d", by)
		}
	}
}

func law(t *testing.T, e Encoding, s, integers spec.Spec) {
	w, d := s.Type.Bits(), bv.Numbers{}
	number := func(v bv.Value) uint64 { return v.(bv.Word).X }
	encode := func(x uint64) uint64 { return number(e.Encode(d, d.Const(w, x))) }
	decode := func(k uint64) uint64 { return number(e.Decode(d, d.Const(w, k))) }
	if got, want := decode(0), ref.Identity(s.Op, s.Type); !ref.Same(s.Type, got, want) {
		t.Errorf("0 decodes to %#x, and the identity is %#x", got, want)
	}
	edges := ref.Edges(s.Type)
	check := func(x uint64) {
		if back := decode(encode(x)); back != x {
			t.Fatalf("%#x comes back as %#x", x, back)
		}
		if back := encode(decode(x)); back != x {
			t.Fatalf("the integer %#x comes back as %#x", x, back)
		}
		for _, y := range edges {
			got := decode(ref.Apply(integers.Op, integers.Type, encode(x), encode(y)))
			if want := ref.Apply(s.Op, s.Type, x, y); !ref.Same(s.Type, got, want) {
				t.Fatalf("%s of %#x and %#x is %#x by the law, want %#x", s.Op, x, y, got, want)
			}
		}
	}
	for _, x := range edges {
		check(x)
	}
	rng := rand.New(rand.NewPCG(1, uint64(w)))
	bits := 16
	if extent.Of() == extent.Quick {
		bits = 12
	}
	for x := range uint64(1) << min(w, bits) {
		if w > bits {
			x = rng.Uint64() >> (64 - w)
			edges[0] = x ^ 1<<rng.IntN(w) // and what is nearly the same
		}
		check(x)
	}
}

// TestOfNaN: every NaN becomes at most the greatest integer of one, which the NaN of all ones but the sign does, and
// every number a greater one. So max(encode(x), that) is the same of all NaNs, another one of each number, and of no
// number that of NaNs. Halves are gone through, floats of 32 bits with their neighbours of the edges.
func TestOfNaN(t *testing.T) {
	d := bv.Numbers{}
	for _, typ := range []spec.Type{spec.Float16, spec.Bfloat16, spec.Float32, spec.Float64} {
		s := spec.NewSpec(spec.Reduce)
		s.Op, s.Type = spec.AbsMax, typ
		e, _ := Of(s)
		w := typ.Bits()
		most, ok := e.OfNaN()
		if !ok {
			t.Fatalf("%s: no NaN", typ)
		}
		encode := func(x uint64) uint64 { return e.Encode(d, d.Const(w, x)).(bv.Word).X }
		isNaN := func(x uint64) bool {
			magnitude := x &^ (1 << (w - 1))
			return magnitude > (1<<typ.ExpBits()-1)<<(w-1-typ.ExpBits())
		}
		check := func(x uint64) {
			if k := encode(x); (k <= most) != isNaN(x) {
				t.Errorf("%s: %#x becomes %#x, of NaNs at most %#x", typ, x, k, most)
			}
		}
		if k := encode(1<<(w-1) - 1); k != most {
			t.Errorf("%s: the NaN of all ones becomes %#x, want %#x", typ, k, most)
		}
		if w == 16 {
			for x := range uint64(1 << w) {
				check(x)
			}
			continue
		}
		for _, x := range ref.Edges(typ) {
			for near := range uint64(5) {
				check((x + near - 2) & (1<<w - 1))
			}
		}
		for range extent.Rounds(100_000) {
			check(rand.Uint64() & (1<<w - 1))
		}
	}
	s := spec.NewSpec(spec.Reduce)
	s.Op, s.Type = spec.AbsMax, spec.Int32
	e, _ := Of(s)
	if _, ok := e.OfNaN(); ok {
		t.Error("an integer that is no number")
	}
}
