package verify

import (
	"context"
	"errors"
)

// proveAlone proves an emitted Go file by itself. A refusal is an error.
func proveAlone(name string, src []byte) (Report, error) {
	return accepted(Prove(context.Background(), Subject{Path: name, Src: src}, Options{Alone: true}))
}

// proveBuild proves one build of an emitted CUDA file. A refusal is an error.
func proveBuild(name string, src []byte, toPTX Compile) (Report, error) {
	return accepted(Prove(context.Background(), Subject{Path: name, Src: src}, Options{ToPTX: toPTX}))
}

func accepted(r Report, err error) (Report, error) {
	if err == nil && r.Verdict == Refused {
		err = errors.New(r.Differs)
	}
	return r, err
}
