package contract

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
)

// TestCostOfMovements counts the shuffles of each movement of registers, and holds the
// bound that its contract names against the reference: who takes or sends that many.
func TestCostOfMovements(t *testing.T) {
	said := regexp.MustCompile(`// Cost:  (\d+) shuffles?(, the fewest|; no fewer than (\d+) would do): ` +
		`lane (\d+) (takes|sends) (\d+) elements?`)
	checked, fewest := 0, 0
	for s := range catalogue.All() {
		if !s.Pattern.IsMovement() || s.Mask != spec.Full || s.TakesMemory() {
			continue
		}
		src := emitted(t, s, gen.CUDA)
		words := (s.Type.Bits() + 31) / 32
		got := strings.Count(body(t, src, s.FileName()), "__shfl_") * words
		m := said.FindStringSubmatch(src)
		if m == nil {
			if got != 0 || !strings.Contains(src, "// Cost:  no shuffle.\n") {
				t.Errorf("%s: %d shuffles, but no word of them", s.FileName(), got)
			}
			continue
		}
		checked++
		count, _ := strconv.Atoi(m[1])
		least := count
		if m[3] != "" {
			least, _ = strconv.Atoi(m[3])
		} else {
			fewest++
		}
		lane, _ := strconv.Atoi(m[4])
		elements, _ := strconv.Atoi(m[6])
		takes, sends := traffic(t, s, lane)
		moved := map[string]int{"takes": takes, "sends": sends}[m[5]]
		fields := max(1, 32/s.Type.Bits())
		if bound := (moved + fields - 1) / fields * words; count != got || moved != elements || bound != least {
			t.Errorf("%s: %d shuffles, lane %d takes %d elements and sends %d, which takes %d, but the contract says %q",
				s.FileName(), got, lane, takes, sends, bound, m[0])
		}
	}
	t.Logf("%d movements, %d in the fewest shuffles", checked, fewest)
	if checked < 70 || fewest < 50 {
		t.Errorf("%d movements were checked, %d in the fewest shuffles", checked, fewest)
	}
}

// traffic is how many elements a lane takes from other lanes and sends to them, by the
// reference.
func traffic(t *testing.T, s spec.Spec, lane int) (takes, sends int) {
	t.Helper()
	sh := s.Shape()
	in := make([]uint64, sh.Elements())
	for e := range in {
		in[e] = uint64(e)
	}
	call := ref.Input[ref.Element, bool]{}
	for _, x := range in {
		call.Elements = append(call.Elements, ref.Element{Bits: x, Present: true})
	}
	out, err := ref.Run(ref.Numbers{Spec: s}, s, call)
	if err != nil {
		t.Fatal(err)
	}
	taken, sent := map[int]bool{}, map[int]bool{}
	for e, x := range out.Value {
		to, source := e%sh.Lanes, int(x.Bits)%sh.Lanes
		switch {
		case to == source:
		case to == lane:
			taken[int(x.Bits)] = true
		case source == lane:
			sent[int(x.Bits)] = true
		}
	}
	return len(taken), len(sent)
}
