package opbody

import (
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/ptx"
)

// gc lays values out on amd64 as C does.
var gc = types.SizesFor("gc", "amd64")

// layoutOf is how a value of a type lies in memory, without blank fields.
func layoutOf(t types.Type) ptx.Layout {
	l := ptx.Layout{Size: int(gc.Sizeof(t)), Align: int(gc.Alignof(t))}
	var add func(t types.Type, at int64)
	add = func(t types.Type, at int64) {
		switch u := t.Underlying().(type) {
		case *types.Basic:
			bits := 8 * int(gc.Sizeof(u))
			if u.Info()&types.IsComplex != 0 {
				l.Places = append(l.Places, ptx.Place{Offset: int(at), Bits: bits / 2},
					ptx.Place{Offset: int(at) + bits/16, Bits: bits / 2})
				return
			}
			l.Places = append(l.Places, ptx.Place{Offset: int(at), Bits: bits})
		case *types.Struct:
			var fields []*types.Var
			for f := range u.Fields() {
				fields = append(fields, f)
			}
			for i, offset := range gc.Offsetsof(fields) {
				if fields[i].Name() != "_" {
					add(fields[i].Type(), at+offset)
				}
			}
		case *types.Array:
			size := gc.Sizeof(u.Elem())
			for i := range u.Len() {
				add(u.Elem(), at+i*size)
			}
		}
	}
	add(t, 0)
	return l
}
