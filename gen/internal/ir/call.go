package ir

import "slices"

// callOf calls a function: its arguments are locals of the call. Those by reference and by address are the caller's.
func (t *thread) callOf(n Call) value {
	args := map[*Var]value{}
	var numbers []uint64
	for i, p := range n.Func.Params {
		if l, local := n.Args[i].Node().(Local); local && p.By != ByValue {
			if v, ok := t.frame[l.Var]; ok {
				args[p] = v
			}
			continue
		}
		args[p] = t.as(n.Args[i], p.Type)
		numbers = append(numbers, flat(args[p])...)
	}
	switch {
	case n.Func.Primitive:
		return t.primitive(n.Func, args, numbers)
	case n.Func.Collective != nil:
		return t.collective(n.Func, numbers)
	}
	restricted(n.Func, func(i int) *Memory { return args[n.Func.Params[i]].mem })
	in, frame, at := t.in, t.frame, t.at
	t.in, t.frame = n.Func, args
	t.exec(n.Func.Body)
	result := t.result
	t.in, t.frame, t.at, t.result, t.ended = in, frame, at, value{}, false
	for i, p := range n.Func.Params {
		if v, ok := args[p]; ok && p.By != ByValue {
			t.frame[n.Args[i].Node().(Local).Var] = v
		}
	}
	return result
}

// flat is a number, or each leaf of a struct.
func flat(v value) []uint64 {
	if v.words == nil {
		return []uint64{v.n}
	}
	for at := range v.words {
		v.word(at)
	}
	return v.words
}

// folded is a value of a type of what [flat] makes of it.
func folded(words []uint64, t Type) value {
	if _, pair := t.(Pair); pair || isStruct(t) {
		return value{words: words}
	}
	if t == nil {
		return value{}
	}
	return value{n: words[0]}
}

// restricted is a fault where a parameter of a function reaches the memory of one that no other one may reach.
func restricted(f *Func, memory func(i int) *Memory) {
	for i, p := range f.Params {
		for k, other := range f.Params {
			a, pointer := p.Type.(Pointer)
			b, too := other.Type.(Pointer)
			if p.Restrict && i != k && pointer && too && !(a.ReadOnly && b.ReadOnly) && memory(i) == memory(k) &&
				memory(i) != nil {
				failf("%s and %s of %s reach the same memory", p.Name, other.Name, f.Name)
			}
		}
	}
}

// primitive calls a function of the target: of slices and arrays, once for each place.
func (t *thread) primitive(f *Func, args map[*Var]value, numbers []uint64) value {
	many := func(p *Var) bool { return isSlice(p.Type) || isArray(p.Type) }
	if len(f.Params) == 0 || !many(f.Params[0]) {
		return folded(t.Primitive(f, numbers), f.Result)
	}
	to, each := f.Params[0], slices.Clone(numbers[1:])
	for i := range lengthOf(to.Type, args[to]) {
		for k, p := range f.Params[1:] {
			if !many(p) {
				continue
			}
			of := elementOf(p.Type)
			if n := lengthOf(p.Type, args[p]); i >= n {
				failf("value %d of %d", i, n)
			}
			each[k] = args[p].at(uint64(i), of.size()).load(of).n
		}
		size := elementOf(to.Type).size()
		args[to].at(uint64(i), size).store(t.Primitive(f, each)[0], size, size)
	}
	return value{}
}

// collective gives arguments to a function that threads call together, and takes what the thread receives.
func (t *thread) collective(f *Func, args []uint64) value {
	if c := f.Collective; c.Warp {
		return folded(t.meet(c.lanes(), value{words: args}, func(part []*thread) value {
			return value{words: received(c, t.Launch, part)[t.index%c.lanes()]}
		}).words, f.Result)
	}
	t.gives, t.call = value{words: args}, f.Collective
	t.pause(forBlock)
	return folded(t.gives.words, f.Result)
}

// received is what threads receive of a function that they call together.
func received(c *Collective, l Launch, threads []*thread) [][]uint64 {
	var args [][]uint64
	for _, t := range threads {
		args = append(args, t.gives.words)
	}
	all, err := c.Receive(l, args)
	if err != nil {
		failf("%v", err)
	}
	return all
}

// collects computes what all threads of the block call together, once they are there.
func (b *block) collects() {
	c := b.all[0].call
	for _, t := range b.all {
		if t.call != c {
			failf("threads of a block are at different barriers")
		}
		t.call = nil
	}
	if c == nil {
		return
	}
	for i, words := range received(c, b.Launch, b.all) {
		b.all[i].gives = value{words: words}
	}
}
