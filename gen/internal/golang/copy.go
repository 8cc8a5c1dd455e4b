package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/gen/internal/network"
)

// emitCopy prints a load or a store: the elements in memory, and those of the lanes, are arrays.
func emitCopy(n *network.Network, pkg string) ([]byte, error) {
	s, shape := n.Spec, n.Spec.Shape()
	lines, err := doc(s)
	if err != nil {
		return nil, err
	}
	f := jen.NewFile(pkg)
	imports(f, s)
	header(f, s, lines)
	to, from := shape.Out[0].Name(), shape.In[0].Name()
	f.Func().Id(s.FuncName()).Params(parameters(shape)...).Block(jen.Op("*").Id(to).Op("=").Op("*").Id(from))
	return rendered(f, s)
}
