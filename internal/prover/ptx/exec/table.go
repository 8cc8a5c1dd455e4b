package exec

import "github.com/shflgen/shflgen/internal/prover/bv"

const (
	ints   = ".u16|.s16|.u32|.s32|.u64|.s64"
	longs  = ".u32|.s32|.u64|.s64"
	int8s  = ".u8|.s8|.u16|.s16|.u32|.s32|.u64|.s64"
	words  = ".b16|.b32|.b64"
	floats = ".f32|.f64|.f16|.f16x2|.bf16|.bf16x2"
	single = ".f16|.bf16|.f32|.f64"
	any16  = ".b16|.u16|.s16|.b32|.u32|.s32|.f32|.b64|.u64|.s64|.f64"
	any8   = ".b8|.u8|.s8|.b16|.u16|.s16|.b32|.u32|.s32|.f32|.b64|.u64|.s64|.f64"
	cmps   = ".eq|.ne|.lt|.le|.gt|.ge|.lo|.ls|.hi|.hs|.equ|.neu|.ltu|.leu|.gtu|.geu|.num|.nan"
)

// table is the grammar of opcodes: one row a form, and what it does. Instructions without a row are refused.
var table = []form{
	{opcode: "mov .pred|" + any16, operands: "vw", run: move},
	{opcode: "cvta .to? .global|.const|.shared|.local .u64", operands: "ds", run: toSpace},
	{opcode: "ld .weak? .param|.global|.shared|.local? .ca|.cg|.cs? .nc? .v2|.v4? " + any8, operands: "va", run: load},
	{opcode: "ld .volatile .global|.shared|.local? .v2|.v4? " + any8, operands: "va", run: load},
	{opcode: "st .weak? .param|.global|.shared|.local? .wb|.cg|.cs|.wt? .v2|.v4? " + any8, operands: "aw", run: store},
	{opcode: "st .volatile .global|.shared|.local? .v2|.v4? " + any8, operands: "aw", run: store},
	{opcode: "atom" + atomicWhere + atomicSums, operands: "das", run: atomic},
	{opcode: "atom" + atomicWhere + atomicBits, operands: "das", run: atomic},
	{opcode: "atom" + atomicWhere + atomicBounds, operands: "das", run: atomic},
	{opcode: "red" + atomicWhere + atomicSums, operands: "as", run: atomic},
	{opcode: "red" + atomicWhere + atomicBits, operands: "as", run: atomic},
	{opcode: "red" + atomicWhere + atomicBounds, operands: "as", run: atomic},
	{opcode: "membar .cta|.gl|.sys", operands: "", run: fence},
	{opcode: "fence .sc|.acq_rel? .cta|.gpu|.sys", operands: "", run: fence},
	{opcode: "cvt " + int8s + " " + int8s, operands: "ds", run: convertInt},
	{opcode: "cvt .rn? " + single + " " + single, operands: "ds", run: convertFloat},
	{opcode: "cvt .rni|.rzi|.rmi|.rpi .f32|.f64 .f32|.f64", operands: "ds", run: convertWhole},
	{opcode: "cvt .rn .f32|.f64 " + int8s, operands: "ds", run: convertFromInt},
	{opcode: "cvt .rn .f16x2|.bf16x2 .f32", operands: "dss", run: ofOperands(convertPair)},

	{opcode: "add " + ints + "|.u16x2|.s16x2", operands: "dss", run: intOp(bv.Add)},
	{opcode: "sub " + ints, operands: "dss", run: intOp(bv.Sub)},
	{opcode: "add .cc " + longs, operands: "dss", run: addCarry},
	{opcode: "addc .cc? " + longs, operands: "dss", run: addCarry},
	{opcode: "sub .cc " + longs, operands: "dss", run: subBorrow},
	{opcode: "subc .cc? " + longs, operands: "dss", run: subBorrow},
	{opcode: "mul .lo " + ints, operands: "dss", run: intOp(bv.Mul)},
	{opcode: "mul .wide .u16|.s16|.u32|.s32", operands: "dss", run: mulWide},
	{opcode: "mul .hi .u16|.s16|.u32|.s32", operands: "dss", run: binary(mulHigh)},
	{opcode: "mul .hi .u64|.s64", operands: "dss", run: binary(mulHigh64)},
	{opcode: "mad .lo " + ints, operands: "dsss", run: mad},
	{opcode: "mad .wide .u16|.s16|.u32|.s32", operands: "dsss", run: mad},
	{opcode: "div " + ints, operands: "dss", run: divide},
	{opcode: "rem " + ints, operands: "dss", run: divide},
	{opcode: "add .rn? " + floats, operands: "dss", run: floatOp(bv.FAdd)},
	{opcode: "sub .rn? " + floats, operands: "dss", run: binary(floatSub)},
	{opcode: "mul .rn? " + floats, operands: "dss", run: binary(floatMul)},
	{opcode: "div .rn .f32|.f64", operands: "dss", run: floatFn(bv.FDiv)},
	{opcode: "sqrt .rn .f32|.f64", operands: "ds", run: floatFn(bv.FSqrt)},
	{opcode: "rsqrt .approx .f32", operands: "ds", run: byOpcode}, // any number within the bounds of the PTX ISA
	{opcode: "fma .rn " + floats, operands: "dsss", run: ofOperands(fma)},
	{opcode: "min " + ints + "|.u16x2|.s16x2", operands: "dss", run: extremum(true)},
	{opcode: "max " + ints + "|.u16x2|.s16x2", operands: "dss", run: extremum(false)},
	{opcode: "min .NaN? " + floats, operands: "dss", run: binary(best(true))},
	{opcode: "max .NaN? " + floats, operands: "dss", run: binary(best(false))},
	{opcode: "neg .s16|.s32|.s64|" + floats, operands: "ds", run: unary(negate)},
	{opcode: "abs .s16|.s32|.s64|" + floats, operands: "ds", run: unary(absolute)},

	{opcode: "and .pred|" + words, operands: "dss", run: bitOp(bv.And)},
	{opcode: "or .pred|" + words, operands: "dss", run: bitOp(bv.Or)},
	{opcode: "xor .pred|" + words, operands: "dss", run: bitOp(bv.Xor)},
	{opcode: "not .pred|" + words, operands: "ds", run: not},
	{opcode: "shl " + words, operands: "dss", run: shl},
	{opcode: "shr " + words + "|" + ints, operands: "dss", run: shr},
	{opcode: "shf .l|.r .clamp|.wrap .b32", operands: "dsss", run: funnel},
	{opcode: "lop3 .b32", operands: "dsssc", run: lop3},
	{opcode: "prmt .b32", operands: "dsss", run: permute},
	{opcode: "bfe .u32|.s32|.u64|.s64", operands: "dsss", run: extractField},
	{opcode: "bfi .b32|.b64", operands: "dssss", run: insertField},
	{opcode: "popc .b32|.b64", operands: "ds", run: unary(ones)},
	{opcode: "clz .b32|.b64", operands: "ds", run: unary(leadingZeros)},
	{opcode: "bfind .u32|.u64", operands: "ds", run: ofOperands(leadingOne)},
	{opcode: "bfind .shiftamt .u32", operands: "ds", run: unary(shiftOfFirst)},
	{opcode: "brev .b32|.b64", operands: "ds", run: unary(reverse)},

	{opcode: "setp " + cmps + " " + words + "|" + ints + "|" + single, operands: "|ss", run: setp},
	{opcode: "setp " + cmps + " .and|.or|.xor " + words + "|" + ints + "|" + single, operands: "|ssp", run: setp},
	{opcode: "selp " + any16 + "|.f16|.bf16", operands: "dssp", run: selp},
	{opcode: "set " + cmps + " .u32|.s32|.f32|.f16|.bf16 " + words + "|" + ints + "|" + single, operands: "dss",
		run: ofOperands(setWord)},

	{opcode: "bra .uni?", operands: "l", run: branch, sync: jump},
	{opcode: "ret .uni?", operands: "", run: end, sync: jump},
	{opcode: "exit", operands: "", run: kill},
	{opcode: "trap", operands: "", run: kill},

	{opcode: "shfl .sync .up|.down|.bfly|.idx .b32", operands: "|ssss", sync: warpSync},
	{opcode: "vote .sync .all|.any|.uni .pred", operands: "dps", sync: warpSync},
	{opcode: "vote .sync .ballot .b32", operands: "dps", sync: warpSync},
	{opcode: "match .any .sync .b32|.b64", operands: "dss", sync: warpSync},
	{opcode: "match .all .sync .b32|.b64", operands: "|ss", sync: warpSync},
	{opcode: "redux .sync .add|.min|.max .u32|.s32", operands: "dss", sync: warpSync},
	{opcode: "redux .sync .min|.max .NaN? .f32", operands: "dss", sync: warpSync},
	{opcode: "redux .sync .and|.or|.xor .b32", operands: "dss", sync: warpSync},
	{opcode: "bar .warp .sync", operands: "s", sync: warpSync},
	{opcode: "activemask .b32", operands: "d", sync: warpSync},
	{opcode: "bar .sync", operands: "c", sync: blockSync},
	{opcode: "bar .red .popc .u32", operands: "dcp", sync: blockSync},
	{opcode: "bar .red .and|.or .pred", operands: "dcp", sync: blockSync},
	{opcode: "barrier .sync .aligned?", operands: "c", sync: blockSync},
	{opcode: "barrier .cluster .arrive .release? .aligned?", operands: "", sync: clusterArrive},
	{opcode: "barrier .cluster .wait .acquire? .aligned?", operands: "", sync: clusterWait},
	{opcode: "barrier .cluster .arrive .relaxed .aligned?", operands: "", sync: clusterArrive},
	{opcode: "mapa .u64", operands: "dss", run: mapShared},
	{opcode: "mbarrier .init .b64", operands: "as", run: initMbarrier},
	{opcode: "mbarrier .arrive .expect_tx .b64", operands: "das", run: expectMbarrier},
	{opcode: "mbarrier .try_wait .parity .acquire .cluster .b64", operands: "das", sync: mbarrierWait},
	{opcode: "fence .mbarrier_init .release .cluster", operands: "", run: fenceMbarrier},
	{opcode: "st .async .mbarrier::complete_tx::bytes .b32|.b64", operands: "asa", run: storeAsync},
}
