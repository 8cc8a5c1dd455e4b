package goread

import (
	"fmt"
	"go/scanner"
	"go/token"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/tests/extent"
)

// TestAltered exchanges tokens of random functions, and wants no panic of the reader,
// and the same results where every branch on data is taken both ways.
func TestAltered(t *testing.T) {
	extent.NotQuick(t, "takes seconds")
	rng := rand.New(rand.NewPCG(3, 9))
	read, ran := 0, 0
	for i := range 900 {
		elem := elementTypes[i%len(elementTypes)]
		text := alter(rng, randomFunc(rng, "F", elem))
		src := ownFile(text)
		f, err := ReadFunc("x.go", []byte(src), fourLanes(elem), "F")
		if err != nil {
			continue
		}
		read++
		mask, in := inputs(uint64(i), f.Spec.Type.Bits())
		func() {
			defer func() {
				if p := recover(); p != nil {
					t.Fatalf("%v\n%s", p, text)
				}
			}()
			plain, err := runOn(bv.Numbers{}, f, mask, in)
			if err != nil {
				return
			}
			both, err := runOn(veiled{}, f, mask, in)
			if err == nil && both != plain {
				t.Errorf("%s and %s\n%s", plain, both, text)
			}
			ran++
		}()
	}
	t.Logf("%d of 900 altered functions compile, %d run", read, ran)
	if read < 100 || ran < 100 {
		t.Error("too few to say anything")
	}
}

func inputs(seed uint64, bits int) (mask uint32, in [4]uint64) {
	rng := rand.New(rand.NewPCG(seed, 5))
	for i := range in {
		in[i] = []uint64{rng.Uint64(), rng.Uint64N(8), 0, ^uint64(0), 1 << (bits - 1), math.Float64bits(rng.NormFloat64()),
			uint64(math.Float32bits(float32(rng.NormFloat64()))), 0x7ff8000000000000,
			0x7fc00000}[rng.IntN(9)] & (^uint64(0) >> (64 - bits))
	}
	return rng.Uint32(), in
}

// runOn executes a function on numbers.
func runOn(dom bv.Domain, f *File, mask uint32, in [4]uint64) (string, error) {
	w := f.Spec.Type.Bits()
	number := func(w int, x uint64) bv.Value {
		if _, ok := dom.(veiled); ok {
			return hide(w, x)
		}
		return dom.Const(w, x)
	}
	s := State{Mask: []bv.Value{number(32, uint64(mask))}}
	for _, x := range in {
		s.Lanes = append(s.Lanes, number(w, x))
	}
	if err := f.Run(dom, &s); err != nil {
		return "", err
	}
	var words []string
	for _, x := range s.Lanes {
		if v, ok := x.(veil); ok {
			x = v.Word
		}
		words = append(words, show(f.Spec.Type.String(), x.(bv.Word).X))
	}
	return strings.Join(words, " "), nil
}

// show is an element as hexadecimal bits; every NaN is one.
func show(typ string, x uint64) string {
	if typ == "float32" && math.Float32frombits(uint32(x)) != math.Float32frombits(uint32(x)) ||
		typ == "float64" && math.Float64frombits(x) != math.Float64frombits(x) {
		return "nan"
	}
	return fmt.Sprintf("%x", x)
}

// alter exchanges a few tokens for others of the text.
func alter(rng *rand.Rand, text string) string {
	type lexeme struct {
		lo, hi int
		name   bool
	}
	var all []lexeme
	fset := token.NewFileSet()
	file := fset.AddFile("", fset.Base(), len(text))
	var s scanner.Scanner
	s.Init(file, []byte(text), nil, 0)
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			break
		}
		if lit == "" {
			lit = tok.String()
		}
		lo := file.Offset(pos)
		if lit != "\n" && strings.HasPrefix(text[lo:], lit) && lo > 60 {
			all = append(all, lexeme{lo, lo + len(lit), tok.IsLiteral()})
		}
	}
	for range 1 + rng.IntN(2) {
		at, by := all[rng.IntN(len(all))], all[rng.IntN(len(all))]
		if at.hi > len(text) || by.hi > len(text) || at.name != by.name {
			continue
		}
		text = fmt.Sprint(text[:at.lo], text[by.lo:by.hi], text[at.hi:])
	}
	return text
}
