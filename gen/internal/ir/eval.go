package ir

// of is the value of an expression in the thread.
func (t *thread) of(e Expr) value { return e.Node.value(t, e.Type) }

// as is the value of an expression where a value of a type stands: an integer is converted.
func (t *thread) as(e Expr, to Type) value {
	v := t.of(e)
	if n, ok := integer(to); ok && e.Type != to {
		v.n = cut(converted(v.n, e.Type, n), n)
	}
	return v
}

func (n Const) value(*thread, Type) value { return value{n: n.Bits} }

// A value that nobody looks at is one that shows where somebody does.
func (Zero) value(*thread, Type) value         { return value{n: 0x5a} }
func (Identity) value(t *thread, _ Type) value { return value{n: t.Identity} }

func (n Local) value(t *thread, of Type) value {
	v, ok := t.frame[n.Var]
	if n.Var.Shared {
		v, ok = t.block.shared[n.Var]
	}
	if !ok {
		failf("%s has no value yet", n.Var.Name)
	}
	if _, array := of.(Array); n.Var.Shared && !array {
		return v.load(of)
	}
	return v
}

func (n Index) value(t *thread, _ Type) value {
	return value{n: uint64([...]int{ThreadIdx: t.index, BlockIdx: t.block.index, GridDim: t.Blocks}[n.Of])}
}

func (n Not) value(t *thread, of Type) value {
	v := t.of(n.X)
	if number, ok := of.(Number); ok {
		return value{n: cut(^converted(v.n, n.X.Type, number), number)}
	}
	return value{n: v.n ^ 1}
}

func (n Binary) value(t *thread, _ Type) value {
	a := t.of(n.A)
	if n.Op == Both && a.n == 0 || n.Op == Either && a.n == 1 {
		return a
	}
	return value{n: n.Op.compute(a.n, t.of(n.B).n, n.A.Type, n.B.Type)}
}

func (n Choose) value(t *thread, of Type) value {
	if t.of(n.If).n == 1 {
		return t.as(n.Then, of)
	}
	return t.as(n.Else, of)
}

func (n Convert) value(t *thread, of Type) value { return t.as(n.X, of) }
func (n Bits) value(t *thread, _ Type) value     { return t.of(n.X) }

func (n FromBits) value(t *thread, of Type) value {
	return value{n: cut(t.of(n.X).n, of.(Number))}
}

func (n Element) value(t *thread, of Type) value { return t.place(Expr{n, of}).load(of) }
func (n Word) value(t *thread, _ Type) value     { return value{n: t.of(n.Of).words[n.At]} }

func (n Pack) value(t *thread, of Type) value {
	v := value{}
	for _, w := range n.Words {
		v.words = append(v.words, t.as(w, of.(Vector).Word).n)
	}
	return v
}

func (n Offset) value(t *thread, of Type) value {
	return t.of(n.From).at(converted(t.of(n.By).n, n.By.Type, U64), elementOf(of).size())
}

func (n Recast) value(t *thread, _ Type) value { return t.of(n.X) }

func (n Aligned) value(t *thread, _ Type) value {
	v := t.of(n.X)
	return value{n: truth((int(v.n)+v.mem.Skew)%n.Bytes == 0)}
}

func (n Shuffle) value(t *thread, _ Type) value {
	by := t.of(n.By).n
	return t.meet(t.of(n.X), func(warp []*thread) value {
		lane := t.index % lanes
		from := [...]int{Idx: int(by), Up: lane - int(by), Down: lane + int(by)}[n.Mode]
		if from < 0 || from >= lanes {
			from = lane
		}
		return warp[from].gives
	})
}

func (n All) value(t *thread, _ Type) value {
	return t.meet(t.of(n.X), func(warp []*thread) value {
		for _, other := range warp {
			if other.gives.n == 0 {
				return value{n: 0}
			}
		}
		return value{n: 1}
	})
}

func (n Call) value(t *thread, _ Type) value { return t.call(n) }

// call calls a function: its arguments are locals of the call.
func (t *thread) call(n Call) value {
	args := map[*Var]value{}
	var numbers []uint64
	for i, p := range n.Func.Params {
		args[p] = t.as(n.Args[i], p.Type)
		numbers = append(numbers, args[p].n)
	}
	if n.Func.Primitive {
		return value{n: t.Primitive(n.Func, numbers)}
	}
	in, frame, at := t.in, t.frame, t.at
	t.in, t.frame = n.Func, args
	t.exec(n.Func.Body)
	result := t.result
	t.in, t.frame, t.at, t.result, t.ended = in, frame, at, value{}, false
	return result
}

// place is the place of an element.
func (t *thread) place(e Expr) value {
	n, ok := e.Node.(Element)
	if !ok {
		failf("%T is no place in memory", e.Node)
	}
	return t.of(n.Of).at(converted(t.of(n.At).n, n.At.Type, U64), e.Type.size())
}

// set stores a value in a local, an element or a word.
func (t *thread) set(to Expr, v value) {
	switch n := to.Node.(type) {
	case Local:
		if n.Var.Shared {
			t.block.shared[n.Var].store(v.n, to.Type.size(), to.Type.size())
			return
		}
		t.frame[n.Var] = v
	case Element:
		t.place(to).store(v.n, to.Type.size(), to.Type.size())
	case Word:
		of := n.Of.Node.(Local).Var
		words := make([]uint64, of.Type.(Vector).Words)
		copy(words, t.frame[of].words)
		words[n.At] = v.n
		t.frame[of] = value{words: words}
	default:
		failf("%T is no place", n)
	}
}
