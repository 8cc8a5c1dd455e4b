package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// floatKeys are the further parts of a block of float32 with elements that are combined before the hardware combines
// the lanes: each thread encodes its element as an integer once, so that integers are combined on the way. The bits
// of a NaN that an op on floats gives are unspecified.
type floatKeys struct {
	mine    *network.Node // what a thread contributes, which is encoded; nil where it is the element
	element expr          // in floats
}

// newFloatKeys prepares a printer of such a network; nil for any other.
func newFloatKeys(p *printer) *floatKeys {
	if p.spec.Type != spec.Float32 || count(p.net, is[network.Rake]) == 0 || count(p.net, is[network.WarpReduce]) == 0 {
		return nil
	}
	op := spec.Max
	if p.spec.Op == spec.Min || p.spec.Op == spec.Minimum {
		op = spec.Min
	}
	k := &floatKeys{element: p.scope.param(spec.ElementRole)}
	k.mine, _ = contributed(p.net)
	if k.mine != nil {
		k.element = p.scope.param(spec.MaskRole).choose(k.element, identityLocal)
		p.names[k.mine] = encodedInput
	}
	p.op, p.opHelper = p.operation(p.compares(op))
	p.calls(rotatedEncodings(p.spec)...)
	return k
}

// steps define the thread's element, encoded, after the identity if that is encoded too.
func (k *floatKeys) steps(p *printer, steps []step) []step {
	if k == nil {
		return steps
	}
	title := "A key of the element, which orders as elements do."
	if k.mine != nil {
		title = "A key of the element, which orders as elements do; that of the identity for a thread that is no member."
	}
	steps = append([]step{{
		Title: title,
		Lines: []string{fmt.Sprintf("%s %s = %s;", p.ctype.name, encodedInput, call(p.spec.FileName()+"_key", k.element))},
	}}, steps...)
	if k.mine == nil {
		return steps
	}
	floats := *p
	floats.combined, floats.usesIdentity = p.spec, true
	return floats.withIdentity(steps)
}

// decode is the element of a key.
func (k *floatKeys) decode(p *printer, key expr) expr { return call(p.spec.FileName()+"_unkey", key) }
