package term

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// sorter sorts values of a domain by compare and exchange.
type sorter struct {
	d          *Domain
	min, max   bv.IntOp
	comparison bool // as a comparison with two selects
}

func (s sorter) exchange(x []bv.Value, i, j int) {
	a, b := x[i], x[j]
	if s.comparison {
		less := s.d.Int(map[bv.IntOp]bv.IntOp{bv.SMin: bv.SLt, bv.UMin: bv.ULt}[s.min], a, b)
		x[i], x[j] = s.d.Select(less, a, b), s.d.Select(less, b, a)
		return
	}
	x[i], x[j] = s.d.Int(s.min, a, b), s.d.Int(s.max, a, b)
}

// insertion is the plainest sort, and bitonic Batcher's, for powers of two.
func (s sorter) insertion(x []bv.Value) {
	for n := range x {
		for i := n; i > 0; i-- {
			s.exchange(x, i-1, i)
		}
	}
}

func (s sorter) bitonic(x []bv.Value) {
	for k := 2; k <= len(x); k *= 2 {
		for j := k / 2; j > 0; j /= 2 {
			for i := range x {
				switch l := i ^ j; {
				case l < i:
				case i&k == 0:
					s.exchange(x, i, l)
				default:
					s.exchange(x, l, i)
				}
			}
		}
	}
}

// TestSorts: networks that sort leave the same terms as the plainest sort, with elements
// that the mask leaves out last; those that do not leave other terms.
func TestSorts(t *testing.T) {
	swapped := func(s sorter, x []bv.Value) { s.bitonic(x); x[0], x[1] = x[1], x[0] }
	short := func(s sorter, x []bv.Value) { // lacks one exchange
		s.bitonic(x[:len(x)/2])
		s.bitonic(x[len(x)/2:])
		for i := range len(x) / 2 {
			s.exchange(x, i, len(x)-1-i)
		}
		for j := len(x) / 4; j > 1; j /= 2 {
			for i := range x {
				if i&j == 0 {
					s.exchange(x, i, i|j)
				}
			}
		}
	}
	for _, test := range []struct {
		name   string
		sorter sorter
		sort   func(sorter, []bv.Value)
		sorted bool
	}{
		{"signed", sorter{min: bv.SMin, max: bv.SMax}, sorter.bitonic, true},
		{"unsigned", sorter{min: bv.UMin, max: bv.UMax}, sorter.bitonic, true},
		{"comparisons", sorter{min: bv.SMin, max: bv.SMax, comparison: true}, sorter.bitonic, true},
		{"swapped", sorter{min: bv.SMin, max: bv.SMax}, swapped, false},
		{"short", sorter{min: bv.SMin, max: bv.SMax}, short, false},
		{"another order", sorter{min: bv.UMin, max: bv.UMax}, func(s sorter, x []bv.Value) {
			sorter{d: s.d, min: bv.SMin, max: bv.SMax}.bitonic(x)
		}, false},
	} {
		for _, n := range []int{4, 8, 32} {
			for _, masked := range []bool{false, true} {
				d := New(Strategy{ZeroOne: true})
				s := test.sorter
				s.d = d
				elements := make([]bv.Value, n)
				for i := range elements {
					elements[i] = d.Var(i, 32)
					if masked {
						elements[i] = d.Select(d.Extract(d.MaskBits(0, 32), i, 1), elements[i], d.Const(32, intOp(s.min).identity(32)))
					}
				}
				got, want := append([]bv.Value{}, elements...), append([]bv.Value{}, elements...)
				test.sort(s, got)
				s.comparison = false
				s.insertion(want)
				same := true
				for i := range got {
					same = same && d.Differ(got[i], want[i], nil) == False
				}
				if same != test.sorted {
					t.Errorf("%s, %d elements, masked %v: sorted %v, want %v", test.name, n, masked, same, test.sorted)
				}
				t.Logf("%s %d %v: %d terms, %d nodes", test.name, n, masked, d.Terms(), d.Nodes())
			}
		}
	}
}
