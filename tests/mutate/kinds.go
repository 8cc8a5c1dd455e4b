package mutate

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// Kinds are the kinds of fault, one row each.
var Kinds = []Kind{
	// Lanes and distances.
	{"load from the next lane", loads(1)},
	{"load from the lane before", loads(-1)},
	{"load from the lane 16 away", loads(16)},
	{"store to the next lane", storesTo(1)},
	{"store to the lane before", storesTo(-1)},
	{"two stores swapped", storesSwapped},
	{"store dropped", storeDropped},
	{"store to a lane the contract does not name", extraStore},
	{"store of an earlier value", storeOfEarlier},
	{"store moved to the top", storeFirst},
	{"operand of another lane", operandShifted},

	// Steps.
	{"step dropped: left operand kept", keepOperand(0)},
	{"step dropped: right operand kept", keepOperand(1)},
	{"step doubled", stepDoubled},
	{"operand combined with itself", operandDuplicated},
	{"step replaced by the one before", stepReplaced},

	// Ops.
	{"+ to -", swapOp(token.ADD, token.SUB)},
	{"+ to |", swapOp(token.ADD, token.OR)},
	{"+ to ^", swapOp(token.ADD, token.XOR)},
	{"* to +", swapOp(token.MUL, token.ADD)},
	{"& to |", swapOp(token.AND, token.OR)},
	{"| to &", swapOp(token.OR, token.AND)},
	{"| to ^", swapOp(token.OR, token.XOR)},
	{"^ to |", swapOp(token.XOR, token.OR)},
	{"&^ to &", swapOp(token.AND_NOT, token.AND)},
	{"min to max", renameCall("min", "max")},
	{"max to min", renameCall("max", "min")},

	// Masks and identities.
	{"mask bit one up", maskShift(1)},
	{"mask bit one down", maskShift(-1)},
	{"mask inverted", maskIdent("^mask")},
	{"mask ignored", maskIdent("^(mask&0)")},
	{"mask halves swapped", maskIdent("(mask<<16|mask>>16)")},
	{"masking dropped", binary([]token.Token{token.AND}, func(_ *file, _ *ast.BinaryExpr, x, _ string) []string {
		return []string{x}
	})},
	{"identity dropped", binary([]token.Token{token.OR}, func(_ *file, _ *ast.BinaryExpr, x, _ string) []string {
		return []string{x}
	})},
	{"constant off by one", literal(false, func(v int64) []int64 { return []int64{v + 1, v - 1} })},
	{"constant with a bit flipped", literal(false, func(v int64) []int64 { return []int64{v ^ 8, v ^ 1<<14} })},
	{"constant zeroed", literal(false, func(int64) []int64 { return []int64{0} })},
	{"mask of another warp", maskOfWarp},

	// Signs and sizes.
	{"minus dropped", unary(token.SUB, "")},
	{"minus to complement", unary(token.SUB, "^")},
	{"complement dropped", unary(token.XOR, "")},
	{"left shift to right shift", swapOp(token.SHL, token.SHR)},
	{"right shift to left shift", swapOp(token.SHR, token.SHL)},
	{"value narrowed", narrowed},
	{"value shifted by one bit", shiftedValue},
	{"conversion of the other signedness", resigned},
	{"result of a helper passed through it again", helperRepeated},
	{"pred bit flipped", predFlipped},

	{"a byte changed", goByte},
}

func elementIndex(f *file, x *ast.IndexExpr) (int, bool) {
	if id, ok := x.X.(*ast.Ident); !ok || id.Name != "v" {
		return 0, false
	}
	var lane int
	_, err := fmt.Sscan(f.text(x.Index), &lane)
	return lane, err == nil
}

func loads(by int) func(*file) []edit {
	return func(f *file) []edit {
		var all []edit
		for _, s := range f.stmts {
			a, ok := s.(*ast.AssignStmt)
			if !ok {
				continue
			}
			ast.Inspect(a.Rhs[0], func(n ast.Node) bool {
				if x, ok := n.(*ast.IndexExpr); ok {
					if lane, ok := elementIndex(f, x); ok {
						all = append(all, replace(x.Index, fmt.Sprint(lane+by)))
					}
				}
				return true
			})
		}
		return all
	}
}

func storesTo(by int) func(*file) []edit {
	return func(f *file) []edit {
		var all []edit
		for _, s := range f.stores() {
			x := s.Lhs[0].(*ast.IndexExpr)
			if lane, ok := elementIndex(f, x); ok {
				all = append(all, replace(x.Index, fmt.Sprint(lane+by)))
			}
		}
		return all
	}
}

func storesSwapped(f *file) []edit {
	var all []edit
	stores := f.stores()
	for i := 1; i < len(stores); i++ {
		a, b := stores[i-1], stores[i]
		all = append(all, append(replace(a.Rhs[0], f.text(b.Rhs[0])), replace(b.Rhs[0], f.text(a.Rhs[0]))...))
	}
	return all
}

func storeDropped(f *file) []edit {
	var all []edit
	for _, s := range f.stores() {
		all = append(all, replace(s, "_ = "+f.text(s.Rhs[0])))
	}
	return all
}

func extraStore(f *file) []edit {
	written := map[string]bool{}
	for _, s := range f.stores() {
		written[f.text(s.Lhs[0])] = true
	}
	var all []edit
	for _, s := range f.stores() {
		for _, lane := range []int{1, 5, 30, 31} {
			if to := fmt.Sprintf("v[%d]", lane); !written[to] {
				all = append(all, edit{{s.End(), s.End(), "\n\t" + to + " = " + f.text(s.Rhs[0])}})
			}
		}
	}
	return all
}

func storeOfEarlier(f *file) []edit {
	var all []edit
	for _, s := range f.stores() {
		for _, name := range f.lastDefined(s, 4) {
			if name != f.text(s.Rhs[0]) {
				all = append(all, replace(s.Rhs[0], name))
			}
		}
	}
	return all
}

// storeFirst overwrites a lane before it is read.
func storeFirst(f *file) []edit {
	var all []edit
	top := f.stmts[0].Pos()
	for _, lane := range []int{0, 1, 3} {
		text := fmt.Sprintf("v[%d] = v[%d]\n\t", lane, (lane+1)%4)
		all = append(all, edit{{top, top, text}})
	}
	return all
}

// isCombine reports whether a statement combines two earlier values.
func isCombine(f *file, a *ast.AssignStmt) (x, y ast.Expr, ok bool) {
	switch e := a.Rhs[0].(type) {
	case *ast.BinaryExpr:
		_, xid := e.X.(*ast.Ident)
		_, yid := e.Y.(*ast.Ident)
		return e.X, e.Y, xid && yid
	case *ast.CallExpr:
		if name := f.text(e.Fun); len(e.Args) == 2 && (name == "min" || name == "max") {
			return e.Args[0], e.Args[1], true
		}
		if len(e.Args) == 1 { // Encode(Decode(a) + Decode(b))
			if b, ok := e.Args[0].(*ast.BinaryExpr); ok {
				cx, okx := b.X.(*ast.CallExpr)
				cy, oky := b.Y.(*ast.CallExpr)
				if okx && oky && len(cx.Args) == 1 && len(cy.Args) == 1 {
					return cx.Args[0], cy.Args[0], true
				}
			}
		}
	}
	return nil, nil, false
}

// combines makes the edits of every step that combines two values.
func combines(make func(f *file, a *ast.AssignStmt, x, y ast.Expr) []edit) func(*file) []edit {
	return func(f *file) []edit {
		var all []edit
		for _, a := range f.steps() {
			if x, y, ok := isCombine(f, a); ok {
				all = append(all, make(f, a, x, y)...)
			}
		}
		return all
	}
}

var operandShifted = combines(func(f *file, a *ast.AssignStmt, x, y ast.Expr) []edit {
	var all []edit
	for _, name := range f.lastDefined(a, 6) {
		if name != f.text(x) && name != f.text(y) {
			all = append(all, replace(y, name), replace(x, name))
		}
	}
	return all
})

func keepOperand(which int) func(*file) []edit {
	return combines(func(f *file, a *ast.AssignStmt, x, y ast.Expr) []edit {
		kept := []ast.Expr{x, y}[which]
		other := []ast.Expr{y, x}[which]
		return []edit{replace(a, f.text(a.Lhs[0])+" := "+f.text(kept)+"\n\t_ = "+f.text(other))}
	})
}

var stepDoubled = combines(func(f *file, a *ast.AssignStmt, x, y ast.Expr) []edit {
	expr := f.text(a.Rhs[0])
	at := f.offset(x.Pos()) - f.offset(a.Rhs[0].Pos())
	return []edit{replace(x, expr[:at]+f.text(x)+expr[at+len(f.text(x)):])}
})

var operandDuplicated = combines(func(f *file, a *ast.AssignStmt, x, y ast.Expr) []edit {
	return []edit{append(replace(y, f.text(x)), span{a.End(), a.End(), "\n\t_ = " + f.text(y)})}
})

func stepReplaced(f *file) []edit {
	var all []edit
	steps := f.steps()
	for i := 1; i < len(steps); i++ {
		if _, _, ok := isCombine(f, steps[i]); ok {
			all = append(all, replace(steps[i], f.text(steps[i].Lhs[0])+" := "+f.text(steps[i-1].Lhs[0])))
		}
	}
	return all
}

func renameCall(from, to string) func(*file) []edit {
	return call([]string{from}, func(f *file, c *ast.CallExpr) []string {
		return []string{strings.Replace(f.text(c), from, to, 1)}
	})
}

func maskShift(by int) func(*file) []edit {
	return each(func(f *file, b *ast.BinaryExpr) []edit {
		if b.Op != token.SHR || !strings.HasPrefix(f.text(b.X), "mask") {
			return nil
		}
		var bit int
		if _, err := fmt.Sscan(f.text(b.Y), &bit); err != nil || bit+by < 0 {
			return nil
		}
		return []edit{replace(b.Y, fmt.Sprint(bit+by))}
	})
}

func maskIdent(text string) func(*file) []edit {
	return each(func(f *file, id *ast.Ident) []edit {
		if id.Name != "mask" || !types.Identical(f.info.TypeOf(id), types.Typ[types.Uint32]) {
			return nil
		}
		return []edit{replace(id, text)}
	})
}

var maskOfWarp = each(func(f *file, x *ast.IndexExpr) []edit {
	if f.text(x.X) != "mask" {
		return nil
	}
	var warp int
	if _, err := fmt.Sscan(f.text(x.Index), &warp); err != nil {
		return nil
	}
	return []edit{replace(x.Index, fmt.Sprint(warp+1)), replace(x.Index, fmt.Sprint(warp-1))}
})

func unary(op token.Token, with string) func(*file) []edit {
	return each(func(f *file, u *ast.UnaryExpr) []edit {
		if u.Op != op || f.info.Types[u].Value != nil {
			return nil
		}
		return []edit{replace(u, with+f.text(u.X))}
	})
}

// narrower is a smaller type for each type of emitted code.
var narrower = map[string]string{
	"int64": "int32", "uint64": "uint32", "int32": "int16", "uint32": "uint16",
	"int16": "int8", "uint16": "uint8", "float64": "float32",
}

var narrowed = stepWrapped(func(typ, text string) string {
	small, ok := narrower[typ]
	if !ok {
		return ""
	}
	return typ + "(" + small + "(" + text + "))"
})

var shiftedValue = stepWrapped(func(typ, text string) string {
	if strings.HasPrefix(typ, "float") {
		return ""
	}
	return "(" + text + ") << 1"
})

// stepWrapped wraps the value of each step and of each store.
func stepWrapped(wrap func(typ, text string) string) func(*file) []edit {
	return func(f *file) []edit {
		var all []edit
		for _, a := range append(f.steps(), f.stores()...) {
			if text := wrap(f.info.TypeOf(a.Rhs[0]).String(), f.text(a.Rhs[0])); text != "" {
				all = append(all, replace(a.Rhs[0], text))
			}
		}
		return all
	}
}

// resigned compares, shifts or extends with the other signedness.
var resigned = combines(func(f *file, a *ast.AssignStmt, x, y ast.Expr) []edit {
	typ := f.info.TypeOf(a.Rhs[0]).String()
	other := "u" + typ
	if strings.HasPrefix(typ, "u") {
		other = typ[1:]
	}
	c, ok := a.Rhs[0].(*ast.CallExpr)
	if !ok || strings.HasPrefix(typ, "float") || len(c.Args) != 2 {
		return nil
	}
	return []edit{replace(c, fmt.Sprintf("%s(%s(%s(%s), %s(%s)))", typ, f.text(c.Fun), other, f.text(x), other,
		f.text(y)))}
})

// helperRepeated passes the result of a helper through the helper again, where types allow.
var helperRepeated = each(func(f *file, c *ast.CallExpr) []edit {
	if id, ok := c.Fun.(*ast.Ident); !ok || len(c.Args) != 1 || f.info.Types[id].IsType() {
		return nil
	}
	arg := f.info.TypeOf(c.Args[0]).String()
	return []edit{replace(c, fmt.Sprintf("%s(%s(%s))", f.text(c.Fun), arg, f.text(c)))}
})

func predFlipped(f *file) []edit {
	var all []edit
	for _, s := range f.stmts {
		if r, ok := s.(*ast.ReturnStmt); ok && len(r.Results) == 1 {
			for _, bit := range []uint{0, 7, 15, 31} {
				all = append(all, replace(r.Results[0], fmt.Sprintf("(%s) ^ %#x", f.text(r.Results[0]), uint32(1)<<bit)))
			}
		}
	}
	return all
}

// goByte changes one byte of the function, at every 23rd position.
func goByte(f *file) []edit {
	var all []edit
	for at := f.main.Pos(); at < f.main.End()-1; at += 23 {
		b := f.src[f.offset(at)]
		for _, now := range []byte{b ^ 1, b + 1, ' '} {
			all = append(all, edit{{at, at + 1, string(rune(now))}})
		}
	}
	return all
}
