//go:build !js

package verify

import (
	"errors"

	"github.com/shflgen/shflgen/internal/prover/cxx"
	"github.com/shflgen/shflgen/spec"
)

// hostLeftOut is the part of a verdict for a file with functions for the host.
const hostLeftOut = "functions for the host as printed and left out: of them nothing is proved"

// hosted reports whether an emitted file of s has functions for the host, beside kernels.
func hosted(s spec.Spec) bool { return s.Grid().Launcher || s.Grid().Parts }

// leaveOutHost takes the functions for the host out of an emitted file. They have to be the bytes that are printed:
// else nobody knows what they change in the kernels.
func (p *cuda) leaveOutHost() error {
	s := p.report.Spec
	if p.Spec != nil && !hosted(s) {
		var err error
		p.src, p.heads, err = cxx.WithoutHostBodies(p.src, len(p.Include) > 0, p.Define)
		return err
	}
	if !hosted(s) {
		return nil
	}
	if p.Spec != nil {
		return errors.New("a file of your own is proved without functions that launch, and kernels of " +
			"parts; want -spec without -launcher and -parts")
	}
	if p.Printed == nil {
		return errors.New("what is printed for the host is not known here")
	}
	printed, err := p.Printed(s, ".cu", "")
	if err != nil {
		return err
	}
	_, want, err := cxx.WithoutHost(printed)
	if err != nil {
		return err
	}
	device, got, err := cxx.WithoutHost(p.src)
	if err != nil {
		return err
	}
	var other differs
	if errors.As(compareLines(got, want), &other) {
		return errors.New("functions for the host, which are not proved" + other.what)
	}
	p.src = device
	p.report.Limits = append(p.report.Limits, hostLeftOut)
	return nil
}

// printedCUDA is what is printed of a spec, without functions for the host.
func (o Options) printedCUDA(s spec.Spec) ([]byte, error) {
	printed, err := o.Printed(s, ".cu", "")
	if err == nil && hosted(s) {
		printed, _, err = cxx.WithoutHost(printed)
	}
	return printed, err
}
