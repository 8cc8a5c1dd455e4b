package ptxsim

// memberMask is the slot of the last operand.
func (b *builder) memberMask(in *inst) int {
	return b.source(in.args[len(in.args)-1], typeNames["b32"])
}

// pairOf gives the slots of d|p, -1 for a p that is not named.
func (b *builder) pairOf(o operand, s scalar) (d, p int) {
	p = -1
	if o.pair != nil {
		if o.pair.kind != '_' {
			p = b.target(*o.pair, typeNames["pred"])
		}
		o.pair = nil
	}
	return b.target(o, s), p
}

// laneOf gives the source lane of a shuffle and whether it is in range, as the
// pseudocode of "shfl.sync" does.
func laneOf(mode string, lane int, bArg, c uint64) (j int, inRange bool) {
	bval, cval, segment := int(bArg&31), int(c&31), int(c>>8&31)
	most := lane&segment | cval&^segment
	least := lane & segment
	switch mode {
	case "up":
		j = lane - bval
		inRange = j >= most
	case "down":
		j = lane + bval
		inRange = j <= most
	case "bfly":
		j = lane ^ bval
		inRange = j <= most
	default:
		j = least | bval&^segment
		inRange = j <= most
	}
	if !inRange {
		j = lane
	}
	return j, inRange
}

// shfl is "shfl.sync". Without .sync it is not part of PTX for sm_70 and later.
func shfl(b *builder, in *inst) func(t *thread) {
	in.must("sync")
	mode := in.must("up", "down", "bfly", "idx")
	s, u := typeNames["b32"], typeNames["u32"]
	in.must("b32")
	in.end(5)
	d, p := b.pairOf(in.args[0], s)
	x, y, z, mask := b.source(in.args[1], s), b.source(in.args[2], u), b.source(in.args[3], u), b.memberMask(in)
	in.meet = &meeting{key: "shfl." + mode, d: d, p: p, settle: func(m *machine, group []*thread) {
		var value [warpSize]uint64
		var here uint32
		for _, t := range group {
			value[t.lane] = t.arg[0]
			here |= 1 << t.lane
		}
		for _, t := range group {
			j, ok := laneOf(mode, t.lane, t.arg[1], t.arg[2])
			v := value[j&31]
			if here>>j&1 == 0 { // undefined if the source lane is inactive or not in membermask
				v = m.junk() & ones(32)
			}
			t.give(v, boolBit(ok))
		}
	}}
	return func(t *thread) {
		t.arg = [3]uint64{t.r[x], t.r[y], t.r[z]}
		t.wait(uint32(t.r[mask]))
	}
}

// vote is "vote.sync": over the threads of the mask that have not exited.
func vote(b *builder, in *inst) func(t *thread) {
	in.must("sync")
	mode := in.must("all", "any", "uni", "ballot")
	result := typeNames[in.must(map[bool]string{true: "b32", false: "pred"}[mode == "ballot"])]
	in.end(3)
	d := b.target(in.args[0], result)
	x, not := b.predicate(in.args[1])
	mask := b.memberMask(in)
	in.meet = &meeting{key: "vote." + mode, d: d, p: -1, settle: func(_ *machine, group []*thread) {
		var ballot, here uint64
		for _, t := range group {
			ballot |= t.arg[0] << t.lane
			here |= 1 << t.lane
		}
		out := map[string]uint64{"ballot": ballot, "all": boolBit(ballot == here),
			"any": boolBit(ballot != 0), "uni": boolBit(ballot == here || ballot == 0)}[mode]
		for _, t := range group {
			t.give(out, 0)
		}
	}}
	return func(t *thread) {
		t.arg[0] = t.r[x] ^ not
		t.wait(uint32(t.r[mask]))
	}
}

// match is "match.sync": the threads of the mask with the same value, or whether
// all have one.
func match(b *builder, in *inst) func(t *thread) {
	all := in.must("any", "all") == "all"
	in.must("sync")
	s := in.typ("b32 b64")
	in.end(3)
	d, p := b.pairOf(in.args[0], typeNames["b32"])
	if p >= 0 && !all {
		refuse(in.line, "match.any has no predicate")
	}
	x, mask := b.source(in.args[1], s), b.memberMask(in)
	key := "match.any." + string(rune(s.bits))
	if all {
		key = "match.all." + string(rune(s.bits))
	}
	in.meet = &meeting{key: key, d: d, p: p, settle: func(_ *machine, group []*thread) {
		var here uint64
		for _, t := range group {
			here |= 1 << t.lane
		}
		for _, t := range group {
			var same uint64
			for _, o := range group {
				same |= boolBit(o.arg[0] == t.arg[0]) << o.lane
			}
			if all && same != here {
				same = 0
			}
			t.give(same, boolBit(same == here))
		}
	}}
	return func(t *thread) {
		t.arg[0] = t.r[x]
		t.wait(uint32(t.r[mask]))
	}
}

// redux is "redux.sync": over the threads of the mask that have not exited.
func redux(b *builder, in *inst) func(t *thread) {
	in.must("sync")
	op := in.must("add", "min", "max", "and", "or", "xor")
	names := map[string]string{"add": "u32 s32", "min": "u32 s32", "max": "u32 s32"}[op]
	abs, quiet := false, false
	if names == "" {
		names = "b32"
	} else if op != "add" {
		abs, quiet = in.flag("abs"), in.flag("NaN")
		if names = "f32"; !abs && !quiet {
			names = "u32 s32 f32"
		}
	}
	s := in.typ(names)
	in.end(3)
	d, x, mask := b.target(in.args[0], s), b.source(in.args[1], s), b.memberMask(in)
	settle := func(m *machine, group []*thread) {
		out := group[0].arg[0]
		for i, t := range group {
			v := t.arg[0]
			switch {
			case s.kind == floating:
				if abs {
					v &^= single.sign()
				}
				if i == 0 {
					out = v
				}
				out = single.best(t, out, v, op == "max", quiet, false)
			case i > 0:
				out = s.reduce(op, out, v) & ones(32)
			}
		}
		for _, t := range group {
			t.give(out, 0)
		}
	}
	key := "redux." + op + string(rune(s.kind))
	if abs {
		key += ".abs"
	}
	if quiet {
		key += ".NaN"
	}
	in.meet = &meeting{key: key, d: d, p: -1, settle: settle}
	return func(t *thread) {
		t.arg[0] = t.r[x]
		t.wait(uint32(t.r[mask]))
	}
}

// reduce joins two integers.
func (s scalar) reduce(op string, x, y uint64) uint64 {
	less := s.extend(x) < s.extend(y)
	if s.kind == signed {
		less = int64(s.extend(x)) < int64(s.extend(y))
	}
	switch op {
	case "add":
		return x + y
	case "and":
		return x & y
	case "or":
		return x | y
	case "xor":
		return x ^ y
	}
	if less == (op == "min") {
		return x
	}
	return y
}

// activemask is "activemask": which threads run together is left to chance, but
// the thread itself does.
func activemask(b *builder, in *inst) func(t *thread) {
	in.must("b32")
	in.end(1)
	d := b.target(in.args[0], typeNames["b32"])
	return func(t *thread) {
		var live uint64
		first := t.id - t.lane
		for _, o := range t.m.threads[first:min(first+warpSize, len(t.m.threads))] {
			if o.status != exited {
				live |= 1 << o.lane
			}
		}
		t.r[d] = live&t.m.rng.next() | 1<<t.lane
	}
}

// bar is "bar.warp.sync", "bar.sync", "bar.red" and their names with barrier. The
// forms with a number of threads that is not that of the block, and bar.arrive,
// are not read.
func bar(b *builder, in *inst) func(t *thread) {
	if in.op == "bar" && in.flag("warp") {
		in.must("sync")
		in.end(1)
		mask := b.memberMask(in)
		in.meet = &meeting{key: "bar.warp", d: -1, p: -1, settle: func(*machine, []*thread) {}}
		return func(t *thread) { t.wait(uint32(t.r[mask])) }
	}
	in.flag("cta")
	red := in.must("sync", "red") == "red"
	if in.op == "barrier" && !in.flag("aligned") {
		refuse(in.line, "barrier that is not aligned")
	}
	u, n := typeNames["u32"], 1
	d, x, not, op := -1, -1, uint64(0), ""
	if red {
		op = in.must("popc", "and", "or")
		if op == "popc" {
			in.must("u32")
		} else {
			in.must("pred")
		}
		in.end(3)
		d = b.target(in.args[0], map[bool]scalar{true: u, false: typeNames["pred"]}[op == "popc"])
		x, not = b.predicate(in.args[2])
		in.args = in.args[1:2]
	}
	in.end(1, 2)
	id := b.source(in.args[0], u)
	if len(in.args) == 2 {
		n = b.source(in.args[1], u)
	} else {
		n = -1
	}
	in.meet = &meeting{key: "bar." + op, block: true, d: d, p: -1, settle: func(_ *machine, group []*thread) {
		count := uint64(0)
		for _, t := range group {
			count += t.arg[1]
		}
		out := map[string]uint64{"popc": count, "and": boolBit(count == uint64(len(group))), "or": boolBit(count > 0)}[op]
		for _, t := range group {
			t.give(out, 0)
		}
	}}
	return func(t *thread) {
		t.arg = [3]uint64{t.r[id]}
		if x >= 0 {
			t.arg[1] = t.r[x] ^ not
		}
		if t.arg[0] > 15 {
			t.fault("barrier %d", t.arg[0])
		}
		if n >= 0 && t.r[n] != uint64(len(t.m.threads)+warpSize-1)/warpSize*warpSize {
			t.fault("barrier of %d threads", t.r[n])
		}
		t.status = waiting
	}
}
