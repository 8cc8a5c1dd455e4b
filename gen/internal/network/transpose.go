package network

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// A transpose of n registers over w lanes by n shuffles or fewer. With c = gcd(n, w), the
// registers form blocks of c. In each shuffle every lane sends one register number, the same
// in all lanes, so that no lane has to find out what to send; turning the registers by the
// lane's number before and after is what makes that right. It is the decomposition of
// Catanzaro, Keller and Garland ("A Decomposition for In-place Matrix Transposition", PPoPP
// 2014), with xor for addition within a block where c is a power of two. A turn by a number
// below m takes a select for each register and each of the ceil(log2 m) bits.
//
// Element e = k·w + l = j·n + r is in register r of lane j when blocked, in register k of
// lane l when striped. Shuffle t moves it, for
//
//	t = r with its position r mod c in its block turned by f = ⌊j / (w/c)⌋
type turning struct {
	*movement
	n, w, c int
	xor     bool // within a block

	received bool // the registers are those that other lanes sent
}

func turningOf(m *movement) turning {
	s := m.net.Spec
	c := gcd(s.N, s.Width)
	return turning{movement: m, n: s.N, w: s.Width, c: c, xor: c&(c-1) == 0}
}

func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

// within is register i with its position in its block turned by d.
func (t turning) within(i, d int) int {
	if t.xor {
		return i ^ d
	}
	return i - i%t.c + ((i+d)%t.c+t.c)%t.c
}

// across is register i with its block turned by d.
func (t turning) across(i, d int) int { return ((i+d*t.c)%t.n + t.n) % t.n }

// striped is the register that element k·w + l goes to before the turns of a striped lane
// l: that of lane 0, and of position 0 in a block.
func (t turning) striped(k int) int {
	blocks := t.n / t.c
	return t.c*(k%blocks*(t.w/t.c)%blocks) + k/blocks
}

// turned is x with register from(i, d) in register i, for each bit d of amount, below some.
func (t turning) turned(x []*Node, name string, below int, amount func(place int) int,
	from func(i, d int) int) []*Node {
	for d := 1; d < below; d *= 2 {
		set := t.places(func(place int) bool { return amount(place)&d != 0 })
		if !slices.Contains(set.in, true) {
			continue
		}
		is := t.named(fmt.Sprintf("%s%d", name, d), InLanes{set})
		next := make([]*Node, len(x))
		for i := range next {
			switch j := from(i, d); {
			case j == i:
				next[i] = x[i]
			case !t.mixes():
				next[i] = t.node(Select{is, x[j], x[i]})
			case i < j:
				t.swap(is, x, next, i, j)
			}
		}
		x = next
	}
	return x
}

// swap has registers i < j of four change places where a condition holds: one by a select and then, into
// the register of its own element, the other by a product. Which one, is the fastest on an H200 of 256 choices.
func (t turning) swap(is *Node, x, next []*Node, i, j int) {
	selected, product := i, j
	if far := j-i == 2; far && i == 1 || !far && !t.received {
		selected, product = j, i
	}
	next[selected] = t.node(Select{is, x[product], x[selected]})
	next[product] = t.node(Product{is, x[selected], x[product]})
}

// mixes reports whether one of each two registers that change places gets its element by a product.
// Of four registers that leaves eight selects, so that products take as long on their pipe as
// selects do on theirs: on an H200, 1.22 times as fast as padded shared memory, and 0.95 times by selects alone.
func (t turning) mixes() bool { return t.n == 4 && t.c == 4 && Multiplies(t.net.Spec.Type) }

// The turns of a lane that holds elements blocked, and of one that holds them striped, by
// the position of the lane: within blocks and across them.
func (t turning) blockedTurn(place int) int { return place / (t.w / t.c) }
func (t turning) stripedTurn(place int) int { return place % t.c }
func (t turning) stripedAcross(place int) int {
	return place / t.c % (t.n / t.c)
}

// shuffled moves the turned registers between lanes.
func (t *turning) shuffled(x []*Node) []*Node {
	t.received = true
	sources := make([][]int, t.n)
	for i := range sources {
		sources[i] = make([]int, t.w)
	}
	for e := range t.n * t.w {
		blocked, striped := e/t.n, e%t.w
		at := t.within(e%t.n, t.blockedTurn(blocked))
		if t.net.Spec.Move().Inverse {
			sources[at][blocked] = striped
		} else {
			sources[at][striped] = blocked
		}
	}
	return t.exchanged(x, sources)
}

func all(n int, holds func(i int) bool) bool {
	for i := range n {
		if !holds(i) {
			return false
		}
	}
	return true
}

// transposed are the results, by register.
func (t *turning) transposed() []*Node {
	t.step("A lane turns its registers by its number, so that one shuffle takes the same register of every lane.")
	x := make([]*Node, t.n)
	for k := range x {
		x[k] = t.input(k)
	}
	less := func(turn func(i, d int) int) func(i, d int) int {
		return func(i, d int) int { return turn(i, -d) }
	}
	if t.xor {
		less = func(turn func(i, d int) int) func(i, d int) int { return turn }
	}
	blocks := t.n / t.c
	y := make([]*Node, t.n)
	if t.net.Spec.Move().Inverse {
		for k := range x {
			y[t.striped(k)] = x[k]
		}
		y = t.turned(y, "across", blocks, t.stripedAcross, func(i, d int) int { return t.across(i, -d) })
		y = t.turned(y, "within", t.c, t.stripedTurn, less(t.within))
		t.step("Lanes exchange.")
		y = t.shuffled(y)
		t.step("A lane turns what it took.")
		return t.turned(y, "upper", t.c, t.blockedTurn, t.within)
	}
	x = t.turned(x, "upper", t.c, t.blockedTurn, less(t.within))
	t.step("Lanes exchange.")
	x = t.shuffled(x)
	t.step("A lane turns what it took.")
	x = t.turned(x, "within", t.c, t.stripedTurn, t.within)
	x = t.turned(x, "across", blocks, t.stripedAcross, t.across)
	for k := range y {
		y[k] = x[t.striped(k)]
	}
	return y
}

// Turned is the network of a transpose that turns registers by the lane's number.
func Turned(s spec.Spec) (*Network, error) {
	b := newBuilder(s)
	m := movementOf(b)
	t := turningOf(m)
	results := t.transposed()
	m.keepWithoutMember(results)
	m.ends(results)
	b.net.Choice = m.promise(m.edges())
	return b.done(), nil
}

// keepWithoutMember lets a register without a member as its source keep its element.
func (m *movement) keepWithoutMember(results []*Node) {
	if m.net.Spec.Mask != spec.Member {
		return
	}
	m.step("A register keeps its element if its source is no member.")
	for k, x := range results {
		results[k] = m.node(Select{m.node(IsMember{m.whole(k)}), x, m.input(k)})
	}
}
