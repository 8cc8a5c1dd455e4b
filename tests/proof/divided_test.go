package proof_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// divided are functions of many steps, with Go that is divided among helpers, and faults in the calls of these.
var divided = []struct {
	args   string
	faults [][2]string // what is there, and what replaces it
}{
	{"-pattern block-reduce -block 900", [][2]string{
		{"Warp(mask[3],", "Warp(mask[4],"},
		{"step4lane0 + step4lane16\n", "step4lane16 + step4lane16\n"},
	}},
	{"-pattern block-reduce -block 600 -n 2 -type uint8", [][2]string{
		{"(members[32:64])", "(members[64:96])"},
	}},
	{"-pattern block-reduce -block 300 -type int64 -op argmax -all", [][2]string{
		{"idx[thread] = first0", "idx[0] = first0"},
		{"Same(v[4], best)<<4", "Same(v[4], best)<<5"},
	}},
	{"-pattern block-exclusive-scan -block 257 -type float32 -total", [][2]string{
		{"Warp2(warp0[31], &warp1)", "Warp2(warp0[30], &warp1)"},
		{"(v[0][160:192]), warp4[31], &warp5)", "(v[0][160:192]), warp5[31], &warp5)"},
		{"\tv[0] = math.Float32frombits(0x80000000)", "\tv[0] = 0"},
		{"s[3] = before + s[3]", "s[3] = before + s[2]"},
		{"v[1][7] = step9lane256", "v[1][7] = warp7[31]"},
	}},
	{"-pattern block-inclusive-scan -block 500", [][2]string{
		{"warp4[31], &warp5)\n", "warp3[31], &warp5)\n"},
		{"step1lane0 := in0 + before", "step1lane0 := in0"},
	}},
	{"-pattern sort -width 7 -n 4 -type uint16 -from", [][2]string{
		{"Sort28((*[28]uint32)(keys[28:56]))", "Sort28((*[28]uint32)(keys[27:55]))"},
		{"&v[register], register, mask)", "&v[register], 0, mask)"},
		{"Rise(ranked, move1, move2,", "Rise(ranked, move1, move1,"},
		{"from[register][28] = int32(register + 112)", "from[register][28] = int32(register + 111)"},
	}},
	{"-pattern sort -width 16 -n 2 -type uint64 -value int32", [][2]string{
		{"bSlot < aSlot {", "bSlot > aSlot {"},
		{"a, aSlot, b, bSlot = b, bSlot, a, aSlot", "a, aSlot, b, bSlot = b, aSlot, a, bSlot"},
		{"&v[register], register, mask)", "&v[register], 0, mask)"},
		{"Rise(ranked, rankedslot, move1,", "Rise(ranked, rankedslot, move2,"},
		{"rankedslot[12] = rankedslot[4]&", "rankedslot[12] = rankedslot[5]&"},
		{"ranked[12] = ranked[4]&", "ranked[12] = ranked[5]&"},
		{"row[12] = ranked[12]&", "row[12] = ranked[11]&"},
	}},
	{"-pattern topk -n 2 -k 8", [][2]string{
		{"min(keys[1], keys[22])", "min(keys[1], keys[23])"},
		{"= min(keys[7], keys[16])", "= max(keys[7], keys[16])"},
		{"Choose16((*[16]int32)(keys[16:32]))", "Choose16((*[16]int32)(keys[0:16]))"},
		{"v[7][31] = keys[7]", "v[7][31] = keys[6]"},
	}},
	{"-pattern transpose -width 8 -n 33 -type float32", [][2]string{
		{"-(mask&1)&0xfe", "-(mask&2)&0xfe"},
		{"&v[5],", "&v[6],"},
		{"before := *v", "before := v"},
	}},
	{"-pattern batch-reduce -width 1 -n 64 -type float16", [][2]string{
		{"row := &v[register]", "row := &v[0]"},
		{"-uint16(mask >> 1 & 1)", "-uint16(mask >> 2 & 1)"},
	}},
}

// TestDivided proves functions with Go that is divided among helpers, and no altered one.
func TestDivided(t *testing.T) {
	for _, d := range extent.Drawn(t, divided, 3, 2) {
		s, err := spec.ParseArgs(strings.Fields(d.args))
		if err != nil {
			t.Fatal(err)
		}
		t.Run(s.FileName(), func(t *testing.T) {
			t.Parallel()
			files, err := gen.Generate(s, gen.Options{Package: "p", Langs: []gen.Lang{gen.Go}})
			if err != nil {
				t.Fatal(err)
			}
			prove := func(name string, src []byte) bool {
				r, err := verify.Prove(t.Context(), verify.Subject{Path: name, Src: src}, verify.Options{Alone: true})
				return err == nil && r.Verdict == verify.Proved
			}
			for name, src := range files {
				if !prove(name, src) {
					t.Errorf("%s is not proved", name)
				}
				if extent.Of() == extent.Quick {
					continue
				}
				for _, f := range d.faults {
					altered := bytes.Replace(src, []byte(f[0]), []byte(f[1]), 1)
					if bytes.Equal(altered, src) {
						t.Errorf("%s has no %q", name, f[0])
					} else if prove(name, altered) {
						t.Errorf("%s with %q: proved", name, f[1])
					}
				}
			}
		})
	}
}
