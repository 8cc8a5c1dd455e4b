package ptxsim

// gather makes the instruction one at which the threads of the mask that its last
// operand names meet, bringing what arg computes. Results go to d and p.
func (b *builder) gather(in *inst, key string, d, p int, arg []func(t *thread) uint64,
	settle func(m *machine, group []*thread, here uint64)) func(t *thread) {
	mask := b.source(in.args[len(in.args)-1], b32)
	in.meet = &meeting{key: in.op + "." + key, d: d, p: p, settle: func(m *machine, group []*thread) {
		var here uint64
		for _, t := range group {
			here |= 1 << t.lane
		}
		settle(m, group, here)
	}}
	return func(t *thread) {
		for i, of := range arg {
			t.arg[i] = of(t)
		}
		t.wait(uint32(t.r[mask]))
	}
}

// values are what a thread has in operands, each of its type.
func (b *builder) values(list []operand, types ...scalar) []func(t *thread) uint64 {
	var all []func(t *thread) uint64
	for i, s := range types {
		slot := b.source(list[i], s)
		all = append(all, func(t *thread) uint64 { return t.r[slot] })
	}
	return all
}

// giveAll gives all threads of a group the same results.
func giveAll(group []*thread, d uint64) {
	for _, t := range group {
		t.give(d, 0)
	}
}

// pairOf gives the slots of d|p, -1 for one that is not named. Only a predicate d is
// left out.
func (b *builder) pairOf(o operand, s scalar) (d, p int) {
	p = -1
	if o.pair != nil {
		if o.pair.kind != '_' {
			p = b.target(*o.pair, pred)
		}
		o.pair = nil
	}
	if d = -1; s != pred || o.kind != '_' || p < 0 {
		d = b.target(o, s)
	}
	return d, p
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
	in.must("b32")
	in.end(5)
	d, p := b.pairOf(in.args[0], b32)
	of := b.values(in.args[1:], b32, u32, u32)
	return b.gather(in, mode, d, p, of, func(m *machine, group []*thread, here uint64) {
		var value [warpSize]uint64
		for _, t := range group {
			value[t.lane] = t.arg[0]
		}
		for _, t := range group {
			j, ok := laneOf(mode, t.lane, t.arg[1], t.arg[2])
			v := value[j&31]
			if here>>j&1 == 0 { // undefined if the source lane is inactive or not in membermask
				v = m.junk() & ones(32)
			}
			t.give(v, boolBit(ok))
		}
	})
}

// vote is "vote.sync": over the threads of the mask that have not exited.
func vote(b *builder, in *inst) func(t *thread) {
	in.must("sync")
	mode := in.must("all", "any", "uni", "ballot")
	result := typeNames[in.must(map[bool]string{true: "b32", false: "pred"}[mode == "ballot"])]
	in.end(3)
	d, of := b.target(in.args[0], result), []func(t *thread) uint64{b.condition(in.args[1])}
	return b.gather(in, mode, d, -1, of, func(_ *machine, group []*thread, here uint64) {
		var ballot uint64
		for _, t := range group {
			ballot |= t.arg[0] << t.lane
		}
		giveAll(group, map[string]uint64{"ballot": ballot, "all": boolBit(ballot == here),
			"any": boolBit(ballot != 0), "uni": boolBit(ballot == here || ballot == 0)}[mode])
	})
}

// match is "match.sync": the threads of the mask with the same value, or whether
// all have one.
func match(b *builder, in *inst) func(t *thread) {
	mode := in.must("any", "all")
	in.must("sync")
	s, all := in.typ("b32 b64"), mode == "all"
	in.end(3)
	d, p := b.pairOf(in.args[0], b32)
	if p >= 0 && !all {
		refuse(in.line, "match.any has no predicate")
	}
	key := mode + "." + string(rune(s.bits))
	return b.gather(in, key, d, p, b.values(in.args[1:], s), func(_ *machine, group []*thread, here uint64) {
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
	})
}

// redux is "redux.sync": over the threads of the mask that have not exited.
func redux(b *builder, in *inst) func(t *thread) {
	in.must("sync")
	op := in.must("add", "min", "max", "and", "or", "xor")
	names := map[string]string{"add": "u32 s32", "min": "u32 s32", "max": "u32 s32"}[op]
	quiet := false
	if names == "" {
		names = "b32"
	} else if op != "add" {
		if names = "u32 s32 f32"; in.flag("NaN") {
			names, quiet = "f32", true
		}
	}
	s := in.typ(names)
	in.end(3)
	key := op + string(rune(s.kind))
	if quiet {
		key += ".NaN"
	}
	d, of := b.target(in.args[0], s), b.values(in.args[1:], s)
	return b.gather(in, key, d, -1, of, func(m *machine, group []*thread, _ uint64) {
		out := group[0].arg[0]
		for i, t := range group {
			v := t.arg[0]
			switch {
			case s.kind == floating:
				out = single.best(t, out, v, op == "max", quiet)
			case i > 0:
				out = s.reduce(op, out, v) & ones(32)
			}
		}
		giveAll(group, out)
	})
}

// reduce joins two integers.
func (s scalar) reduce(op string, x, y uint64) uint64 {
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
	if s.less(x, y) == (op == "min") {
		return x
	}
	return y
}

// bar is "bar.warp.sync", "bar.sync", "bar.red" and their names with barrier. The
// forms with a number of threads, and bar.arrive, are not read.
func bar(b *builder, in *inst) func(t *thread) {
	if in.op == "bar" && in.flag("warp") {
		in.must("sync")
		in.end(1)
		return b.gather(in, "warp", -1, -1, nil, func(*machine, []*thread, uint64) {})
	}
	red := in.must("sync", "red") == "red"
	if in.op == "barrier" && !in.flag("aligned") {
		refuse(in.line, "barrier that is not aligned")
	}
	d, op, with := -1, "", func(*thread) uint64 { return 0 }
	if red {
		op = in.must("popc", "and", "or")
		result := typeNames[in.must(map[bool]string{true: "u32", false: "pred"}[op == "popc"])]
		in.end(3)
		d, with = b.target(in.args[0], result), b.condition(in.args[2])
		in.args = in.args[1:2]
	}
	in.end(1)
	id := b.source(in.args[0], u32)
	in.meet = &meeting{key: "bar." + op, block: true, d: d, p: -1, settle: func(_ *machine, group []*thread) {
		count := uint64(0)
		for _, t := range group {
			count += t.arg[1]
		}
		all := boolBit(count == uint64(len(group)))
		giveAll(group, map[string]uint64{"popc": count, "and": all, "or": boolBit(count > 0)}[op])
	}}
	return func(t *thread) {
		t.arg = [3]uint64{t.r[id], with(t)}
		if t.arg[0] > 15 {
			t.fault("barrier %d", t.arg[0])
		}
		t.status = waiting
	}
}
