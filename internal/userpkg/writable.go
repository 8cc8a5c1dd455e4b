//go:build !js

package userpkg

import "go/types"

// Writable reports whether emitted Go can make any element of the function leaf by leaf: fields
// have to be exported, or local. Parts of complex numbers cannot be assigned, and of a named float
// infinities and NaNs are no constants.
func (f *Func) Writable(local bool) bool { return writable(f.Elem(), local) }

func writable(t types.Type, local bool) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		_, unnamed := types.Unalias(t).(*types.Basic)
		return u.Info()&types.IsComplex == 0 && (unnamed || u.Info()&types.IsFloat == 0)
	case *types.Array:
		return writable(u.Elem(), local)
	case *types.Struct:
		for field := range u.Fields() {
			if field.Name() != "_" && (!local && !field.Exported() || !writable(field.Type(), local)) {
				return false
			}
		}
		return true
	}
	return false
}
