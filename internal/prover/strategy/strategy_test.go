package strategy

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/spec"
)

// fields are the names of the fields that a strategy sets beside its budget.
func fields(by term.Strategy) (names []string) {
	v := reflect.ValueOf(by)
	for i := range v.NumField() {
		if name := v.Type().Field(i).Name; name != "Budget" && !v.Field(i).IsZero() {
			names = append(names, name)
		}
	}
	return names
}

// TestAll: each spec gets the strategies that it needs and no other field of them. No field is left that no spec sets.
func TestAll(t *testing.T) {
	warp, pairs := Traits{Products: true}, Traits{Products: true, Pairs: true}
	user, ordered := &spec.UserOp{}, term.Values{NoNaN: true, NoNegativeZero: true}
	unused := map[string]bool{}
	for i := range reflect.TypeFor[term.Strategy]().NumField() {
		unused[reflect.TypeFor[term.Strategy]().Field(i).Name] = true
	}
	delete(unused, "Budget")
	for _, tt := range []struct {
		flags  string
		change func(s *spec.Spec)
		traits Traits
		want   []string // of each strategy, the fields
	}{
		{"-pattern reduce", nil, warp, []string{""}},
		{"-pattern exclusive-scan -mask active", nil, warp, []string{"HighFirst"}},
		{"-pattern shfl -src var -width 12", nil, warp, []string{"HighFirst Divisor", "HighFirst"}},
		{"-pattern shfl -src var -width 16", nil, warp, []string{"HighFirst"}},
		{"-pattern shfl-up -delta var -width 12", nil, warp, []string{"HighFirst"}},
		{"-pattern keyed-reduce", nil, warp, []string{"Interleave"}},
		{"-pattern keyed-reduce", nil, pairs, []string{"Interleave"}},
		{"-pattern keyed-reduce", func(s *spec.Spec) { s.User = user }, pairs,
			[]string{"Interleave HighFirst RestrictCalls"}},
		{"-pattern reduce -map product", nil, warp, []string{"Products"}},
		{"-pattern reduce -map product -op prod", nil, warp, []string{""}},
		{"-pattern reduce -map abs", nil, warp, []string{"Products AbsCalls"}},
		{"-pattern reduce -op or -map nonzero", nil, warp, []string{"Products Bools"}},
		{"-pattern reduce", nil, Traits{Bodies: bv.Bodies{}}, []string{"Products Bodies"}},
		{"-pattern reduce -op absmax", nil, warp, []string{"UnslicedExtrema Laws"}},
		{"-pattern reduce -op absmax -map product", nil, warp, []string{"Products CallCode UnslicedExtrema Laws"}},
		{"-pattern grid-reduce -op absmax -type float32 -in float16", nil, Traits{Widening: true},
			[]string{"ExactWidening WidenedNaN UnslicedExtrema Laws"}},
		{"-pattern grid-reduce -op sum -type float32 -in float16", nil, Traits{Widening: true}, []string{""}},
		{"-pattern row-reduce -op argmax -type float32 -in float16 -cols 32", nil, Traits{Extrema: true},
			[]string{"ExactWidening CanonicalNaN"}},
		{"-pattern row-apply -f softmax -type float32 -cols 1..32", nil, Traits{Extrema: true}, []string{""}},
		{"-pattern row-reduce -op argmax -type int32 -cols 32", nil, Traits{Extrema: true}, []string{""}},
		{"-pattern grid-inclusive-scan", nil, Traits{Tile: &ref.Tile{}}, []string{"Tries"}},
		{"-pattern grid-inclusive-scan -type float32", nil, Traits{Tile: &ref.Tile{}}, []string{""}},
		{"-pattern sort", nil, warp, []string{"Interleave ZeroOne"}},
		{"-pattern sort -n 8", nil, warp, []string{"Interleave ZeroOne Merges"}},
		{"-pattern sort -from", nil, warp, []string{"Interleave ZeroOne KeyOffset"}},
		{"-pattern sort -from -type float32", nil, warp, []string{"Interleave ZeroOne KeyOffset Laws"}},
		{"-pattern sort -from -type int64", nil, warp, []string{"Interleave ZeroOne PairOrder Laws"}},
		{"-pattern sort -from -type int64 -width 1", nil, warp, []string{"Interleave ZeroOne"}},
		{"-pattern topk -k 2", nil, warp, []string{"Interleave ZeroOne Selection"}},
		{"-pattern topk -k 2 -width 16", nil, warp, []string{"Interleave ZeroOne"}},
		{"-pattern reduce -op argmax", nil, warp, []string{"PairOrder Laws", ""}},
		{"-pattern reduce -op argmax -mask active", nil, warp, []string{""}},
		{"-pattern reduce -op argmax -type float32 -mask full", nil, warp, []string{""}},
		{"-pattern reduce -op argmax -type float32 -mask full", nil, Traits{Products: true, Values: ordered},
			[]string{"PairOrder Values Laws", "Values"}},
		{"-pattern reduce -op argmax -type float32", nil, Traits{Products: true, Values: ordered}, []string{"Values"}},
		{"-pattern reduce -op max -type float32", nil, Traits{Products: true, Values: ordered}, []string{"Values"}},
		{"-pattern reduce -op absmax -type float32", nil, Traits{Products: true, Values: ordered},
			[]string{"UnslicedExtrema Laws"}},
	} {
		s, err := spec.ParseArgs(strings.Fields(tt.flags))
		if err != nil {
			t.Fatalf("%s: %v", tt.flags, err)
		}
		if tt.change != nil {
			tt.change(&s)
		}
		var got []string
		for _, by := range All(s, tt.traits) {
			got = append(got, strings.Join(fields(by), " "))
			for _, name := range fields(by) {
				delete(unused, name)
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", tt.flags, diff)
		}
	}
	for name := range unused {
		t.Errorf("no spec sets %s", name)
	}
}
