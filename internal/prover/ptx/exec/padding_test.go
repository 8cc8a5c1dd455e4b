package exec

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/term"
)

// TestPadding copies padding that nothing was written to, byte by byte and in words: bytes beside it are what was
// stored, and what depends on padding is undefined, or made of a byte that nobody knows.
func TestPadding(t *testing.T) {
	const (
		right = iota
		unlike
		undefined
		// The second byte of the word d is a copy of one that nothing was written to.
		copied = ".local .align 8 .b8 d[16]; mov.u64 %d4, d; cvt.u16.u64 %h1, %d1; st.local.u8 [%d4], %h1; ld.local.u8 " +
			"%h2, [%d4+1]; st.local.u8 [%d4+1], %h2; "
		word   = "ld.local.u16 %h3, [%d4]; "
		byByte = "setp.lt.u64 %p1, %d2, 5; @%p1 bra L; ld.local.u16 %h3, [%d4]; st.local.u16 [%d4+8], %h3; bra M; L: " +
			"st.local.u8 [%d4+8], %h1; M: ld.local.u16 %h3, [%d4+8]; "
		end = "cvt.u64.u16 %d3, %h3; and.b64 %d3, %d3, 255"
	)
	for _, tt := range []struct {
		what, body string
		want       int
	}{
		{"the byte beside", copied + word + end, right},
		{"the byte beside, on one way alone", copied + byByte + end, right},
		{"the byte beside, of a word that nothing else was written to",
			copied + "ld.local.u32 %r1, [%d4]; cvt.u16.u32 %h3, %r1; " + end, right},
		{"the padding", copied + word + "shr.u16 %h3, %h3, 8; " + end, unlike},
		{"the padding as well", copied + word + "cvt.u64.u16 %d3, %h3", unlike},
		{"the padding alone", copied + "ld.local.u8 %h3, [%d4+1]; " + end, undefined},
		{"two bytes of padding", copied + "ld.local.u16 %h3, [%d4+2]; " + end, undefined},
		{"two copies of padding",
			copied + "st.local.u8 [%d4+2], %h2; ld.local.u8 %h4, [%d4+3]; st.local.u8 " +
				"[%d4+3], %h4; ld.local.u16 %h3, [%d4+2]; " + end, undefined},
		{"two reads of padding", copied + word + "ld.local.u16 %h4, [%d4]; xor.b16 %h4, %h4, %h3; xor.b16 %h3, %h4, %h1; " +
			"shr.u16 %h3, %h3, 8; " + end, unlike},
		{"a way by the padding",
			copied + word + "setp.gt.u16 %p1, %h3, 255; @%p1 bra N; cvt.u64.u16 %d3, %h1; and.b64 %d3, %d3, 255; bra O; N: " +
				"cvt.u64.u16 %d3, %h1; and.b64 %d3, %d3, 255; O: ", undefined},
		{"a guard by the padding",
			copied + word + "setp.gt.u16 %p1, %h3, 255; cvt.u64.u16 %d3, %h1; @%p1 and.b64 %d3, %d3, 255; and.b64 %d3, %d3, 255",
			undefined},
		{"a choice by the padding",
			copied + word + "setp.gt.u16 %p1, %h3, 255; cvt.u64.u16 %d4, %h1; and.b64 %d5, %d1, 255; selp.b64 " +
				"%d3, %d4, %d5, %p1; and.b64 %d3, %d3, 255", undefined},
		{"a way by a word that has padding that was not copied",
			".local .align 8 .b8 d[16]; mov.u64 %d4, d; cvt.u16.u64 %h1, %d1; st.local.u8 [%d4], %h1; " + word +
				"setp.gt.u16 %p1, %h3, 255; @%p1 bra N; cvt.u64.u16 %d3, %h1; and.b64 %d3, %d3, 255; bra O; N: cvt.u64.u16 %d3, " +
				"%h1; and.b64 %d3, %d3, 255; O: ", undefined},
	} {
		d := term.New(term.Strategy{})
		a := d.Var(0, 64)
		machine, out := aloneOn(t, d, tt.body, a, d.Var(1, 64))
		if err := machine.Run(); err != nil {
			t.Errorf("%s: %v", tt.what, err)
			continue
		}
		c := out.Get(d, 0)
		got := unlike
		if def, known := d.Known(c.Def); !known || def == 0 {
			got = undefined
		} else if c.V == d.Int(bv.And, a, d.Const(64, 255)) {
			got = right
		} else if !bv.OfFreshByte(d, c.V) {
			t.Errorf("%s: of no byte that nobody knows", tt.what)
		}
		if got != tt.want {
			t.Errorf("%s: %d, want %d", tt.what, got, tt.want)
		}
	}
}
