package operators_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// grouped are functions by key, of many lanes: each lane has its own group, and any of 32 ranks in it.
var grouped = []string{
	"-pattern keyed-reduce -width 24 -mask active -op ../userops.Mean",
	"-pattern keyed-reduce -width 32 -mask active -op ../userops.Minus",
	"-pattern keyed-reduce -width 32 -mask active -op ../userops.MergeMoments",
	"-pattern keyed-reduce -width 32 -mask active -op ../userops.LastSet",
	"-pattern keyed-reduce -width 31 -op ../userops.Better",
}

// TestGroups: the Go functions are proved, and CUDA as clang compiles it without optimisation, where each call of the
// operator stays.
func TestGroups(t *testing.T) {
	extent.OnlyFull(t, "proofs of 24 to 32 lanes take up to half a minute each")
	extent.OneIn(t, 8, 8)
	for _, args := range extent.Drawn(t, grouped, 12, 12) {
		_, files := emit(t, args)
		for name, src := range files {
			if strings.HasSuffix(name, ".go") {
				if r := prove(t, name, src); r.Verdict != verify.Proved {
					t.Errorf("%s: %s", name, r)
				}
				continue
			}
			path, err := filepath.Abs(name)
			if err != nil {
				t.Fatal(err)
			}
			r, err := verify.Prove(t.Context(), verify.Subject{Path: path, Src: src},
				verify.Options{Arches: []string{"sm_70"}, Compilers: []string{"clang"}, Levels: []string{"O0"}})
			if err != nil || r.Verdict != verify.Proved {
				t.Errorf("%s: %v %s", name, err, r)
			}
		}
	}
}

// groupFaults are planted in the Go function of 24 lanes, where elements stand by rank: a rank that is absent is
// applied, or one that is there is not.
var groupFaults = []struct{ what, old, new string }{
	{"operands exchanged", "return userops.Minus(a, b)", "return userops.Minus(b, a)"},
	{"an element left out where there are 17", "ranked&0xff0000 != 0", "ranked&0xfe0000 != 0"},
	{"an absent element applied where there is one",
		"step1lane0 := keyedReduceMinusInt32W24ActiveWith(down16lane0, ranked&0x2 != 0",
		"step1lane0 := keyedReduceMinusInt32W24ActiveWith(down16lane0, ranked&0x1 != 0"},
	{"a rank of another pair asked", "ranked&0x800 != 0", "ranked&0x400 != 0"},
	{"an element that does not move", "move8&0x200 != 0", "move8&0x100 != 0"},
	{"ranks exchanged", "down16lane2, ranked&0x8 != 0, down16lane3", "down16lane3, ranked&0x8 != 0, down16lane2"},
	{"a key that is not compared", "ActiveSame(k, key[13])<<13", "ActiveSame(k, key[12])<<13"},
	{"the group of another lane", "ActiveCombine(key[7]", "ActiveCombine(key[8]"},
	{"the last element of 24", "move8&0x800000 != 0, bits23", "move8&0x800000 != 0, bits22"},
}

// TestGroupFaults: each is refuted by a call that was replayed.
func TestGroupFaults(t *testing.T) {
	for _, f := range extent.Faults(t, groupFaults, 16) {
		_, files := emit(t, "-pattern keyed-reduce -width 24 -mask active -op ../userops.Minus")
		for name, src := range files {
			if !strings.HasSuffix(name, ".go") {
				continue
			}
			wrong := strings.Replace(string(src), f.old, f.new, 1)
			if wrong == string(src) {
				t.Errorf("%s: nothing to change in\n%s", f.what, src)
				continue
			}
			if r := prove(t, name, []byte(wrong)); r.Verdict != verify.Refuted {
				t.Errorf("%s: %s", f.what, r)
			}
		}
	}
}
