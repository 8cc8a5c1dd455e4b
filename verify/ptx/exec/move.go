package exec

// move is mov: a copy, or the parts of a register and back.
func move(t *thread, in *instr) {
	ty := in.last()
	src, dst := in.args[1], in.args[0]
	var c Cell
	if src.kind == argVector {
		c = t.gather(src, ty.w)
	} else {
		c = t.read(src, ty.w)
	}
	if dst.kind == argVector {
		t.scatter(in, dst, c)
		return
	}
	t.set(in, 0, c)
}

// gather joins the parts of a vector, the first in the low bits.
func (t *thread) gather(v arg, w int) Cell {
	n := len(v.parts)
	if w%n != 0 {
		t.stop("%d parts of %d bits", n, w)
	}
	c := t.read(v.parts[0], w/n)
	for _, p := range v.parts[1:] {
		next := t.read(p, w/n)
		c = Cell{t.m.Dom.Concat(c.V, next.V), t.m.and(c.Def, next.Def)}
	}
	return c
}

// scatter cuts c into the registers of a vector.
func (t *thread) scatter(in *instr, v arg, c Cell) {
	n, w := len(v.parts), c.V.Width()
	if w%n != 0 {
		t.stop("%d parts of %d bits", n, w)
	}
	for i, p := range v.parts {
		if p.kind == argSink {
			continue
		}
		if p.kind != argReg {
			t.stop("a part that is no register")
		}
		t.write(in, p.reg, Cell{t.m.Dom.Extract(c.V, i*w/n, w/n), c.Def})
	}
}

// toSpace is cvta: addresses of global memory are generic as they are, those of
// shared and of local memory lie in windows.
func toSpace(t *thread, in *instr) {
	c := t.read(in.args[1], 64)
	if window, ok := windows[in.mods[1]]; ok {
		at := t.known(c, "an address")
		if in.mods[0] == "to" {
			if at < window || at-window >= windowSize {
				t.stop("address %#x is not in %s memory", at, in.mods[1])
			}
			at -= window
		} else {
			at += window
		}
		c = t.num(64, at)
	}
	t.set(in, 0, c)
}

// load is ld, of one value or of a vector.
func load(t *thread, in *instr) {
	ty, space := in.last(), in.mods[0]
	at := uint64(0)
	if space != "param" {
		at, space = t.address(in.args[1], space)
	}
	one := func(i int) Cell {
		if space == "param" {
			a := in.args[1]
			a.bits += uint64(i * ty.w / 8)
			return t.param(a, ty.w)
		}
		return t.load(at+uint64(i*ty.w/8), ty.w/8, space)
	}
	put := func(dst arg, c Cell) {
		if dst.kind == argSink {
			return
		}
		if dst.kind != argReg {
			t.stop("a result that is no register")
		}
		// A register may be wider than what is read: filled as the type says.
		if dst.size > ty.w {
			c.V = t.m.Dom.Extend(c.V, dst.size, ty.signed)
		}
		t.write(in, dst.reg, c)
	}
	t.each(in, in.args[0], ty, at, func(i int, a arg) { put(a, one(i)) })
}

// store is st, of one value or of a vector.
func store(t *thread, in *instr) {
	ty := in.last()
	at, space := t.address(in.args[0], in.mods[0])
	if t.forks > 0 && space != "local" {
		t.stop("under a branch that depends on the data or the mask")
	}
	t.each(in, in.args[1], ty, at, func(i int, a arg) {
		t.store(in, at+uint64(i*ty.w/8), space, t.readLow(a, ty.w))
	})
}

// each calls f with the parts of a vector access, or with its one operand.
func (t *thread) each(in *instr, a arg, ty typ, at uint64, f func(i int, a arg)) {
	want := map[string]int{"": 0, "v2": 2, "v4": 4}[in.mods[len(in.mods)-2]]
	if want != len(a.parts) {
		t.stop("%d parts in a vector of %d", len(a.parts), want)
	}
	if a.kind != argVector {
		f(0, a)
		return
	}
	if at%uint64(want*ty.w/8) != 0 {
		t.stop("address %#x is not aligned to %d bytes", at, want*ty.w/8)
	}
	for i, p := range a.parts {
		f(i, p)
	}
}

func branch(t *thread, in *instr) {
	t.pc = in.target
}

// end marks the end of a call.
func end(t *thread, _ *instr) { t.pc = -1 }
