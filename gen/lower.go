package gen

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// lowering is one way to build the network of a spec.
type lowering struct {
	name   string
	builds string // what it makes, in a few words

	// from is the first architecture with the instructions that the network needs.
	from spec.Arch

	// rejects is the reason why the lowering does not build a spec; empty if it does.
	rejects func(spec.Spec) string
	build   func(spec.Spec) (*network.Network, error)

	// saves is the advantage over the network that every architecture can run; only for
	// lowerings that need a newer architecture.
	saves func(*network.Network) string
}

// never accepts every spec.
func never(spec.Spec) string { return "" }

// pass rewrites a network into one with the same contract. check changes nothing and fails on
// a malformed network.
type pass struct {
	name string
	run  func(*network.Network) (*network.Network, error)
}

// lowered is the network of a spec, and how it was chosen.
type lowered struct {
	net      *network.Network
	chosen   lowering
	variant  *lowering // for newer architectures, of [network.Network.Faster]
	rejected []Rejected
}

// lower chooses lowerings and runs the passes. Without -arch, a lowering that needs a
// newer architecture becomes a variant, which the compiler of the code selects.
func (t target) lower(s spec.Spec) (lowered, error) {
	if s.Pattern.InMemory() {
		return t.lowerFrame(s)
	}
	if s.Shape().Blocks > 1 && t.clusters {
		return t.lowerCluster(s)
	}
	if _, ok := s.Shape().Global(); ok && t.words {
		return t.lowerWords(s)
	}
	var made lowered
	var newer []lowering
	for _, l := range t.lowerings {
		why := l.rejects(s)
		switch {
		case why != "":
		case l.from != spec.AnyArch:
			newer = append(newer, l)
			continue
		case made.net == nil:
			n, err := t.build(l, s)
			if err != nil {
				return lowered{}, err
			}
			made.net, made.chosen = n, l
			continue
		default:
			why = fmt.Sprintf("%s comes before it", made.chosen.name)
		}
		made.rejected = append(made.rejected, Rejected{Lowering: l.name, Reason: why})
	}
	if made.net == nil {
		return lowered{}, fmt.Errorf("gen: no lowering for %s", s.Pattern)
	}
	for _, l := range newer {
		if err := t.offer(&made, l, s); err != nil {
			return lowered{}, err
		}
	}
	return made, nil
}

// offer adds what a lowering for newer architectures builds: as a variant, or instead of
// the network if the spec names an architecture that is new enough.
func (t target) offer(made *lowered, l lowering, s spec.Spec) error {
	if s.Arch != spec.AnyArch && s.Arch < l.from {
		made.rejected = append(made.rejected, Rejected{Lowering: l.name,
			Reason: fmt.Sprintf("it came with %s, and -arch is %s", l.from, s.Arch)})
		made.net.Choice = fmt.Sprintf("For %s: shuffles, as %s came with %s.", s.Arch, l.name, l.from)
		return nil
	}
	faster, err := t.build(l, s)
	if err != nil {
		return err
	}
	why := l.saves(made.net)
	if s.Arch == spec.AnyArch {
		made.net.Faster = &network.Faster{Net: faster, Arch: l.from.Capability(), Why: why}
		made.variant = &l
		return nil
	}
	faster.Choice = fmt.Sprintf("For %s: %s.", s.Arch, why)
	made.rejected = append(made.rejected, Rejected{Lowering: made.chosen.name,
		Reason: fmt.Sprintf("%s comes before it", l.name)})
	made.net, made.chosen = faster, l
	return nil
}

// build builds a network and runs the passes on it.
func (t target) build(l lowering, s spec.Spec) (*network.Network, error) {
	n, err := l.build(s)
	if err != nil {
		return nil, err
	}
	for _, p := range t.passes {
		if n, err = p.run(n); err != nil {
			return nil, fmt.Errorf("gen: %s, pass %s: %w", l.name, p.name, err)
		}
	}
	return n, nil
}
