package goread

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"strconv"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/verify/bv"
)

// State is what a call starts from and ends with.
type State struct {
	Mask  []bv.Value // 32 bits each; empty in mask mode full
	Lanes []bv.Value // each element: register r of lane i at r*Spec.Lanes + i
	Pred  bv.Value   // 32 bits, set by Run where the pattern has preds
	Index []bv.Value // 32 bits each, of an op that gives a lane

	// Keys are the keys of the lanes. Same, if it is set, says whether those of two
	// lanes are equal, in place of a comparison.
	Keys []bv.Value
	Same func(i, j int) bv.Value
}

// run is one execution.
type run struct {
	*File
	dom    bv.Domain
	state  *State
	locals map[string]value
	loose  map[int]bool // lanes whose element is now the result of a float op

	floatOp token.Token // the one operator on floats, once seen
}

// value is an expression's value: a bit vector, or the key of a float.
type value struct {
	v bv.Value

	// Of a key, v is the float; keyed tells how its key treats NaN.
	isKey bool
	keyed role

	// The result of a float op: if it is a NaN, its payload is unspecified.
	loose bool

	of int // of a lane's key, unaltered: the number of the lane and 1
}

// Run executes the function on s, which it changes.
func (f *File) Run(dom bv.Domain, s *State) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *Error:
			err = p
		case bv.Stop:
			err = fmt.Errorf("%s: %s", f.Func, p.Why)
		default:
			panic(p)
		}
	}()
	r := &run{File: f, dom: dom, state: s, locals: map[string]value{}, loose: map[int]bool{}}
	for i, stmt := range f.body {
		r.statement(stmt, i == len(f.body)-1)
	}
	return nil
}

// stop refuses a node, out of the depth of an execution.
func (r *run) stop(n ast.Node, what, why string) {
	panic(r.refuse(n, what, why))
}

func (r *run) statement(s ast.Stmt, last bool) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		if len(s.Lhs) != 1 || len(s.Rhs) != 1 {
			r.stop(s, "assignment of several values", byDesign)
		}
		r.assign(s)
	case *ast.ReturnStmt:
		if !last || len(s.Results) != 1 {
			r.stop(s, "return", "only the preds are returned, at the end")
		}
		r.state.Pred = r.bits(s.Results[0])
	default:
		r.stop(s, fmt.Sprintf("%T", s), byDesign)
	}
}

func (r *run) assign(s *ast.AssignStmt) {
	switch to := s.Lhs[0].(type) {
	case *ast.Ident:
		switch {
		case s.Tok == token.ASSIGN && to.Name == "_":
			r.eval(s.Rhs[0])
			return
		case s.Tok == token.DEFINE:
			if _, again := r.locals[to.Name]; !again && to.Name != "v" && to.Name != "mask" && to.Name != "idx" && to.Name != "key" {
				r.locals[to.Name] = r.eval(s.Rhs[0])
				return
			}
		}
	case *ast.IndexExpr:
		if name, i := r.element(to); s.Tok == token.ASSIGN && name == "v" {
			x := r.eval(s.Rhs[0])
			r.state.Lanes[i], r.loose[i] = r.noKey(s.Rhs[0], x), x.loose
			return
		} else if s.Tok == token.ASSIGN && name == "idx" {
			r.state.Index[i] = r.exact(s.Rhs[0])
			return
		}
	}
	r.stop(s, "assignment", "a local is defined once, and only elements of v are assigned")
}

// element is the array and index of an expression such as v[3].
func (r *run) element(x *ast.IndexExpr) (array string, i int) {
	of, register := x.X, 0
	if outer, ok := of.(*ast.IndexExpr); ok && r.Spec.Pattern.Batch() {
		of, register = outer.X, r.index(outer, r.Spec.N)
	} else if r.Spec.Pattern.Batch() {
		r.stop(x, "index of all registers", "an element has a register and a lane")
	}
	name, ok := of.(*ast.Ident)
	if !ok {
		r.stop(x, "index of an expression", byDesign)
	}
	switch {
	case name.Name == "v":
		return name.Name, register*r.Spec.Lanes() + r.index(x, r.Spec.Lanes())
	case name.Name == "idx" && r.Spec.HasLane():
		return name.Name, r.index(x, len(r.state.Index))
	case name.Name == "key" && r.Spec.Pattern.Keyed():
		return name.Name, r.index(x, len(r.state.Keys))
	case name.Name == "mask" && r.Spec.Pattern.Block():
		return name.Name, r.index(x, len(r.state.Mask))
	}
	r.stop(x, "index of "+name.Name, byDesign)
	return "", 0
}

// index is the constant index of an expression, below limit.
func (r *run) index(x *ast.IndexExpr, limit int) int {
	index := r.info.Types[x.Index].Value
	if index == nil {
		r.stop(x, "index that is no constant", byDesign)
	}
	n, ok := constant.Int64Val(index)
	if !ok || n < 0 || n >= int64(limit) {
		r.stop(x, "index "+index.String(), "out of range")
	}
	return int(n)
}

// bits evaluates an expression that must be no key.
func (r *run) bits(e ast.Expr) bv.Value {
	return r.noKey(e, r.eval(e))
}

func (r *run) noKey(e ast.Expr, x value) bv.Value {
	if x.isKey {
		r.stop(e, "key", "a key may only be chosen, compared by min or max, and taken back")
	}
	return x.v
}

// exact evaluates an operand of integer arithmetic. Terms are equal up to the
// payload of a NaN, which arithmetic on the bits would bring to light: it would
// take two NaNs for one and cancel them.
func (r *run) exact(e ast.Expr) bv.Value {
	return r.exactly(e, r.eval(e))
}

func (r *run) exactly(e ast.Expr, x value) bv.Value {
	if x.loose {
		r.stop(e, "bits of a float op's result", "the payload of a NaN is unspecified; they may only be moved")
	}
	return r.noKey(e, x)
}

func (r *run) eval(e ast.Expr) value {
	if c := r.info.Types[e].Value; c != nil {
		return value{v: r.constant(e, c)}
	}
	switch e := e.(type) {
	case *ast.Ident:
		if x, ok := r.locals[e.Name]; ok {
			return x
		}
		if e.Name == "mask" && r.Spec.Mask != shflgen.Full && !r.Spec.Pattern.Block() {
			return value{v: r.state.Mask[0]}
		}
		r.stop(e, e.Name, unknown)
	case *ast.ParenExpr:
		return r.eval(e.X)
	case *ast.IndexExpr:
		name, i := r.element(e)
		switch name {
		case "mask":
			return value{v: r.state.Mask[i]}
		case "idx":
			if r.Spec.Mask != shflgen.Active { // there who does not make the call keeps it
				r.stop(e, "idx", "it is only written")
			}
			return value{v: r.state.Index[i]}
		case "key":
			return value{v: r.state.Keys[i], of: i + 1}
		}
		return value{v: r.state.Lanes[i], loose: r.loose[i]}
	case *ast.UnaryExpr:
		return value{v: r.unary(e)}
	case *ast.BinaryExpr:
		return r.binary(e)
	case *ast.CallExpr:
		return r.call(e)
	}
	r.stop(e, fmt.Sprintf("%T", e), byDesign)
	return value{}
}

// constant is a typed constant as its bits.
func (r *run) constant(e ast.Expr, c constant.Value) bv.Value {
	k := r.kind(e)
	switch {
	case k.float && k.bits == 32:
		f, _ := constant.Float32Val(c)
		return r.dom.Const(32, uint64(float32bits(f)))
	case k.float:
		f, _ := constant.Float64Val(c)
		return r.dom.Const(64, float64bits(f))
	}
	c = constant.ToInt(c)
	if x, exact := constant.Uint64Val(c); exact {
		return r.dom.Const(k.bits, x)
	}
	x, exact := constant.Int64Val(c)
	if !exact {
		r.stop(e, "constant "+c.String(), "too large")
	}
	return r.dom.Const(k.bits, uint64(x)&(^uint64(0)>>(64-k.bits)))
}

func (r *run) unary(e *ast.UnaryExpr) bv.Value {
	k := r.kind(e)
	x := r.exact(e.X)
	switch {
	case k.float:
	case e.Op == token.SUB:
		return r.dom.Int(bv.Sub, r.dom.Const(k.bits, 0), x)
	case e.Op == token.XOR:
		return r.dom.Not(x)
	}
	r.stop(e, "unary "+e.Op.String(), byDesign)
	return nil
}

// shiftCount is the constant count of a shift.
func (r *run) shiftCount(e ast.Expr) int {
	c := r.info.Types[e].Value
	if c == nil {
		r.stop(e, "shift by an expression", byDesign)
	}
	n, err := strconv.Atoi(c.ExactString())
	if err != nil || n < 0 {
		r.stop(e, "shift by "+c.String(), "out of range")
	}
	return n
}
