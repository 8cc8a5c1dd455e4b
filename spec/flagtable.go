package spec

import "slices"

// flagTable lists every flag of a spec in the order of command lines.
var flagTable = slices.Concat(sizeFlags, movementFlags, elementFlags, resultFlags, targetFlags)

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

// sizeFlags say what is computed and how large it is.
var sizeFlags = []flagRow{
	nameFlag("pattern", Patterns(), func(s *Spec) *Pattern { return &s.Pattern }).stated(ofAll).named(Spec.patternPart).
		says("which lanes' values reach which lane"),
	numberFlag("width", "w", func(s *Spec) *int { return &s.Width }).stated(Pattern.warp).
		says("`lanes` in a segment, 1..32; 32 if left out"),
	numberFlag("block", "b", func(s *Spec) *int { return &s.Block }).stated(Pattern.Block).
		says("`threads` in a block, 1..1024, for block patterns"),
	flagRow{name: "cols", set: (*Spec).setCols, value: Spec.ColsText}.
		part(Spec.colsPart).of(Pattern.Row, "has no rows").stated(Pattern.Row).
		says("`columns` of a row, for row patterns; 1..128: a parameter of row-reduce, of any number in the range"),
	nameFlag("key", KeyTypes(), func(s *Spec) *KeyType { return &s.Key }).
		part(Spec.keyPart).of(Pattern.Keyed, "takes no keys").
		says("type of the keys, for keyed-reduce and rank"),
	numberFlag("n", "n", func(s *Spec) *int { return &s.N }).of(Pattern.takesN, "takes one register per lane").
		says("`registers` a lane, 1..64, for batch-reduce, block-reduce, array-exchange, swap, transpose, permute, " +
			"sort, topk, select and compact"),
	numberFlag("k", "k", func(s *Spec) *int { return &s.K }).of(Pattern.Sorts, "gives no rank").
		says("topk: the `number` of elements that every lane gets; select: the rank of the one, counted from 1"),
}

// movementFlags say from where to where elements move.
var movementFlags = []flagRow{
	distanceFlag(ParamSrc, func(s *Spec) *int { return &s.Src }).
		says("`lane` of the segment that shfl reads; var: a parameter; each: a parameter of each lane's own"),
	distanceFlag(ParamDelta, func(s *Spec) *int { return &s.Delta }).
		says("`lanes` that shfl-up, shfl-down and rotate move by; rotate takes a negative one too; var: a parameter"),
	distanceFlag(ParamXor, func(s *Spec) *int { return &s.Xor }).
		says("`mask` on the lane number, for shfl-xor, array-exchange and swap; var: a parameter of shfl-xor"),
	numberFlag("first", "f", func(s *Spec) *int { return &s.First }).
		of(Pattern.TakesPair, "").stated(Pattern.TakesPair).
		says("`register` of the lower lane of a pair, for swap"),
	numberFlag("second", "s", func(s *Spec) *int { return &s.Second }).
		of(Pattern.TakesPair, "").stated(Pattern.TakesPair).
		says("`register` of the upper lane of a pair, for swap"),
	flagRow{name: "perm", set: (*Spec).setPerm, value: Spec.permText}.
		part(Spec.permPart).of(Pattern.TakesPerm, "").stated(Pattern.TakesPerm).
		says("`list` of sources, joined by commas, for permute: entry l is the position that position l reads; with " +
			"-n, of the slots register·width + l"),
	boolFlag("inverse", func(s *Spec) *bool { return &s.Inverse }).of(Pattern.TakesInverse, "").
		says("transpose: striped to blocked"),
	boolFlag("partial", func(s *Spec) *bool { return &s.Partial }).of(Pattern.Global, "").
		says("load and store: the caller says how many elements are left for the warp, so that the last warp takes " +
			"what it has"),
	nameFlag("memory", MemoryModes(), func(s *Spec) *MemoryMode { return &s.Memory }).
		part(Spec.memoryPart).of(Pattern.MayTakeMemory, "").onlyCUDA().
		says("transpose, compact and topk in CUDA: whether the function takes shared memory of its caller; auto " +
			"does, for transpose " + MemoryRule(Transpose) + ", for compact " + MemoryRule(Compact) + ", for topk " +
			MemoryRule(TopK)),
}

// elementFlags say what elements are and what computes with them.
var elementFlags = []flagRow{
	elementFlag("type", (*Spec).setElement, Spec.TypeText).named(Spec.typePart).impliedBy(Spec.typeChecked).
		says("element type: " + oneOf(Types()) + "; or a Go type of a fixed size, such as ./geom.Vec3 (.Vec3: of the " +
			"package that is generated into)"),
	nameFlag("in", slices.Concat(StoredTypes(), StoredIntegers()), func(s *Spec) *Stored { return &s.In }).
		part(Spec.inPart).of(Pattern.InMemory, "has its elements in registers").
		says("row patterns and those of arrays: type of the elements in memory, which are widened to float32, of " +
			"scans of arrays also to an integer; as -type if left out"),
	refFlag("f", "./stats.Clip", AppliedFunctions(), func(s *Spec, f Applied) { s.F, s.Fn = f, nil },
		func(s *Spec, ref string) { s.F, s.Fn = UserApplied, UnresolvedMap(ref) }, Spec.FText).
		part(Spec.appliedPart).of(Pattern.Applies, "applies no function").
		takes("row-apply: the function of each element", "of an element and of the reduction of its row by -op and -map"),
	refFlag("op", "./stats.Merge", Ops(), func(s *Spec, o Op) { s.Op, s.User = o, nil },
		func(s *Spec, ref string) { s.Op, s.User = User, UnresolvedOp(ref) }, Spec.OpText).named(Spec.opPart).
		takes("operator of a reduction or scan", "of two elements"),
	refFlag("map", "./stats.Lift", MapKinds(), func(s *Spec, k MapKind) { s.Map = KnownMap(k) },
		func(s *Spec, ref string) { s.Map = UnresolvedMap(ref) }, Spec.mapText).
		part(Spec.mapPart).of(Pattern.maps, "combines nothing").
		takes("what makes the element of a lane from its inputs, for patterns that reduce or scan", "of one to three inputs"),
	flagRow{name: "cuda-type", set: (*Spec).setCUDAType, value: Spec.cudaTypeText}.onlyCUDA().
		says("`struct` of yours that the CUDA takes for elements that are no scalars; NAME:x,y,z: with these " +
			"members in the place of the fields"),
	nameFlag("mask", MaskModes(), func(s *Spec) *MaskMode { return &s.Mask }).says("which lanes contribute"),
	nameFlag("order", append(Orders(), AnyOrder), func(s *Spec) *Order { return &s.Order }).
		says("shape of the tree; any: of sums of floats under `prove -spec` alone"),
}

// resultFlags say what is given, and to whom.
var resultFlags = []flagRow{
	boolFlag("all", func(s *Spec) *bool { return &s.All }).of(Pattern.TakesAll, "").
		says("block-reduce: every thread gets the result, not thread 0 alone; batch-reduce: every lane gets every " +
			"result"),
	boolFlag("total", func(s *Spec) *bool { return &s.Total }).of(Pattern.TakesTotal, "").
		says("block-inclusive-scan and block-exclusive-scan: every thread also gets the reduction of the block"),
	boolFlag("descending", func(s *Spec) *bool { return &s.Descending }).of(Pattern.Sorts, unordered).
		says("sort, topk and select: the greatest element first"),
	boolFlag("stable", func(s *Spec) *bool { return &s.Stable }).of(Pattern.Sorts, unordered).
		says("sort: promise that equal elements stay in the order of lanes, then of registers; every sort is " +
			"stable, and pays nothing for it"),
	boolFlag("from", func(s *Spec) *bool { return &s.From }).of(Pattern.Sorts, unordered).
		says("sort: also give the lane that each element was in, by which values follow their keys; equal ones stay " +
			"in the order of lanes"),
	elementFlag("value", func(s *Spec, e *Element) { s.Value = e }, Spec.ValueText).part(Spec.valuePart).
		of(Pattern.takesValue, "moves no values after their keys").
		says("sort: `type` of a value that follows its key: as -type takes it; equal keys stay in the order of lanes"),
}

// targetFlags say how functions are built and called.
var targetFlags = []flagRow{
	boolFlag("launcher", func(s *Spec) *bool { return &s.Launcher }).of(Pattern.launches, "has none").part(nil).onlyCUDA().
		says("functions of arrays: also C++ functions that launch the kernel"),
	boolFlag("parts", func(s *Spec) *bool { return &s.Parts }).
		of(Pattern.takesParts, "reduces no array").part(nil).onlyCUDA().
		says("grid-reduce: also kernels that reduce a part of an array, and that combine parts, for an array spread " +
			"over devices"),
	nameFlag("for", Goals(), func(s *Spec) *Goal { return &s.For }).of(Pattern.HasGoal, "").onlyCUDA().
		says("block-reduce in CUDA: what the function is built for; both takes the greater product of the two"),
	nameFlag("cluster", Clusters(), func(s *Spec) *Cluster { return &s.Cluster }).
		part(Spec.clusterPart).of(Pattern.TakesCluster, "").
		says("block-reduce: the blocks of -block threads that make one call; rows in CUDA: the blocks that share a " +
			"row, from sm_90 on; auto: of block-reduce 1; " +
			ClusterRule),
	nameFlag("arch", Arches(), func(s *Spec) *Arch { return &s.Arch }).part(nil).
		says("architecture that the CUDA is for"),
	textFlag("namespace", "a name", func(s *Spec) *string { return &s.Namespace }).onlyCUDA().
		says("`namespace` of the CUDA file's functions, such as warp or mine::warp"),
	nameFlag("linkage", Linkages(), func(s *Spec) *Linkage { return &s.Linkage }).part(nil).onlyCUDA().
		says("of the CUDA functions; extern: that of C, for linkers of device code"),
	flagRow{name: "form", names: formNames(), joined: true, set: (*Spec).setForms, value: Spec.formText}.
		says("further `forms` of the Go function, which call it: slice takes slices, value returns the result that " +
			"every lane receives"),
	textFlag("name", "an identifier", func(s *Spec) *string { return &s.Name }).
		says("`identifier` of the Go function; its snake_case names the files and the CUDA function"),
}

// unordered is what patterns lack that take no flag of sorts.
const unordered = "puts nothing in order"

// Which patterns take a flag, or state it.

func ofAll(Pattern) bool { return true }

func (p Pattern) warp() bool { return !p.Block() && !p.InMemory() }

func (p Pattern) takesN() bool { return p.Batch() || p.MayBatch() }

func (p Pattern) takesParts() bool { return p.Grid() && !p.GridScan() && !p.Columns() }

func (p Pattern) launches() bool { return p.Grid() && !p.Columns() }

func (p Pattern) takesValue() bool { return p == Sort }

func (p Pattern) maps() bool { return (p.Reduces() || p.Applies()) && !p.Columns() }
