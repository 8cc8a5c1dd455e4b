package verify

import (
	"bytes"

	"github.com/shflgen/shflgen/spec"
)

// Calls says how calls of a function of a block, or of one that is lent shared memory, follow one another.
type Calls uint8

// The ways to call.
const (
	UsualCalls Calls = iota // Once of a function that Options.Spec says the contract of, Again of one with a header
	Once                    // a barrier lies between two calls
	Again                   // the next call may follow without a barrier
)

// once reports whether a proof of one call is enough.
func (o Options) once(subject Subject) bool {
	switch {
	case o.Spec == nil:
		return false
	case o.Calls == UsualCalls:
		return !bytes.HasPrefix(subject.Src, []byte(spec.HeaderPrefix))
	}
	return o.Calls == Once
}
