package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/network"
)

// arrays declare the shared memory of a store.
func (b *block) arrays(e network.Store) []string {
	var lines []string
	for i, p := range e.Puts {
		if i > 0 && p.In == e.Puts[i-1].In {
			continue
		}
		align, typ, slots := map[bool]string{true: "alignas(16) "}[p.In.Wide], b.ctype.name, fmt.Sprint("[", p.In.Slots, "]")
		switch {
		case p.In.Name == network.Slots:
			slots = fmt.Sprint("[", b.layout().size(p.In.Slots), "]")
		case p.In.Name == network.Total:
			slots = ""
		case network.SortOf(e.Of[i]) == network.Number:
			typ = "unsigned"
		}
		lines = append(lines, fmt.Sprintf("%s__shared__ %s %s%s;", align, typ, p.In.Name, slots))
	}
	return lines
}

// puts are the statements of a store. Values that the same threads store stand under one condition.
func (b *block) puts(e network.Store) []string {
	var lines, some []string
	for i, p := range e.Puts {
		x := name("first")
		if network.SortOf(e.Of[i]) != network.Number {
			x = b.element(e.Of[i])
		}
		some = append(some, fmt.Sprintf("%s = %s;", b.entry(p.In.Name, p.At, p.By.Len()), x))
		who := b.who(p.By)
		if i+1 < len(e.Puts) && b.who(e.Puts[i+1].By) == who {
			continue
		}
		switch {
		case who == "":
			lines = append(lines, some...)
		case len(some) == 1:
			lines = append(lines, fmt.Sprintf("if (%s)", who), "    "+some[0])
		default:
			lines = append(lines, ofThreads(who, some)...)
		}
		some = nil
	}
	return lines
}

// loadLines load from shared memory, to a local that has the name of the slot if it is one for all threads.
func (b *block) loadLines(n *network.Node, e network.Load) []string {
	entry, local := b.entry(e.In, e.At, e.Threads), e.In
	switch e.In {
	case network.Slots, network.Total:
		if e.Threads > 0 {
			return b.rake(n, e)
		}
		b.names[n] = entry
		return nil
	case network.Bests: // the winner stands in the same slot
		b.alone = true
		return []string{fmt.Sprintf("unsigned slot = %s;", b.slot(e.At, e.Threads)), b.local(n, name("bests[slot]"))}
	case network.Firsts:
		return []string{"first = firsts[slot];"}
	case network.BlockBest:
		return []string{b.local(n, entry)}
	case network.BlockFirst:
		return []string{fmt.Sprintf("first = %s;", entry)}
	case network.Partial:
		local = map[bool]string{true: "part", false: "warp"}[b.shape.Array()]
		b.loads = b.loads || e.At.Terms == nil
	}
	b.alone = b.alone || b.rakesAlone() || b.twice
	if e.At.Terms != nil {
		return []string{b.local(n, entry)}
	}
	b.names[n] = name(fmt.Sprintf("%s%d", local, e.At.First))
	return []string{fmt.Sprintf("%s %s = %s;", b.ctype.name, b.names[n], entry)}
}

// entry is a slot of an array as one of the first threads names it.
func (b *block) entry(array string, at network.Place, threads int) expr {
	slot := b.slot(at, threads)
	switch array {
	case network.Total:
		return name(array)
	case network.Slots:
		slot = b.layout().of(slot)
	}
	return name(fmt.Sprintf("%s[%s]", array, slot))
}

// who is the condition of those of the first threads that do something; empty if all do.
func (b *block) who(set network.Lanes) string {
	threads := set.Len()
	everywhere := network.LanesWhere(threads, func(int) bool { return true })
	is := func(holds func(i int) bool) bool { return agree(set, everywhere, holds) }
	for every := warpSize; every > 1; every /= 2 {
		own := b.part(network.Term{Times: 1, Div: 1, Mod: every}, 0, threads)
		for firsts := 1; firsts < every; firsts++ {
			switch {
			case !is(func(i int) bool { return i%every < firsts }):
			case firsts == 1:
				return own.equal(number(0)).text
			default:
				return own.less(number(firsts)).text
			}
		}
	}
	last := func(i int) bool { return i%warpSize == warpSize-1 }
	switch end := func(i int) bool { return i == threads-1 }; {
	case set.All():
		return ""
	case is(last):
		return b.lane(threads).equal(number(warpSize - 1)).text
	case is(func(i int) bool { return last(i) || end(i) }):
		return b.lane(threads).equal(number(warpSize - 1)).either(name("thread").equal(number(threads - 1))).text
	}
	for i := range threads {
		switch {
		case is(func(k int) bool { return k <= i }) && (i > 0 || b.rakes): // the first ones of a block fill slots past it
			return name("thread").less(number(i + 1)).text
		case is(func(k int) bool { return k == i }):
			return name("thread").equal(number(i)).text
		case is(func(k int) bool { return k >= i }):
			return name("thread").op(">=", orderBinds, number(i)).text
		}
	}
	b.report("no condition of a block holds in %s", set)
	return ""
}

// slot is the place of one of the first threads, of so many that take one; 0 is all.
func (b *block) slot(at network.Place, threads int) expr {
	var sum expr
	for _, t := range at.Terms {
		term := b.part(t, at.Below, threads)
		if sum.none() {
			sum = term
		} else {
			sum = sum.plus(term)
		}
	}
	switch {
	case sum.none():
		return literal(at.First)
	case at.First < 0:
		return sum.minus(number(-at.First))
	}
	return sum.plus(number(at.First))
}

// part is a term of a place, of threads below a number if it is not 0.
func (b *block) part(t network.Term, below, threads int) expr {
	if t.Times > 1 && t.Div == t.Times*warpSize { // of a group of warps, the first one
		return b.warp(threads).and(number(t.Times - 1).not())
	}
	part := name("thread")
	switch {
	case t.Div == warpSize:
		part = b.warp(threads)
	case t.Div > 1:
		part = part.over(number(t.Div))
	case t.Mod == warpSize, threads == warpSize:
		part = b.lane(threads)
	}
	if below > 0 {
		part = part.less(number(below)).choose(part, number(0))
	}
	if t.Mod > 0 && t.Mod != warpSize {
		part = modulo(part, t.Mod)
	}
	switch {
	case t.Times > 1 && t.Div == 1 && part.binds == mulBinds && t.Mod != warpSize:
		return part.grouped().times(number(t.Times))
	case t.Times > 1:
		return part.times(number(t.Times))
	}
	return part
}

// lane is the lane of a thread, of so many.
func (b *block) lane(threads int) expr {
	switch {
	case !b.rakes || b.scansByWarps():
		return name("lane")
	case threads == warpSize:
		return name("thread")
	}
	return modulo(name("thread"), warpSize)
}

// warp is the warp of a thread, of so many.
func (b *block) warp(threads int) expr {
	switch {
	case !b.rakes || b.scansByWarps():
		return name("warp")
	case threads == warpSize:
		return number(0)
	}
	return name("thread").over(number(warpSize))
}
