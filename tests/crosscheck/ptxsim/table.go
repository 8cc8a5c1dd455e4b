package ptxsim

// opcodes holds one row for each instruction: how it is read. "call" is apart,
// since its operands stand in parentheses.
var opcodes = map[string]func(b *builder, in *inst) func(t *thread){
	// Integer Arithmetic; Floating-Point; Half Precision; Extended-Precision.
	"add": addSub, "sub": addSub, "addc": addcSubc, "subc": addcSubc, "mul": mulMad, "mad": mulMad,
	"div": divRem, "rem": divRem, "abs": absNeg, "neg": absNeg, "min": minMax, "max": minMax,
	"popc": counted, "clz": counted, "bfind": bfind, "brev": brev, "bfe": bfe, "bfi": bfi,
	"fma": floatFMA, "sqrt": sqrt,

	// Comparison and Selection.
	"set": set, "setp": setp, "selp": selp,

	// Logic and Shift.
	"and": logic, "or": logic, "xor": logic, "not": not, "lop3": lop3,
	"shl": shift, "shr": shift, "shf": funnel,

	// Data Movement and Conversion.
	"mov": mov, "prmt": prmt, "ld": ld, "st": st, "cvta": cvta, "cvt": cvt,
	"shfl": shfl,

	// Control Flow.
	"bra": bra, "ret": ret, "exit": exit, "trap": trap,

	// Parallel Synchronization and Communication.
	"bar": bar, "barrier": bar, "membar": fence, "fence": fence, "vote": vote, "match": match,
	"redux": redux,
}
