package model

import "math/rand/v2"

// shuffles are shfl.sync in all modes, each with every b of 5 bits and every c of two 5-bit
// fields: 32 × 1,024 warps.
func shuffles() []probe {
	var all []probe
	for _, mode := range []string{"up", "down", "bfly", "idx"} {
		all = append(all, probe{
			name: "shfl.sync." + mode + ".b32", group: "every b and c, all lanes members", ins: 3, outs: 2,
			body: `cvt.u32.u64 %r3, %x0; cvt.u32.u64 %r4, %x1; cvt.u32.u64 %r5, %x2;
				shfl.sync.` + mode + `.b32 %r6|%p1, %r3, %r4, %r5, -1;
				cvt.u64.u32 %y0, %r6; selp.b64 %y1, 1, 0, %p1`,
			count: 32 * 1024,
			input: func(warp, lane int) []uint64 {
				c := warp / 32
				return []uint64{random(warp, lane) & 0xffffffff, uint64(warp % 32), uint64(c&31 | c>>5<<8)}
			},
		})
	}
	return all
}

// partial are warp instructions with a member mask that leaves lanes out. The other lanes
// execute the instruction with the complement of the mask.
func partial() []probe {
	var all []probe
	split := func(name, body string, outs int, value func(warp, lane int) uint64) probe {
		return probe{
			name: name, group: "members and non-members, 4,096 random masks", ins: 2, outs: outs,
			// %r4 is the member mask that the lane executes with, %r3 the value.
			body: `cvt.u32.u64 %r3, %x0; cvt.u32.u64 %r5, %x1; mov.u32 %r6, %laneid;
				shr.u32 %r7, %r5, %r6; and.b32 %r7, %r7, 1; not.b32 %r4, %r5;
				setp.eq.u32 %p1, %r7, 1; setp.ne.u32 %p2, %r3, 0; @%p1 bra MEMBER;
				` + body + `; bra JOIN; MEMBER: mov.b32 %r4, %r5; ` + body + `; JOIN: mov.b32 %r1, %r1`,
			count: 4096,
			input: func(warp, lane int) []uint64 {
				return []uint64{value(warp, lane), random(warp, 99) & 0xffffffff}
			},
		}
	}
	any32 := func(warp, lane int) uint64 { return random(warp, lane) & 0xffffffff }
	few := func(warp, lane int) uint64 { return random(warp, lane) % uint64(1+warp%5) }
	for _, op := range []string{"add.u32", "add.s32", "min.u32", "max.u32", "min.s32", "max.s32", "and.b32", "or.b32",
		"xor.b32"} {
		all = append(all, split("redux.sync."+op, "redux.sync."+op+" %r8, %r3, %r4; cvt.u64.u32 %y0, %r8", 1, any32))
	}
	for _, kind := range []string{"all", "any", "uni"} {
		all = append(all, split("vote.sync."+kind+".pred", "vote.sync."+kind+".pred %p3, %p2, %r4; selp.b64 %y0, 1, 0, %p3",
			1, few))
	}
	all = append(all,
		split("vote.sync.ballot.b32", "vote.sync.ballot.b32 %r8, %p2, %r4; cvt.u64.u32 %y0, %r8", 1, few),
		split("match.any.sync.b32", "match.any.sync.b32 %r8, %r3, %r4; cvt.u64.u32 %y0, %r8", 1, few),
		split("match.any.sync.b64",
			"cvt.u64.u32 %t3, %r3; shl.b64 %t3, %t3, 33; match.any.sync.b64 %r8, %t3, %r4; cvt.u64.u32 %y0, %r8", 1, few),
		split("match.all.sync.b32", "match.all.sync.b32 %r8|%p3, %r3, %r4; cvt.u64.u32 %y0, %r8; selp.b64 %y1, 1, 0, %p3", 2,
			func(warp, lane int) uint64 { return few(warp, lane) / uint64(1+warp%3) }),
		probe{
			name: "shfl.sync.idx.b32 across the member mask", group: "every lane reads any lane of the warp, 4,096 random masks",
			ins: 3, outs: 1,
			body: `cvt.u32.u64 %r3, %x0; cvt.u32.u64 %r5, %x1; cvt.u32.u64 %r9, %x2; mov.u32 %r6, %laneid;
				shr.u32 %r7, %r5, %r6; and.b32 %r7, %r7, 1; not.b32 %r4, %r5; setp.eq.u32 %p1, %r7, 1; @%p1 bra MEMBER;
				shfl.sync.idx.b32 %r8, %r3, %r9, 31, %r4; bra JOIN; MEMBER: shfl.sync.idx.b32 %r8, %r3, %r9, 31, %r5;
				JOIN: cvt.u64.u32 %y0, %r8`,
			count: 4096,
			input: func(warp, lane int) []uint64 {
				return []uint64{any32(warp, lane) | 1, random(warp, 99) & 0xffffffff, random(warp, lane+100) % 32}
			},
		},
		split("shfl.sync.idx.b32 of a member mask", `not.b32 %r9, %r4; clz.b32 %r9, %r9; clz.b32 %r10, %r4; sub.u32 %r10, 31, %r10;
			shfl.sync.idx.b32 %r8, %r3, %r10, 31, %r4; cvt.u64.u32 %y0, %r8`, 1, any32),
	)
	return all
}

// random are 64 bits that depend on warp and lane alone.
func random(warp, lane int) uint64 {
	return rand.New(rand.NewPCG(uint64(warp)+1, uint64(lane)+1)).Uint64()
}
