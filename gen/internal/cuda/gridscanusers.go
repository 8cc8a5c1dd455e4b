package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen"
)

// What a scan by a user's operator needs besides. With an identity it is a scan like every other one. Without one, what is not
// there is left out: lanes, strips and tiles that have nothing before them are known by their numbers. A thread still calls the
// operator on what it has, and then chooses: a choice of values is no branch.

// usersCombining is the function of what may not be there, where the operator has no identity.
func (g *gridScan) usersCombining() []string {
	if !g.leaves {
		g.none = g.identity
		return nil
	}
	g.none = name(g.ctype.name + "()")
	return []string{helper{
		does: g.of.User.String() + " of a and b, or b where a is not there.", result: g.ctype.name, name: g.name + "_append",
		params: fmt.Sprintf("bool there, %s a, %[1]s b", g.ctype.name),
		body:   lines(fmt.Sprintf("%s both = %s;", g.ctype.name, g.op(name("a"), name("b"))), "return there ? both : b;"),
	}.String()}
}

// after is the op of what is before a value and the value. A condition says whether anything is, where that is asked.
func (g *gridScan) after(some string, before, value expr) expr {
	if !g.leaves {
		return g.op(before, value)
	}
	return call(g.name+"_append", name(some), before, value)
}

// noun is what the op makes of elements, in a comment.
func (g *gridScan) noun() string {
	if g.of.User != nil {
		return "reduction by " + g.of.User.Name
	}
	return g.of.Op.String()
}

// absent says what becomes of what is not there.
func (g *gridScan) absent() string {
	if g.leaves {
		return "is left out"
	}
	return "changes nothing"
}

// some is the parameter that says whether anything is before a strip, where a function asks.
func (g *gridScan) some() params {
	if !g.leaves {
		return nil
	}
	return params{{name: "some", declare: "bool some"}}
}

// ofMany is the argument that says of how many lanes a tree is, where it asks.
func (g *gridScan) ofMany(count string) string {
	if !g.leaves {
		return ""
	}
	return ", " + count
}

// optionalRow are the statements by which a lane takes in what is before its piece in the strip: the rows before it, and pieces
// of the row.
func (g *gridScan) optionalRow() []string {
	lines := []string{
		"if (r > 0) {",
		fmt.Sprintf("    %s both = %s;", g.ctype.name, g.op(name("total"), name("before"))),
		"    before = lane == 0u ? total : both;",
		"}",
		fmt.Sprintf("total = r == 0 ? sum : %s;", g.op(name("total"), name("sum"))),
	}
	for v := range g.Vector {
		x := fmt.Sprintf("x[r][%d]", v)
		lines = append(lines, fmt.Sprintf("%s = %s;", x, g.after("r > 0 || lane > 0u", name("before"), name(x))))
	}
	return lines
}

// optionalTree is the function by which the first lanes of a warp combine what they have.
func (g *gridScan) optionalTree() function {
	steps := []string{lane}
	for d := 1; d < shflgen.WarpSize; d *= 2 {
		from := g.ctype.travel(name("v"), func(e expr) expr { return call("__shfl_down_sync", everyone, e, literal(d)) })
		both := fmt.Sprintf("both%d", d)
		steps = append(steps, fmt.Sprintf("%s %s = %s;", g.ctype.name, both, g.op(name("v"), from)), fmt.Sprintf("v = lane + %du < count ? %s : v;", d, both))
	}
	return function{
		Contract: []string{"Lane 0 receives the tree over what the first `count` lanes of a warp have: distance 1, 2, 4, …, the lower on the left."},
		Type:     g.ctype.name, Name: g.name + "_tree",
		Params: params{{name: "v", declare: g.ctype.name + " v"}, {name: "count", declare: "unsigned count"}},
		Steps:  []step{{Title: "What other lanes receive is of no use.", Lines: append(steps, "return v;")}},
	}
}

// optionalParts are the statements by which a warp takes in what is before the tile. A level has nodes there where the digit of
// the tile's number to the base 32 is not 0, and higher levels where the digits above it are not.
func (g *gridScan) optionalParts() (lines []string) {
	for level := g.Levels - 2; level >= 0; level-- {
		part, digit := name(fmt.Sprintf("parts[%d]", level)), "tile % 32u"
		if level > 0 {
			digit = fmt.Sprintf("(tile >> %du) %% 32u", 5*level)
		}
		lines = append(lines,
			fmt.Sprintf("if (%s != 0u)", digit),
			fmt.Sprintf("    prefix = %s;", g.after(fmt.Sprintf("tile >> %du != 0u", 5*(level+1)), name("prefix"), part)))
	}
	return append(lines,
		fmt.Sprintf("%s both = %s;", g.ctype.name, g.op(name("prefix"), name("before"))),
		"before = tile == 0u ? before : warp == 0u ? prefix : both;")
}
