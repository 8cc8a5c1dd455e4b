package spec

import "slices"

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
	"stable", "from", "value", "launcher", "parts", "for", "cluster", "arch", "namespace", "linkage", "form", "name",
}

// nameOrder are the flags in the order of the parts of a name.
var nameOrder = [...]string{
	"pattern", "op", "map", "f", "type", "in", "cols", "block", "width", "n", "k", "src", "delta", "xor", "first",
	"second", "perm", "inverse", "memory", "partial", "descending", "stable", "from", "value", "key", "mask", "order",
	"all", "total", "for", "cluster",
}

// flagNamed is the row of a flag.
func flagNamed(name string) *flagRow {
	return &flagTable[slices.IndexFunc(flagTable, func(f flagRow) bool { return f.name == name })]
}

// commonFlags are those of every family.
var commonFlags = []flagRow{
	nameFlag("pattern", Patterns(), shared(func(s *Spec) *Pattern { return &s.Pattern })).
		stated(ofAll).named(Spec.patternPart).
		says("which lanes' values reach which lane"),
	numberFlag("width", "w", shared(func(s *Spec) *int { return &s.Width })).stated(Pattern.warp).
		says("`lanes` in a segment, 1..32; 32 if left out"),
	numberFlag("n", "n", shared(func(s *Spec) *int { return &s.N })).of(Pattern.takesN, "takes one register per lane").
		says("`registers` a lane, 1..64, for batch-reduce, block-reduce, array-exchange, swap, transpose, permute, " +
			"sort, topk, select and compact"),
	elementFlag("type", (*Spec).setElement, Spec.TypeText).named(Spec.typePart).impliedBy(Spec.typeChecked).
		says("element type: " + oneOf(Types()) + "; or a Go type of a fixed size, such as ./geom.Vec3 (.Vec3: of the " +
			"package that is generated into)"),
	refFlag("op", "./stats.Merge", Ops(), func(s *Spec, o Op) { s.Op, s.User = o, nil },
		func(s *Spec, ref string) { s.Op, s.User = User, UnresolvedOp(ref) }, Spec.OpText).named(Spec.opPart).
		takes("operator of a reduction or scan", "of two elements"),
	refFlag("map", "./stats.Lift", enum[MapKind](int(UserMap)), func(s *Spec, k MapKind) { s.Map = KnownMap(k) },
		func(s *Spec, ref string) { s.Map = UnresolvedMap(ref) }, Spec.mapText).
		part(Spec.mapPart).of(Pattern.maps, "combines nothing").
		takes("what makes the element of a lane from its inputs, for patterns that reduce or scan", "of one to three inputs"),
	flagRow{name: "cuda-type", set: (*Spec).setCUDAType, value: Spec.cudaTypeText}.onlyCUDA().
		says("`struct` of yours that the CUDA takes for elements that are no scalars; NAME:x,y,z: with these " +
			"members in the place of the fields"),
	nameFlag("mask", MaskModes(), shared(func(s *Spec) *MaskMode { return &s.Mask })).says("which lanes contribute"),
	nameFlag("order", append(Orders(), AnyOrder), shared(func(s *Spec) *Order { return &s.Order })).
		says("shape of the tree; any: of sums of floats under `prove -spec` alone"),
	nameFlag("arch", Arches(), shared(func(s *Spec) *Arch { return &s.Arch })).part(nil).
		says("architecture that the CUDA is for"),
	textFlag("namespace", "a name", shared(func(s *Spec) *string { return &s.Namespace })).onlyCUDA().
		says("`namespace` of the CUDA file's functions, such as warp or mine::warp"),
	nameFlag("linkage", Linkages(), shared(func(s *Spec) *Linkage { return &s.Linkage })).part(nil).onlyCUDA().
		says("of the CUDA functions; extern: that of C, for linkers of device code"),
	flagRow{name: "form", names: formNames(), joined: true, set: (*Spec).setForms, value: Spec.formText}.
		says("further `forms` of the Go function, which call it: slice takes slices, value returns the result that " +
			"every lane receives"),
	textFlag("name", "an identifier", shared(func(s *Spec) *string { return &s.Name })).
		says("`identifier` of the Go function; its snake_case names the files and the CUDA function"),
}

// Which patterns take a flag, or state it.

func ofAll(Pattern) bool { return true }

func (p Pattern) warp() bool { return !p.Block() && !p.InMemory() }

func (p Pattern) takesN() bool { return p.Batch() || p.MayBatch() }

func (p Pattern) maps() bool { return p.Reduces() || p.Applies() }
