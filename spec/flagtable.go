package spec

import (
	"slices"
	"strings"
)

// flagTable lists every flag of a spec in the order of command lines. Each family has its own beside its parameters.
var flagTable = func() (table []flagRow) {
	all := slices.Concat(commonFlags, shuffleFlags, batchFlags, blockFlags, keyedFlags, moveFlags, memoryFlags, sortFlags,
		globalFlags, rowFlags, clusterFlags, gridFlags)
	for _, name := range flagOrder {
		table = append(table, all[slices.IndexFunc(all, func(f flagRow) bool { return f.name == name })])
	}
	return table
}()

// flagOrder are the flags in the order of command lines.
var flagOrder = [...]string{
	"pattern", "width", "block", "cols", "key", "n", "k", "src", "delta", "xor", "first", "second", "perm", "inverse",
	"partial", "memory", "type", "in", "f", "op", "map", "cuda-type", "mask", "order", "all", "total", "descending",
	"stable", "from", "value", "launcher", "parts", "for", "cluster", "aligned", "arch", "namespace", "linkage", "form",
	"name",
}

// nameOrder are the flags in the order of the parts of a name.
var nameOrder = [...]string{
	"pattern", "op", "map", "f", "type", "in", "cols", "block", "width", "n", "k", "src", "delta", "xor", "first",
	"second", "perm", "inverse", "memory", "partial", "descending", "stable", "from", "value", "key", "mask", "order",
	"all", "total", "for", "cluster", "aligned",
}

// flagNamed is the row of a flag.
func flagNamed(name string) *flagRow {
	return &flagTable[slices.IndexFunc(flagTable, func(f flagRow) bool { return f.name == name })]
}

// commonFlags are those of every family.
var commonFlags = []flagRow{
	nameFlag("pattern", Patterns(), shared(func(s *Spec) *Pattern { return &s.Pattern })).
		stated(ofAll).named(func(s Spec) []string { return strings.Split(s.Pattern.String(), "-") }),
	numberFlag("width", "w", shared(func(s *Spec) *int { return &s.Width })).stated(Pattern.warp),
	numberFlag("n", "n", shared(func(s *Spec) *int { return &s.N })).of(Pattern.takesN, "takes one register per lane"),
	elementFlag("type", (*Spec).setElement, Spec.TypeText).named(Spec.typePart).impliedBy(Spec.typeChecked),
	refFlag("op", "./stats.Merge", Ops(), func(s *Spec, o Op) { s.Op, s.User = o, nil },
		func(s *Spec, ref string) { s.Op, s.User = User, UnresolvedOp(ref) }, Spec.OpText).named(Spec.opPart),
	refFlag("map", "./stats.Lift", enum[MapKind](int(UserMap)), func(s *Spec, k MapKind) { s.Map = KnownMap(k) },
		func(s *Spec, ref string) { s.Map = UnresolvedMap(ref) }, Spec.mapText).
		part(func(s Spec) []string { return strings.Split(s.Map.Name, "-") }).of(Pattern.maps, "combines nothing"),
	flagRow{name: "cuda-type", set: (*Spec).setCUDAType, value: func(s Spec) string { return s.CUDAType }}.onlyCUDA(),
	nameFlag("mask", MaskModes(), shared(func(s *Spec) *MaskMode { return &s.Mask })),
	nameFlag("order", append(Orders(), AnyOrder), shared(func(s *Spec) *Order { return &s.Order })),
	nameFlag("arch", Arches(), shared(func(s *Spec) *Arch { return &s.Arch })).part(nil),
	textFlag("namespace", "a name", shared(func(s *Spec) *string { return &s.Namespace })).onlyCUDA(),
	nameFlag("linkage", Linkages(), shared(func(s *Spec) *Linkage { return &s.Linkage })).part(nil).onlyCUDA(),
	flagRow{name: "form", names: formNames(), joined: true, set: (*Spec).setForms,
		value: func(s Spec) string { return s.Forms.String() }},
	textFlag("name", "an identifier", shared(func(s *Spec) *string { return &s.Name })),
}

// Which patterns take a flag, or state it.

func ofAll(Pattern) bool { return true }

func (p Pattern) warp() bool { return !p.Block() && !p.InMemory() }

func (p Pattern) takesN() bool { return p.Batch() || p.MayBatch() }

func (p Pattern) maps() bool { return p.Reduces() || p.Applies() }
