package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/internal/network"
)

// column is what a row of argmin or argmax needs besides. Up to 32 bits, an element's key and its
// column are one integer of 64 bits, the key above: the extreme of these has the first column. Wider
// elements are gone through a second time.
type column struct {
	packed string // the integer of 64 bits; empty for wider elements
	greats bool   // the greatest wins, so the columns are complemented
}

func columnOf(r *rows) *column {
	c := &column{greats: r.spec.Op == shflgen.ArgMax}
	if r.spec.Type.Bits() > 32 {
		return c
	}
	c.packed = "int64"
	if network.KeyType(r.spec.Type).Class() == shflgen.Unsigned {
		c.packed = "uint64"
	}
	r.local = c.packed
	return c
}

// alsoColumn says where the column goes.
func alsoColumn(s shflgen.Spec) string {
	if s.HasLane() {
		return ", its column idx[r]"
	}
	return ""
}

// pack is a key above its column.
func (c *column) pack(key, at expr) expr {
	number := at.to("uint32")
	if c.greats {
		number = number.not()
	}
	return key.to(c.packed).shl(32).or(number.to(c.packed))
}

// result returns the element and its column.
func (c *column) result(r *rows, best expr) []jen.Code {
	if c.packed == "" {
		key := id("x").index(id("i"))
		if r.dialect.fromBits == nil {
			key = r.dialect.load.of(key)
		}
		value := r.dialect.store.of(id("best"))
		return []jen.Code{
			jen.Line(), jen.Comment("The first column that has it."), define("best", best),
			jen.For(jen.Id("i").Op(":=").Range().Id("x")).Block(
				jen.If(joinedCode(key, "==", id("best"))).Block(jen.Return(&value.code, jen.Int32().Call(jen.Id("i"))))),
			jen.Return(&value.code, jen.Lit(-1)),
		}
	}
	key := goType(network.KeyType(r.spec.Type))
	if r.spec.Type.Bits() < 32 || r.spec.Type.Class() != shflgen.Float {
		key = r.dialect.bits
	}
	number := id("best").to("uint32")
	if c.greats {
		number = number.not()
	}
	value, number := r.dialect.store.of(id("best").shr(32).to(key)), number.to("int32")
	return []jen.Code{define("best", best), jen.Return(&value.code, &number.code)}
}

// joinedCode is a comparison.
func joinedCode(a expr, op string, b expr) jen.Code {
	code := joined(a.code, jen.Op(op), b.code)
	return &code
}

// start is the column with which a group begins: a local, or a number.
type start struct {
	name string
	n    int
}

// plus is the column i further.
func (s start) plus(i int) expr {
	switch {
	case s.name == "":
		return dec(s.n + i)
	case i == 0:
		return id(s.name)
	}
	return id(s.name).plus(dec(i))
}
