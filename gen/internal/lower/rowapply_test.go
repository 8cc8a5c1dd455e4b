package lower

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/gen/internal/ops"
	"github.com/shflgen/shflgen/gen/internal/rowfn"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// appliedSpecs are the specs that make programs of different forms: rows that share a warp, rows of one, of several,
// rows that do not stay in registers, and those of clusters.
func appliedSpecs() map[string]spec.Spec {
	all := map[string]spec.Spec{}
	add := func(s spec.Spec, cols int, cluster spec.Cluster) {
		s.Pattern, s.Mask, s.Type = spec.RowApply, spec.Full, spec.Float32
		row := s.Row()
		row.Cols, row.Cluster = cols, cluster
		s.Params = row
		all[fmt.Sprintf("%s %s of %d %s in %d", s.FText(), s.Op, cols, s.InType(), max(1, cluster))] = s
	}
	for _, in := range []spec.Stored{spec.AsType, spec.StoredFloat16, spec.StoredBfloat16} {
		for _, f := range spec.AppliedFunctions() {
			for _, cols := range []int{3, 21, 100, 250, 700, 777, 2500, 4096} {
				add(spec.Spec{Params: spec.RowParams{F: f, In: in}}, cols, spec.AutoCluster)
			}
			add(spec.Spec{Params: spec.RowParams{F: f, In: in}}, 9001, 4)
		}
		for _, s := range []spec.Spec{
			{Op: spec.Sum}, {Op: spec.Max, Map: spec.KnownMap(spec.Abs)}, {Op: spec.Min, Map: spec.KnownMap(spec.Square)},
			{Op: spec.User, User: &spec.UserOp{GoFunc: spec.GoFunc{Name: "join"}, Identity: []uint64{0}}},
		} {
			s.Params = spec.RowParams{In: in, F: spec.UserApplied,
				Fn: &spec.Map{Kind: spec.UserMap, GoFunc: spec.GoFunc{Ref: "f"}}}
			add(s, 139, spec.AutoCluster)
			add(s, 5001, 2)
		}
	}
	add(spec.Spec{Params: spec.RowParams{F: spec.Softmax}}, 57345, 1)
	add(spec.Spec{Params: spec.RowParams{F: spec.LayerNorm, In: spec.StoredBfloat16}}, 110001, 1)
	add(spec.Spec{Params: spec.RowParams{F: spec.ResidualRMSNorm, In: spec.StoredBfloat16}}, 90001, 1)
	add(spec.Spec{Params: spec.RowParams{F: spec.RMSNormGrad, In: spec.StoredBfloat16}}, 90001, 1)
	return all
}

// applied is the program of a spec, and its model.
func applied(t *testing.T, s spec.Spec) (*ir.Program, appliedModel) {
	t.Helper()
	m := appliedModel{Spec: s, row: network.RowOf(s), prefix: s.FileName()}
	var err error
	if m.fn, err = rowfn.Of(s); err != nil {
		t.Fatal(err)
	}
	if s.Row().Fn != nil && s.User == nil {
		m.identity, _ = ops.IdentityBits(s.Op, spec.Float32)
	}
	p, err := RowApply(s, m.row)
	if err != nil {
		t.Fatalf("%s: %v", s.FileName(), err)
	}
	return p, m
}

func TestRowApply(t *testing.T) {
	all := appliedSpecs()
	for _, name := range extent.Drawn(t, slices.Sorted(maps.Keys(all)), 48, 16) {
		p, m := applied(t, all[name])
		seeds := uint64(3)
		if m.Cols() > 1000 {
			seeds = 1
		}
		for seed := range seeds {
			for _, arch := range []int{80, 90} {
				if m.row.Blocks == 1 && arch == 90 {
					continue
				}
				if err := m.runs(p, seed, arch); err != nil {
					t.Errorf("%s: sm_%d: %v", name, arch, err)
				}
			}
		}
	}
}
