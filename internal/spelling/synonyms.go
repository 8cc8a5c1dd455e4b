package spelling

// synonym is what shflgen calls something, and what follows the word in a suggestion.
type synonym struct{ word, rest string }

// synonyms are names that other libraries and languages have for what shflgen has. An exported Go name, such as
// Product, is none: it may be a function of a package.
var synonyms = map[string]synonym{
	// Operators.
	"add": {"sum", ""}, "plus": {"sum", ""}, "+": {"sum", ""}, "mul": {"prod", ""}, "product": {"prod", ""},
	"*":   {"prod", ""},
	"avg": {"sum", ", divided by the number of members"}, "mean": {"sum", ", divided by the number of members"},
	"average": {"sum", ", divided by the number of members"}, "count": {"sum", ", of ones"},
	"fmin": {"min", ""}, "fmax": {"max", ""}, "amax": {"absmax", ""}, "all": {"and", ""}, "any": {"or", ""},

	// Types.
	"char": {"int8", ""}, "short": {"int16", ""}, "int": {"int32", ""}, "long": {"int64", ""}, "long long": {"int64", ""},
	"i8": {"int8", ""}, "i16": {"int16", ""}, "i32": {"int32", ""}, "i64": {"int64", ""},
	"byte": {"uint8", ""}, "unsigned char": {"uint8", ""}, "unsigned short": {"uint16", ""}, "uint": {"uint32", ""},
	"unsigned": {"uint32", ""}, "unsigned int": {"uint32", ""}, "unsigned long long": {"uint64", ""},
	"size_t": {"uint64", ""},
	"u8":     {"uint8", ""}, "u16": {"uint16", ""}, "u32": {"uint32", ""}, "u64": {"uint64", ""},
	"float": {"float32", ""}, "fp32": {"float32", ""}, "f32": {"float32", ""},
	"double": {"float64", ""}, "fp64": {"float64", ""}, "f64": {"float64", ""},
	"half": {"float16", ""}, "__half": {"float16", ""}, "fp16": {"float16", ""}, "f16": {"float16", ""},
	"half2": {"float16x2", ""}, "__half2": {"float16x2", ""},
	"bf16": {"bfloat16", ""}, "__nv_bfloat16": {"bfloat16", ""}, "__nv_bfloat162": {"bfloat16x2", ""},

	// Architectures: the newest with code that runs there.
	"70": {"sm_70", ""}, "7.0": {"sm_70", ""}, "75": {"sm_70", ""}, "7.5": {"sm_70", ""}, "sm_75": {"sm_70", ""},
	"80": {"sm_80", ""}, "8.0": {"sm_80", ""}, "86": {"sm_80", ""}, "8.6": {"sm_80", ""}, "sm_86": {"sm_80", ""},
	"89": {"sm_80", ""}, "8.9": {"sm_80", ""}, "sm_89": {"sm_80", ""}, "90": {"sm_90", ""}, "9.0": {"sm_90", ""},
	"100": {"sm_100", ""}, "10.0": {"sm_100", ""}, "120": {"sm_100", ""}, "12.0": {"sm_100", ""}, "sm_120": {"sm_100", ""},
	"volta": {"sm_70", ""}, "turing": {"sm_70", ""}, "ampere": {"sm_80", ""}, "ada": {"sm_80", ""},
	"hopper": {"sm_90", ""}, "blackwell": {"sm_100", ""},

	// Patterns, with the flags that they need.
	"sum": {"reduce", " -op sum"}, "max": {"reduce", " -op max"}, "min": {"reduce", " -op min"},
	"argmax": {"reduce", " -op argmax"}, "argmin": {"reduce", " -op argmin"},
	"allreduce": {"reduce", ""}, "all-reduce": {"reduce", ""}, "warp-reduce": {"reduce", ""}, "warpreduce": {"reduce", ""},
	"scan": {"inclusive-scan", ""}, "prefix-sum": {"inclusive-scan", ""}, "cumsum": {"inclusive-scan", ""},
	"exscan": {"exclusive-scan", ""}, "block-scan": {"block-inclusive-scan", ""},
	"blockscan":     {"block-inclusive-scan", ""},
	"reduce-by-key": {"keyed-reduce", ""}, "device-reduce": {"grid-reduce", ""},
	"device-scan": {"grid-inclusive-scan", ""}, "dot": {"grid-reduce", " -map product"},
	"shuffle": {"shfl", ""}, "broadcast": {"shfl", ""}, "median": {"select", ""}, "softmax": {"row-apply", " -f softmax"},

	// Verbs.
	"verify": {"prove", ""}, "diff": {"check", ""}, "plot": {"draw", ""},
}
