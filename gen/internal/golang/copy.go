package golang

import (
	"fmt"

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
	body := []string{"*" + to + " = *" + from}
	switch {
	case shape.Partial() && shape.Element().Global == "":
		body = []string{fmt.Sprintf("n := copy(%s[:], %s)", to, from), "clear(" + to + "[n:])"}
	case shape.Partial():
		body = []string{fmt.Sprintf("copy(%s, %s[:])", to, from)}
	}
	f.Func().Id(s.FuncName()).Params(parameters(shape)...).Block(raws(body)...)
	return rendered(f, s)
}
