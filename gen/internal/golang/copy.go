package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/gen/internal/network"
)

// emitCopy prints a load or a store: the elements in memory, and those of the lanes, are arrays. Elements in memory
// are a slice if some may be missing.
func emitCopy(n *network.Network, pkg string) ([]byte, error) {
	s, shape := n.Spec, n.Spec.Shape()
	f, err := newFile(s, pkg, doc(s))
	if err != nil {
		return nil, err
	}
	to, from := shape.Out[0].Name(), shape.In[0].Name()
	all := func(name string) *jen.Statement { return jen.Id(name).Index(jen.Empty(), jen.Empty()) }
	body := []jen.Code{jen.Op("*").Id(to).Op("=").Op("*").Id(from)}
	switch {
	case shape.Partial() && shape.Element().Global == "":
		body = []jen.Code{
			jen.Id("n").Op(":=").Copy(all(to), jen.Id(from)),
			jen.Clear(jen.Id(to).Index(jen.Id("n"), jen.Empty())),
		}
	case shape.Partial():
		body = []jen.Code{jen.Copy(jen.Id(to), all(from))}
	}
	f.Func().Id(s.FuncName()).Params(parameters(shape)...).Block(body...)
	return rendered(f, s)
}
