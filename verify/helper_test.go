package verify

import (
	"context"
	"errors"

	"github.com/shflgen/shflgen/spec"
)

// proveAlone proves an emitted Go file by itself. A refusal is an error.
func proveAlone(name string, src []byte) (Report, error) {
	return accepted(Prove(context.Background(), Subject{Path: name, Src: src}, Options{Alone: true}))
}

// proveBuild proves one build of an emitted CUDA file. A refusal is an error.
func proveBuild(name string, src []byte, toPTX func(s spec.Spec, src []byte, arch string) ([]byte, error),
	arch string) (Report, error) {
	s, err := headerOf(name, src)
	if err != nil {
		return Report{}, err
	}
	code, err := toPTX(s, src, arch)
	if err != nil {
		return Report{}, err
	}
	return accepted(Prove(context.Background(), Subject{Path: name + ".ptx", Src: code}, Options{Spec: &s, Dimensions: 3}))
}

func accepted(r Report, err error) (Report, error) {
	if err == nil && r.Verdict == Refused {
		err = errors.New(r.Differs)
	}
	return r, err
}
