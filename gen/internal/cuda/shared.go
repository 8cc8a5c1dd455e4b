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
		align := map[bool]string{true: "alignas(16) "}[p.In.Wide]
		lines = append(lines, fmt.Sprintf("%s__shared__ %s %s[%d];", align, b.ctype.name, p.In.Name, p.In.Slots))
	}
	return lines
}

// puts are the statements of a store. Values that the same threads store stand under one condition.
func (b *block) puts(e network.Store) []string {
	var lines, some []string
	for i, p := range e.Puts {
		some = append(some, fmt.Sprintf("%s[%s] = %s;", p.In.Name, b.slot(p.At, p.By.Len()), b.element(e.Of[i])))
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

// loadLines load from shared memory, to a local that is named after a slot if all threads load it.
func (b *block) loadLines(n *network.Node, e network.Load) []string {
	b.alone = b.alone || b.rakesAlone() || b.twice
	if e.At.Terms != nil {
		return []string{b.local(n, name(fmt.Sprintf("%s[%s]", e.In, b.slot(e.At, e.Threads))))}
	}
	local := e.In
	if e.In == network.Partial {
		b.loads = true
		local = map[bool]string{true: "part", false: "warp"}[b.shape.Array()]
	}
	b.names[n] = name(fmt.Sprintf("%s%d", local, e.At.First))
	return []string{fmt.Sprintf("%s %s = %s;", b.ctype.name, b.names[n], name(e.In).entry(e.At.First))}
}

// who is the condition of those of the first threads that do something; empty if all do.
func (b *block) who(set network.Lanes) string {
	threads := set.Len()
	everywhere := network.LanesWhere(threads, func(int) bool { return true })
	is := func(holds func(i int) bool) bool { return agree(set, everywhere, holds) }
	for every := warpSize; every > 1; every /= 2 {
		own := b.part(network.Term{Times: 1, Div: 1, Mod: every}, threads)
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
		if is(func(k int) bool { return k == i }) {
			return name("thread").equal(number(i)).text
		}
	}
	b.report("no condition of a block holds in %s", set)
	return ""
}

// slot is the place of one of the first threads, of so many that take one; 0 is all.
func (b *block) slot(at network.Place, threads int) expr {
	var sum expr
	for _, t := range at.Terms {
		term := b.part(t, threads)
		if at.Below > 0 {
			term = term.less(number(at.Below)).choose(term, number(0))
		}
		if sum.none() {
			sum = term
		} else {
			sum = sum.plus(term)
		}
	}
	if sum.none() {
		return number(at.First)
	}
	return sum.plus(number(at.First))
}

// part is a term of a place.
func (b *block) part(t network.Term, threads int) expr {
	if t.Times > 1 && t.Div == t.Times*warpSize { // of a group of warps, the first one
		return b.warp(threads).and(number(t.Times - 1).not())
	}
	part := name("thread")
	switch warp := t.Div == warpSize; {
	case warp:
		part = b.warp(threads)
	case t.Div > 1:
		part = part.over(number(t.Div))
	case t.Mod == warpSize, threads == warpSize:
		part = b.lane(threads)
	}
	if t.Mod > 0 && t.Mod != warpSize {
		part = modulo(part, t.Mod)
	}
	if t.Times > 1 {
		part = part.times(number(t.Times))
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
