package goread

import (
	"fmt"
	"go/scanner"
	"go/token"
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
		src := "package main\n\nimport (\n\t\"math\"\n\t\"math/bits\"\n)\n\nvar _ = math.NaN()\nvar _ = bits.Len(0)\n" + helperText + text
		f, err := ReadFunc("x.go", []byte(src), fourLanes(elem), "F")
		if err != nil {
			continue
		}
		read++
		mask, in := inputs(5, i, 0, f.Spec.Type.Bits())
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
