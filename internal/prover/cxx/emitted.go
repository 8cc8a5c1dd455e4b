package cxx

import (
	"regexp"
	"slices"
	"strings"
)

// keywords are those of C++ that an emitted file may have. The others are not needed for
// networks, and several tell the standard of the language or the host apart.
var keywords = setOf(`alignas asm bool break case char const continue default do double else false float for if int long
	return reinterpret_cast short signed static static_cast struct switch true unsigned void volatile while`)

// allKeywords are the keywords of C++ up to C++23, and other spellings of operators.
var allKeywords = setOf(`alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t
	char32_t class compl concept const consteval constexpr constinit const_cast continue co_await co_return co_yield
	decltype default delete do double dynamic_cast else enum explicit export extern false float for friend goto if
	inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public
	register reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch
	template this thread_local throw true try typedef typeid typename typeof union unsigned using virtual void
	volatile wchar_t while xor xor_eq restrict`)

// intrinsics are the names that start with __ and that an emitted file may have: those
// of CUDA's guide and of the headers of the half types.
var intrinsics = regexp.MustCompile(`^__(device__|forceinline__|shared__|CUDA_ARCH__|CUDA_ARCH_FAMILY_SPECIFIC__|` +
	`global__|restrict__|launch_bounds__|cluster_dims__|host__|noinline__|` +
	`shfl(_up|_down|_xor)?_sync|(ballot|any|all|uni|match_any|match_all)_sync|reduce_(add|min|max|and|or|xor)_sync|` +
	`activemask|trap|syncwarp|syncthreads(_and|_or|_count)?|byte_perm|funnelshift_(l|r|lc|rc)|` +
	`(ffs|clz|popc|brev)(ll)?|u?mulhi|umul64hi|` +
	`half2?|nv_bfloat162?|[fd](add|sub|mul|ma|maf)_r[nz]|(u?int|u?ll|float|double|half2?|u?short|bfloat162?|longlong|` +
	`low|high|halves|lows|highs)[a-z0-9_]*|` +
	`hiloint2double|h(add|sub|mul|fma|min|max|neg|abs|isnan|eq|lt|gt|le|ge|ne)2?(_rn|_nan)?)$`)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// OperatorWords are keywords that a file with a user's operator has as well.
var OperatorWords = []string{"extern", "struct"}

// KernelWords are keywords that a file with a kernel of its own has as well.
var KernelWords = []string{"extern"}

// NamespaceWords are keywords that a file of functions in a namespace has as well.
var NamespaceWords = []string{"namespace"}

// GlobalWords are keywords that a file with words of global memory has as well.
var GlobalWords = []string{"using"}

// CheckEmitted wants a file to have only words that emitted ones need, and some more.
func CheckEmitted(tokens []Token, more ...string) error {
	for i, t := range tokens {
		if t.Kind != Word {
			continue
		}
		if allKeywords[t.Text] && !keywords[t.Text] && !slices.Contains(more, t.Text) {
			return &Error{t.Line, t.Text + ": emitted files have no such word; want a file of your own, and -spec"}
		}
		if strings.HasPrefix(t.Text, "__") && !intrinsics.MatchString(t.Text) {
			return &Error{t.Line, t.Text + ": emitted files have no such function"}
		}
		if t.Text == "struct" && !bytesOnly(tokens[i:]) && !slices.Contains(more, t.Text) {
			return &Error{t.Line,
				"struct: emitted files have none but of bytes, struct alignas(16) name { unsigned char " +
					"bytes[64]; }; want a file of your own, and -spec"}
		}
		if why := threadNumber(tokens, i); why != "" {
			return &Error{t.Line, why}
		}
	}
	return nil
}

// bytesOnly reports whether a declaration is that of an aligned structure of bytes.
func bytesOnly(tokens []Token) bool {
	want := strings.Fields("struct alignas ( # ) a { unsigned char a [ # ] ; } ;")
	kinds := map[string]Kind{"#": Number, "a": Word}
	for i, w := range want {
		if i >= len(tokens) {
			return false
		}
		if kind, some := kinds[w]; some && tokens[i].Kind != kind || !some && tokens[i].Text != w {
			return false
		}
	}
	return true
}
