package smt

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// forFormat are the definitions on the numbers of one format. F stands for its
// name, BITS for its width; INF, NAN, ABS, ZERO, ONE are numbers of it.
//
// Sums and products are not interpreted: any function may stand for them that
// is commutative, has the identity and lets a NaN through. The rest is written
// out. Arguments are canonical, but those of canon and payload.
const forFormat = `
(define-fun nan_F ((x BITS)) Bool (bvugt (bvand x ABS) INF))
(define-fun canon_F ((x BITS)) BITS (ite (nan_F x) NAN x))
(define-fun payload_F ((x BITS) (p BITS)) BITS (ite (= x NAN) (bvor NAN p) x))
(define-fun key_F ((x BITS)) BITS (ite (bvslt x ZERO) (bvxor x ABS) x))
(define-fun unordered_F ((a BITS) (b BITS)) (_ BitVec 1) (ite (or (= a NAN) (= b NAN)) #b1 #b0))
(define-fun eq_F ((a BITS) (b BITS)) (_ BitVec 1)
  (ite (and (not (= a NAN)) (not (= b NAN)) (or (= a b) (= (bvand (bvor a b) ABS) ZERO))) #b1 #b0))
(define-fun lt_F ((a BITS) (b BITS)) (_ BitVec 1)
  (ite (and (not (= a NAN)) (not (= b NAN)) (not (= (bvand (bvor a b) ABS) ZERO)) (bvslt (key_F a) (key_F b))) #b1 #b0))
(define-fun min_F ((a BITS) (b BITS)) BITS
  (ite (= a NAN) b (ite (= b NAN) a (ite (bvsle (key_F a) (key_F b)) a b))))
(define-fun max_F ((a BITS) (b BITS)) BITS
  (ite (= a NAN) b (ite (= b NAN) a (ite (bvsge (key_F a) (key_F b)) a b))))
(define-fun minnan_F ((a BITS) (b BITS)) BITS
  (ite (or (= a NAN) (= b NAN)) NAN (ite (bvsle (key_F a) (key_F b)) a b)))
(define-fun maxnan_F ((a BITS) (b BITS)) BITS
  (ite (or (= a NAN) (= b NAN)) NAN (ite (bvsge (key_F a) (key_F b)) a b)))
(declare-fun add_F_any (BITS BITS) BITS)
(define-fun add_F ((a BITS) (b BITS)) BITS
  (ite (or (= a NAN) (= b NAN)) NAN (ite (= a MINUS) b (ite (= b MINUS) a (canon_F (add_F_any a b))))))
(declare-fun mul_F_any (BITS BITS) BITS)
(define-fun mul_F ((a BITS) (b BITS)) BITS
  (ite (or (= a NAN) (= b NAN)) NAN (ite (= a ONE) b (ite (= b ONE) a (canon_F (mul_F_any a b))))))
`

// definitions are those that the terms use, with what these use.
func definitions(terms []*Term) string {
	used := map[bv.Format]bool{}
	pairs := map[[2]bv.Format]bool{}
	for _, t := range terms {
		switch t.kind {
		case kFloat, kCanon, kPayload:
			used[t.format] = true
		case kApply:
			if t.fn.Gives != bv.NoFormat {
				used[t.fn.Gives] = true
			}
		case kConvert:
			used[t.format], used[t.to] = true, true
			pairs[[2]bv.Format{t.format, t.to}] = true
		}
	}
	var b strings.Builder
	for f := bv.F16; f <= bv.F64; f++ {
		if !used[f] {
			continue
		}
		w := f.Bits()
		minus := uint64(1) << (w - 1)
		one := bv.Numbers{}.Convert(f, bv.F64, bv.Word{W: 64, X: 0x3ff << 52}).(bv.Word).X
		b.WriteString(strings.NewReplacer(
			"_F", "_"+formatNames[f], "BITS", sort(w), "INF", number(w, infinity(f)), "NAN", number(w, canonical(f)),
			"ABS", number(w, minus-1), "MINUS", number(w, minus), "ZERO", number(w, 0), "ONE", number(w, one),
		).Replace(forFormat))
	}
	for from := bv.F16; from <= bv.F64; from++ {
		for to := bv.F16; to <= bv.F64; to++ {
			if pairs[[2]bv.Format{from, to}] {
				b.WriteString(conversion(from, to))
			}
		}
	}
	b.WriteString(declarations(terms))
	return b.String()
}

// conversion is an unknown function that keeps a NaN.
func conversion(from, to bv.Format) string {
	name := formatNames[to] + "_of_" + formatNames[from]
	return fmt.Sprintf("\n(declare-fun %s_any (%s) %s)\n"+
		"(define-fun %s ((x %s)) %s (ite (= x %s) %s (canon_%s (%s_any x))))\n",
		name, sort(from.Bits()), sort(to.Bits()),
		name, sort(from.Bits()), sort(to.Bits()), number(from.Bits(), canonical(from)), number(to.Bits(), canonical(to)),
		formatNames[to], name)
}
