package contract

import (
	"regexp"
	"strconv"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
)

// TestRegisters reads out of the contract which registers of a lane hold no result, or not in every lane: the
// reference names the same.
func TestRegisters(t *testing.T) {
	rest := regexp.MustCompile(
		`\n// The registers from v\[(\d+)\] on (?:are unspecified|stay as they are)\.\n`)
	others := regexp.MustCompile(`\n// In the other lanes of a segment, v\[(\d+)\] is unspecified\.\n`)
	seen := map[spec.Pattern]int{}
	for s := range catalogue.All() {
		if shape := s.Shape(); !shape.Array() || shape.Level != spec.WarpLevel || s.Pattern.IsMovement() {
			continue
		}
		if s.Mask != spec.Full || s.Width < 2 {
			continue
		}
		if seen[s.Pattern]++; seen[s.Pattern] > 60 {
			continue
		}
		got, err := ref.Call(s, nil, make([]uint64, s.Shape().Inputs()))
		if err != nil {
			t.Fatal(err)
		}
		named := func(register int) (n int) { // in how many lanes of the first segment
			for lane := range s.Width {
				if got.Named[register*spec.WarpSize+lane] {
					n++
				}
			}
			return n
		}
		src := emitted(t, s, gen.CUDA)
		from, some := s.Registers(), -1
		if said := rest.FindStringSubmatch(src); said != nil {
			from, _ = strconv.Atoi(said[1])
		}
		if said := others.FindStringSubmatch(src); said != nil {
			some, _ = strconv.Atoi(said[1])
		}
		for r := range s.Registers() {
			if n := named(r); (n == 0) != (r >= from) || (n > 0 && n < s.Width) != (r == some) {
				t.Errorf("%s: register %d has a result in %d of %d lanes, but the contract says %q %q",
					s.FileName(), r, n, s.Width, rest.FindString(src), others.FindString(src))
			}
		}
	}
	if len(seen) < 4 {
		t.Errorf("only %d patterns have registers", len(seen))
	}
}
