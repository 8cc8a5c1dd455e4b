package term

import (
	"math/bits"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// view is an entry as n << shift times the bits of part. No bit above matters.
type view struct {
	part  *Term
	shift int
	n     uint64 // odd
	g     Guard
}

func (d *Domain) viewOf(w int, e entry) view {
	s := bits.TrailingZeros64(e.n)
	v := view{part: e.t, shift: s, n: e.n >> s, g: e.g}
	if z := d.zerosBelow(e.t); z > 0 && z < e.t.w {
		v.part, v.shift = d.extract(e.t, z, e.t.w-z), s+z
	}
	if v.shift >= w {
		v.shift = w
		return v
	}
	if v.part.w > w-v.shift {
		v.part = d.extract(v.part, 0, w-v.shift)
	}
	if v.part.kind != kBits {
		if n := d.narrowed(v.part, false); n < v.part.w {
			v.part = d.extract(v.part, 0, n)
		}
	}
	return v
}

// adjacent finds two entries that are neighbouring bits of one value, as those are that
// are added bit by bit or word by word, a carry among them.
func (d *Domain) adjacent(w int, in []entry) ([]entry, bool) {
	plain := true
	for _, e := range in {
		plain = plain && e.n&1 == 1 && d.zerosBelow(e.t) == 0
	}
	if plain {
		return nil, false
	}
	type place struct {
		shift int
		n     uint64
		g     Guard
	}
	views := make([]view, len(in))
	at := map[place][]int{}
	for i, e := range in {
		v := d.viewOf(w, e)
		views[i] = v
		p := place{v.shift, v.n & ones(w-min(v.shift, w-1)), v.g}
		at[p] = append(at[p], i)
	}
	for i, lo := range views {
		end := lo.shift + lo.part.w
		if end >= w {
			continue
		}
		for _, j := range at[place{end, lo.n & ones(w-end), lo.g}] {
			if i == j {
				continue
			}
			whole := d.join(lo.part, views[j].part)
			if whole == nil || whole.kind == kMany && whole.op == intOp(bv.Add) && whole.w == 1 {
				continue
			}
			if more := w - lo.shift - whole.w; more > 0 {
				whole = d.concat(whole, d.constant(more, 0))
			}
			if lo.shift > 0 {
				whole = d.concat(d.constant(lo.shift, 0), whole)
			}
			return d.without(in, i, j, entry{whole, lo.g, lo.n}), true
		}
	}
	return nil, false
}

// without is the entries but two of them, and one more.
func (d *Domain) without(in []entry, i, j int, more entry) []entry {
	out := []entry{more}
	for k, e := range in {
		if k != i && k != j {
			out = append(out, e)
		}
	}
	return out
}

// pairHalves finds two summands, one with the low bits only and the other with the rest: their sum is one value in
// two parts, as compilers add them.
func (d *Domain) pairHalves(w int, in []entry) ([]entry, bool) {
	for i, lo := range in {
		if lo.n != 1 || lo.t.kind != kConcat || !lo.t.args[len(lo.t.args)-1].is(0) {
			continue
		}
		k := lo.t.w - lo.t.args[len(lo.t.args)-1].w
		for j, hi := range in {
			if hi.n == 1 && hi.t.kind == kConcat && hi.g == lo.g && hi.t.args[0].is(0) && hi.t.args[0].w >= k {
				both := d.concat(d.extract(lo.t, 0, k), d.extract(hi.t, k, hi.t.w-k))
				return d.without(in, i, j, at(both, lo.g)), true
			}
			if s := bits.TrailingZeros64(hi.n); len(in) == 2 && hi.g == lo.g && s >= k && hi.n == 1<<s {
				both := d.concat(d.extract(lo.t, 0, k), d.extract(d.multiple(hi.t, hi.n), k, w-k))
				return d.without(in, i, j, at(both, lo.g)), true
			}
		}
	}
	return nil, false
}
