package spec

// BatchParams are those of batch-reduce. The other reductions and scans of a warp take nothing beside what all patterns
// share.
type BatchParams struct {
	All bool // every lane gets every result
}

// Batch are the parameters of a batch-reduce.
func (s Spec) Batch() BatchParams { return paramsOf[BatchParams](s) }

// All reports whether every lane or thread gets a result that otherwise is in one place.
func (s Spec) All() bool { return s.Batch().All || s.Block().All }

var reducePatterns = map[Pattern]patternRow{
	Reduce: {
		name: "reduce", reduces: true, lane: true,
		gives:  "every lane receives OP of the members in ITS",
		active: "every member receives OP of the members in ITS",
	},
	XorReduce: {
		name: "xor-reduce", pow2: true, reduces: true, lane: true,
		gives: "every lane receives OP of the members in ITS",
	},
	DownReduce: {
		name: "down-reduce", reduces: true, lane: true,
		gives:  "the first lane of EACH receives OP of its members",
		active: "the lowest member of EACH receives OP of its members",
		some:   true,
	},
	BatchReduce: {
		name: "batch-reduce", params: BatchParams{}, reduces: true, batch: true,
		gives: "lane k mod WIDTH of EACH receives, in register k / WIDTH, OP of register k of its members, for k < COUNT",
		all:   "every lane receives, in each of its COUNT registers, OP of that register of the members in ITS",
		some:  true,
	},
}

var scanPatterns = map[Pattern]patternRow{
	InclusiveScan: {
		name: "inclusive-scan", reduces: true, scans: true,
		gives:  "every lane receives OP of the members at or before it in ITS",
		active: "every member receives OP of the members at or before it in ITS",
		plan:   "inclusive-scan and exclusive-scan",
	},
	ExclusiveScan: {
		name: "exclusive-scan", reduces: true, scans: true,
		gives:  "every lane receives OP of the members before it in ITS",
		active: "every member receives OP of the members before it in ITS; the lowest receives the identity",
		plan:   "inclusive-scan and exclusive-scan",
	},
}

var batchFlags = []flagRow{
	boolFlag("all", in(func(p *BatchParams) *bool { return &p.All }).
		or(Pattern.Block, in(func(p *BlockParams) *bool { return &p.All }))).of(Pattern.TakesAll, ""),
}

func (BatchParams) validate(Spec, report) {}
