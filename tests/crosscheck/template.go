package crosscheck

import (
	"fmt"
	"strings"
)

// templates are instructions with placeholders. Both readers take all of them. A bracket is a choice; an empty
// alternative leaves the modifier out. Letters are operands:
//
//	h, r, d   registers of 16, 32 and 64 bits
//	f, g      registers of .f32 and .f64
//	p         a predicate
//	capitals  the same as a source, which may be a constant; P may be negated
//	T         a table of 8 bits
//	L         a lane or a distance
//	C         a clamp
//	K         a number of 8 bits
var templates = strings.Split(strings.TrimSpace(`
[add|sub].[u16|s16] h H H
[add|sub].[u32|s32] r R R
[add|sub].[u64|s64] d D D
mul.[lo|hi].[u16|s16] h H H
mul.[lo|hi].[u32|s32] r R R
mul.[lo|hi].[u64|s64] d D D
mul.wide.[u16|s16] r H H
mul.wide.[u32|s32] d R R
mad.lo.[u16|s16] h H H H
mad.lo.[u32|s32] r R R R
mad.lo.[u64|s64] d D D D
mad.wide.[u16|s16] r H H R
mad.wide.[u32|s32] d R R D
[add|min|max].[u16x2|s16x2] r r r
[div|rem].[u32|s32] r R [3|7|1000]
[abs|neg].s16 h H
[abs|neg].s32 r R
[abs|neg].s64 d D
[min|max].[u16|s16] h H H
[min|max].[u32|s32] r R R
[min|max].[u64|s64] d D D
[popc|clz].b32 r R
[popc|clz].b64 r D
bfind[|.shiftamt].u32 r R
bfind.u64 r D
brev.b32 r R
brev.b64 d D
bfe.[u32|s32] r R [0|5|16] [0|1|8|16]
bfe.[u64|s64] d D [0|7|32] [0|1|8|32]
bfi.b32 r R R [0|5|16] [0|1|8|16]
bfi.b64 d D D [0|7|32] [0|1|8|32]
[add|mul|sub][.rn|].f32 f F F
[add|sub|mul].rn.f64 g G G
div.rn.f32 f F F
div.rn.f64 g G G
sqrt.rn.f32 f F
sqrt.rn.f64 g G
fma.rn.f32 f [F 0f3F800000 F|F F 0f80000000]
fma.rn.f64 g [G 0d3FF0000000000000 G|G G 0d8000000000000000]
[min|max][|.NaN].f32 f F F
[min|max].f64 g G G
[abs|neg].f32 f F
[abs|neg].f64 g G
[add|sub|mul].rn.f16 h h h
[add|sub|mul].rn.f16x2 r r r
[add|sub|mul].rn.bf16 h h h
[min|max][|.NaN].[f16|bf16] h h h
[min|max][|.NaN].[f16x2|bf16x2] r r r
neg.[f16|bf16] h h
abs.[f16x2|bf16x2] r r
setp.[eq|ne|lt|le|gt|ge].[u16|s16] p H H
setp.[eq|ne|lt|le|gt|ge].[u32|s32] p R R
setp.[eq|ne|lt|le|gt|ge].[u64|s64] p D D
setp.[lo|ls|hi|hs].u32 p|p R R
setp.[eq|ne].[b32|u32] p|p R R
setp.[eq|ne|lt|le|gt|ge].[and|or|xor].s32 p|p R R P
setp.[eq|ne|lt|le|gt|ge].[and|or|xor].u64 p D D P
setp.[eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan].f32 p F F
setp.[eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan].f64 p G G
setp.[lt|geu|num|nan].[and|or|xor].f32 p|p F F P
setp.[eq|lt|geu|nan].[f16|bf16] p h h
set.[eq|lt|ge].[u32|s32].[u32|s32] r R R
set.[eq|lt|ge].f32.[u32|s32] f R R
selp.[b16|u16|s16] h H H p
selp.[b32|u32|s32] r R R p
selp.[b64|u64|s64] d D D p
selp.f32 f F F p
selp.f64 g G G p
[and|or|xor].b16 h H H
[and|or|xor].b32 r R R
[and|or|xor].b64 d D D
[and|or|xor].pred p p p
not.pred p p
not.b16 h H
not.b32 r R
not.b64 d D
lop3.b32 r R R R T
[shl.b16|shr.b16|shr.u16|shr.s16] h H R
[shl.b32|shr.b32|shr.u32|shr.s32] r R K
[shl.b32|shr.b32|shr.u32|shr.s32] r R R
[shl.b64|shr.b64|shr.u64|shr.s64] d D K
shf.[l|r].[clamp|wrap].b32 r R R R
prmt.b32 r R R R
cvt.[u8|s8|u16|s16].[u32|s32] h R
cvt.[u8|s8|u16|s16].[u32|s32] r R
cvt.[u32|s32].[u64|s64] r D
cvt.[u64|s64].[u32|s32|u16|s16|u8|s8] d R
cvt.[u32|s32].[u8|s8|u16|s16] r H
cvt.[u16|s16].[u8|s8] h H
cvt.rn.f32.[u32|s32] f R
cvt.rn.f32.[u64|s64] f D
cvt.rn.f64.[u64|s64] g D
cvt.rn.f64.[u32|s32] g R
cvt.rn.f32.f64 f G
cvt.f64.f32 g F
cvt.f32.[f16|bf16] f h
cvt.rn.[f16|bf16].f32 h F
cvt.rn.[f16x2|bf16x2].f32 r F F
cvt.[rni|rzi|rmi|rpi].f32.f32 f F
cvt.[rni|rzi|rmi|rpi].f64.f64 g G
mov.b32 r {h,h}
mov.b32 {h,h} r
mov.b64 d {r,r}
mov.b64 {r,r} d
mov.b64 {h,h,h,h} d
mov.b32 [r f|f r]
mov.b64 [d g|g d]
mov.u32 r %[laneid|lanemask_lt|lanemask_le|lanemask_gt|lanemask_ge|lanemask_eq|tid.x]
mov.b16 h H
mov.[u32|b32|s32] r R
mov.pred p p
shfl.sync.[up|down|bfly|idx].b32 r R L C -1
shfl.sync.[up|down|bfly|idx].b32 r|p R L C -1
shfl.sync.[up|down|bfly|idx].b32 r R R C -1
shfl.sync.idx.b32 r R R R -1
vote.sync.ballot.b32 r P -1
vote.sync.[all|any|uni].pred p P -1
match.any.sync.b32 r R -1
match.all.sync.b32 r|p R -1
match.any.sync.b64 r D -1
redux.sync.[add|min|max].[u32|s32] r R -1
redux.sync.[and|or|xor].b32 r R -1
bar.warp.sync -1
st.local.[u8|b8] [buf+[0|3|7|013]] r
st.local.[u16|b16] [buf+[0|2|6]] [h|r]
st.local.[u32|b32] [buf+[0|4|8|010]] r
st.local.u64 [buf+[0|8]] d
ld.local.[u8|s8|u16|s16] r [buf+[0|2|6|012]]
ld.local.[u8|s8|u16|s16] h [buf+[0|2|6]]
ld.local.[u32|s32] d [buf+[0|4|8]]
ld.local.v2.u32 {r,r} [buf+[0|8]]
st.local.v2.b32 [buf+[0|8]] {r,r}
`), "\n")

// choose picks an alternative of each bracket of a template.
func choose(rng *Generator, line string) string {
	for {
		end := strings.IndexByte(line, ']')
		start := 0
		if end >= 0 {
			start = strings.LastIndexByte(line[:end], '[')
		}
		if end < 0 || start < 0 {
			break
		}
		inner := line[start+1 : end]
		if !strings.Contains(inner, "|") {
			inner = "<" + inner + ">"
		} else {
			all := strings.Split(inner, "|")
			inner = all[rng.IntN(len(all))]
		}
		line = line[:start] + inner + line[end+1:]
	}
	return strings.NewReplacer("<", "[", ">", "]").Replace(line)
}

// fill replaces the placeholder of one operand by a register or a constant.
func fill(rng *Generator, hole string, n int) string {
	if strings.ContainsRune("[%-0", rune(hole[0])) {
		return hole
	}
	from := rng.IntN(n)
	var b strings.Builder
	for _, c := range hole {
		switch c {
		case 'h', 'r', 'd', 'f', 'g', 'p':
			fmt.Fprintf(&b, "%%%c%d", c, from%n) // several results are apart
			from++
		case 'H', 'R', 'D', 'F', 'G':
			if rng.IntN(4) > 0 {
				fmt.Fprintf(&b, "%%%c%d", c+'a'-'A', from%n)
			} else {
				b.WriteString(constant(rng, c))
			}
		case 'P':
			fmt.Fprintf(&b, "%s%%p%d", [2]string{"", "!"}[rng.IntN(2)], from%n)
		case 'T':
			fmt.Fprint(&b, rng.IntN(256))
		case 'L':
			fmt.Fprint(&b, rng.IntN(34))
		case 'C':
			fmt.Fprint(&b, []int{31, 0, 0x1f1f, 0x1800, 0x181f, rng.IntN(32)<<8 | rng.IntN(32)}[rng.IntN(6)])
		case 'K':
			fmt.Fprint(&b, []int{0, 1, 8, 16, 31, 32, 33, 63, 64, 255, 256, rng.IntN(70)}[rng.IntN(12)])
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// constant is an integer of any base and sign, or a float.
func constant(rng *Generator, c rune) string {
	switch c {
	case 'F':
		return fmt.Sprintf("0f%08X", []uint32{0, 1 << 31, 0x3f800000, 0x7f800000, 0x00000001, 0x7fc00000,
			rng.Uint32()}[rng.IntN(7)])
	case 'G':
		return fmt.Sprintf("0d%016X", []uint64{0, 1 << 63, 1023 << 52, 0x7ff << 52, 1, rng.Uint64()}[rng.IntN(6)])
	}
	x := rng.Uint64() >> rng.IntN(64) & (1<<map[rune]int{'H': 15, 'R': 31, 'D': 63}[c] - 1)
	form := []string{"%d", "%d", "0x%x", "0%o", "-%d", "0b%b"}[rng.IntN(6)]
	return fmt.Sprintf(form, x)
}
