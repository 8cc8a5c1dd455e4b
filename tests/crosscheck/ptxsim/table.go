package ptxsim

// opcodes holds one row for each instruction: how it is read. "call" is apart,
// since its operands stand in parentheses.
var opcodes = map[string]func(b *builder, in *inst) func(t *thread){
	// Integer Arithmetic; Floating-Point; Half Precision; Extended-Precision.
	"add": addSub, "sub": addSub, "addc": addcSubc, "subc": addcSubc, "mul": mulMad, "mad": mulMad,
	"div": divRem, "rem": divRem, "abs": absNeg, "neg": absNeg, "min": minMax, "max": minMax, "sad": sad,
	"popc": counted, "clz": counted, "bfind": bfind, "brev": brev, "bfe": bfe, "bfi": bfi, "fns": fns,
	"fma": floatFMA, "sqrt": root, "rcp": root, "copysign": copysign, "testp": testp,

	// Comparison and Selection.
	"set": set, "setp": setp, "selp": selp, "slct": slct,

	// Logic and Shift.
	"and": logic, "or": logic, "xor": logic, "not": not, "cnot": cnot, "lop3": lop3,
	"shl": shift, "shr": shift, "shf": funnel,

	// Data Movement and Conversion.
	"mov": mov, "prmt": prmt, "ld": ld, "st": st, "cvta": cvta, "isspacep": isspacep, "cvt": cvt,
	"shfl": shfl,

	// Control Flow.
	"bra": bra, "ret": ret, "exit": exit, "trap": trap,

	// Parallel Synchronization and Communication.
	"bar": bar, "barrier": bar, "membar": fence, "fence": fence, "vote": vote, "match": match,
	"activemask": activemask, "redux": redux, "nanosleep": nanosleep,
}
