package cuda

import "fmt"

// A result that is a struct has slots for each of its leaves, as a scalar has: one for 32 bits or less, two for 64. Each says by
// itself that it is there, so that a result is whole once all of its slots are.

// leafSlots are the statements that publish a result leaf by leaf, and those that wait for one.
func (g *grids) leafSlots() (publish, collect []string) {
	slots := 0
	slot := func() string {
		slots++
		if slots == 1 {
			return "slot"
		}
		return fmt.Sprintf("slot + %d", (slots-1)*g.Chunks)
	}
	collect = []string{g.elem.name + " result;"}
	for i, l := range g.composite.leaves {
		at, bits := name("result"+l.path), fmt.Sprintf("bits%d", i)
		if l.Type.Bits() < 64 {
			where := slot()
			publish = append(publish, fmt.Sprintf("%s_publish(%s, %s);", g.name, where, leafWord(l, at)))
			collect = append(collect, fmt.Sprintf("%s = %s;", at, leafOf(l, name(fmt.Sprintf("%s_await(%s)", g.name, where)), "unsigned")))
			continue
		}
		low, high := slot(), slot()
		publish = append(publish,
			fmt.Sprintf("unsigned long long %s = %s;", bits, asWord(l.Type, at)),
			fmt.Sprintf("%s_publish(%s, (unsigned)%s);", g.name, low, bits),
			fmt.Sprintf("%s_publish(%s, (unsigned)(%s >> 32));", g.name, high, bits))
		collect = append(collect,
			fmt.Sprintf("unsigned long long %s = %s_await(%s);", bits, g.name, low),
			fmt.Sprintf("%s |= (unsigned long long)%s_await(%s) << 32;", bits, g.name, high),
			fmt.Sprintf("%s = %s;", at, leafOf(l, name(bits), "unsigned long long")))
	}
	return publish, append(collect, "return result;")
}

// leafWord is a leaf of 32 bits or less as a word.
func leafWord(l leaf, e expr) expr {
	if l.Bool {
		return e.to("unsigned")
	}
	return asWord(l.Type, e)
}

// leafOf is the leaf that the low bits of a word are.
func leafOf(l leaf, bits expr, word string) expr {
	if l.Bool {
		return bits.and(number(1)).grouped().notZero()
	}
	return ofWord(l.Type, bits, word)
}

// copied is a result in shared memory. A struct is read leaf by leaf: a compiler that copies it whole copies its padding, and
// may keep it in local memory.
func (g *grids) copied(from expr) expr {
	if g.composite == nil {
		return from
	}
	body := []string{g.elem.name + " v;"}
	for _, l := range g.composite.leaves {
		body = append(body, fmt.Sprintf("v%s = from%s;", l.path, l.path))
	}
	h := helper{
		does: "What a thread left, leaf by leaf.", result: g.elem.name, name: g.name + "_read", params: "const " + g.elem.name + " &from",
		body: lines(append(body, "return v;")...),
	}
	g.calls(h.String())
	return call(h.name, from)
}
