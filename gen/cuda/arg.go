package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/contract"
	"github.com/shflgen/shflgen/gen/network"
)

// keyed prepares a printer for an op that gives a lane: what is combined is a key
// of 32 or 64 bits. It gives the helper that turns a float into its key.
func (p *printer) keyed(on arches) (helper string, err error) {
	s := p.spec
	key := s
	key.Op, key.Name = contract.Extreme(s.Op), s.FileName()
	if s.Type.Class() == shflgen.Float {
		key.Type = map[int]shflgen.Type{16: shflgen.Int16, 32: shflgen.Int32, 64: shflgen.Int64}[s.Type.Bits()]
	}
	if p.identity, err = identity(key); err != nil {
		return "", err
	}
	lost := p.identity
	if key.Type.Bits() < 32 { // a register holds no less, and so nothing is converted on the way
		key.Type = map[shflgen.Class]shflgen.Type{shflgen.Signed: shflgen.Int32, shflgen.Unsigned: shflgen.Uint32}[key.Type.Class()]
	}
	p.combined, p.ctype = key, ctypes[key.Type]
	if p.op, _, err = operation(key, on); err != nil || s.Type.Class() != shflgen.Float {
		return "", err
	}
	if s.Width == 1 {
		return "", nil
	}
	p.input = "key"
	if p.unkey, err = unkeyed(s, p.ctype.name); err != nil {
		return "", err
	}
	if s.Type == shflgen.Float32 {
		return productKeys(s), nil
	}
	return laneKeys(s, p.ctype.name, lost)
}

// bitCasts are the casts between a float and the bits that hold it, and what widens
// a half to a float.
var bitCasts = map[shflgen.Type]struct{ to, from, widen string }{
	shflgen.Float16:  {"__half_as_short", "__short_as_half((short)(%s))", "__half2float(x)"},
	shflgen.Bfloat16: {"__bfloat16_as_short", "__short_as_bfloat16((short)(%s))", "__bfloat162float(x)"},
	shflgen.Float32:  {"__float_as_int", "__int_as_float(%s)", "x"},
	shflgen.Float64:  {"__double_as_longlong", "__longlong_as_double(%s)", "x"},
}

// flipped is x, all bits but the sign flipped of what is negative.
func flipped(s shflgen.Spec, x string) string {
	return fmt.Sprintf("%s ^ (%[1]s >> %d & 0x%x)", x, max(s.Type.Bits(), 32)-1, uint64(1)<<(s.Type.Bits()-1)-1)
}

// unkeyed is the helper from a key to its float.
func unkeyed(s shflgen.Spec, key string) (string, error) {
	c, ok := bitCasts[s.Type]
	if !ok {
		return "", fmt.Errorf("cuda: no key of type %s", s.Type)
	}
	return fmt.Sprintf(`// The float of a key; a NaN of the one that loses.
static __device__ __forceinline__ %s %s_unkey(%s key)
{
    return %s;
}`, ctypes[s.Type].name, s.FileName(), key, fmt.Sprintf(c.from, flipped(s, "key"))), nil
}

// laneKeys is the helper for floats: positive ones are ordered as their bits are,
// negative ones the other way round; a NaN's key is lost, which no number has, as is
// that of who is no member.
func laneKeys(s shflgen.Spec, key, lost string) (string, error) {
	c, ok := bitCasts[s.Type]
	if !ok {
		return "", fmt.Errorf("cuda: no key of type %s", s.Type)
	}
	number, helper := numberHelper(s)
	test := fmt.Sprintf("%s(%s)", number, c.widen)
	param, who := "", "of a NaN"
	if s.Mask == shflgen.Member {
		param, who, test = "bool member, ", "of a NaN, and of who is no member", "(member & "+test+")"
	}
	name := ctypes[s.Type].name
	return helper + fmt.Sprintf(`

// x as an integer that is ordered as floats are, -0 below +0; %[8]s, one that loses.
static __device__ __forceinline__ %[1]s %[2]s_key(%[9]s%[3]s x)
{
    %[1]s bits = %[4]s(x);
    return %[5]s ? %[7]s : %[6]s;
}`, key, s.FileName(), name, c.to, test, lost, flipped(s, "bits"), who, param), nil
}

// productKeys is the helper for float32, of which a product has but one NaN: what it
// is for a min is the greatest key, and of -x, complemented, the least.
func productKeys(s shflgen.Spec) string {
	product, sign, key := "x", "1", flipped(s, "bits")
	factor, turned := "0f3F800000", ""
	if s.Op == shflgen.ArgMax {
		product, sign, key, factor = "-x", "-1", "key", "0fBF800000"
		turned = "    int key; // bits ^ (~sign | 0x80000000), by which what -x has is ordered as x\n" +
			`    asm("lop3.b32 %0, %1, %2, 0x80000000, 0x4b;" : "=r"(key) : "r"(bits), "r"(bits >> 31));` + "\n"
	}
	param, who := "", "of a NaN"
	if s.Mask == shflgen.Member {
		lost := map[shflgen.Op]string{shflgen.ArgMin: "2147483647", shflgen.ArgMax: "(-2147483647 - 1)"}[s.Op]
		param, who, key = "bool member, ", "of a NaN, and of who is no member", "member ? "+key+" : "+lost
	}
	return fmt.Sprintf(`// x as an integer that is ordered as floats are, -0 below +0; %[1]s, one that loses: the product
// with %[2]s is exact, and of any NaN 0x7fffffff.
static __device__ __forceinline__ int %[3]s_key(%[4]sfloat x)
{
    float product; // %[5]s
    asm("mul.rn.f32 %%0, %%1, %[6]s;" : "=f"(product) : "f"(x));
    int bits = __float_as_int(product);
%[7]s    return %[8]s;
}`, who, sign, s.FileName(), param, product, factor, turned, key)
}

// contributed is the node of what a lane brings to the contest, and that of who is a
// member; nil where all lanes are.
func contributed(net *network.Network) (mine, member *network.Node) {
	if net.Spec.Mask != shflgen.Member {
		return nil, nil
	}
	for _, s := range net.Steps {
		for _, n := range s.Nodes {
			if e, ok := n.Expr.(network.Select); ok {
				if _, in := e.Then.Expr.(network.Input); in {
					return n, e.If
				}
			}
		}
	}
	return nil, nil
}

// keySteps define what the steps of a contest begin with: who is a member, and the
// key, if it is not the element itself.
func (p *printer) keySteps() ([]step, error) {
	switch {
	case !p.spec.HasLane() || p.spec.Width == 1:
		return nil, nil
	case p.member != nil:
		delete(p.names, p.member)
		text, err := p.condition(p.member)
		return []step{{Title: "Whether the lane is a member.", Lines: []string{"bool member = " + text + ";"}}}, err
	case p.input != "key":
		return nil, nil
	}
	return []step{{
		Title: "A key of the element, which orders as elements do.",
		Lines: []string{fmt.Sprintf("%s key = %s_key(v);", p.ctype.name, p.spec.FileName())},
	}}, nil
}

// winner ends a function that gives a lane: the lowest of those that have the best
// key. Both __ffs of no bit, which is 0, and bfind, all ones, give -1 for none.
func (p *printer) winner() (step, error) {
	first, ok := p.net.Index().Expr.(network.First)
	if !ok {
		return step{}, fmt.Errorf("cuda: unexpected lane %T", p.net.Index().Expr)
	}
	best, err := p.element(first.Best)
	if err != nil {
		return step{}, err
	}
	if p.width == 1 {
		lane := "(int)" + p.lane()
		if p.spec.Mask == shflgen.Member {
			lane = fmt.Sprintf("((mask >> %s & 1u) != 0u) ? %s : -1", p.lane(), lane)
		}
		return step{Title: "A lane by itself wins, if it is a member.", Lines: []string{
			fmt.Sprintf("*idx = %s;", lane), "return v;",
		}}, nil
	}
	title, lane, value := "The first of the members that have the winning key; none of no members.", "__ffs((int)won) - 1", best
	switch {
	case p.movesWinner():
		title = "The first of the members that have the winning key, and its element; none of no members."
		value = fmt.Sprintf("__shfl_sync(%s, v, first)", p.threads)
	case p.input == "key":
		value = fmt.Sprintf("%s_unkey(%s)", p.spec.FileName(), best)
		p.calls(p.unkey)
	case p.ctype.name != p.elem.name:
		value = fmt.Sprintf("(%s)%s", p.elem.name, best)
	}
	if rest := p.count % p.width; rest > 0 {
		title = "The first of the members that have the winning key; lanes past the last segment keep their value."
		lane = fmt.Sprintf("%s < %du ? %s : -1", p.lane(), p.count-rest, lane)
		value = fmt.Sprintf("%s < %du ? %s : v", p.lane(), p.count-rest, value)
	}
	lines := []string{fmt.Sprintf("unsigned won = %s;", p.ballot(best))}
	if p.atOnce() {
		lines = append(lines, "int first;", fmt.Sprintf(lowestBit, "first", "won"))
		lane = "first"
	}
	lines = append(lines, fmt.Sprintf("*idx = %s;", lane), fmt.Sprintf("return %s;", value))
	return step{Title: title, Lines: lines}, nil
}

// ballot asks which members of the lane's segment have the best key.
func (p *printer) ballot(best string) string {
	asked := fmt.Sprintf("%s == %s", p.input, best)
	if p.member != nil { // a lane that is none has the losing key, as members may
		asked = fmt.Sprintf("member & (%s == %s)", p.names[p.mine], best)
	}
	won := fmt.Sprintf("__ballot_sync(%s, %s)", p.threads, asked)
	if p.width < shflgen.WarpSize && (p.member == nil || p.width <= shflgen.WarpSize/2) { // else no lane past it is a member
		segment := fmt.Sprintf("0x%xu", uint32(1)<<p.width-1)
		if p.count/p.width > 1 {
			segment = fmt.Sprintf("(%s << %s)", segment, p.base())
		}
		won += " & " + segment
	}
	return won
}

// movesWinner reports whether a shuffle gives the winner's element, where that costs
// less than to go back from its key.
func (p *printer) movesWinner() bool {
	return p.atOnce() && (p.spec.Type == shflgen.Float32 || p.spec.Type == shflgen.Float64)
}

// atOnce reports whether the hardware combines all lanes at once.
func (p *printer) atOnce() bool {
	for _, s := range p.net.Steps {
		for _, n := range s.Nodes {
			if _, ok := n.Expr.(network.Whole); ok {
				return true
			}
		}
	}
	return false
}
