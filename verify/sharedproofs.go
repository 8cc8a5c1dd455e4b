//go:build !js

package verify

import (
	"context"
	"crypto/sha256"
	"math/rand/v2"
	"strings"
	"sync"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/ref"
)

// proofs are those of one file, by the text of the PTX: builds for several
// architectures are often one text, as are a call and a call by a plan.
type proofs struct {
	mu    sync.Mutex
	ended map[[sha256.Size]byte]*proof
}

// proof is one that is under way or has ended.
type proof struct {
	ended  chan struct{} // closed then
	report Report
	err    error
}

// of is the proof of some PTX, by the text without its architecture and the name of
// its kernel, and whether nobody has begun it.
func (p *proofs) of(code []byte, kernel string) (of *proof, first bool) {
	key := sha256.Sum256([]byte(strings.ReplaceAll(ptx.Untargeted(code), kernel, "kernel")))
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended == nil {
		p.ended = map[[sha256.Size]byte]*proof{}
	}
	if p.ended[key] == nil {
		p.ended[key], first = &proof{ended: make(chan struct{})}, true
	}
	return p.ended[key], first
}

// prove proves some PTX, unless the same text has been. Then it is read again, for its
// own architecture, and one call is replayed, so that what its architecture lacks is
// still refused.
func (p *proofs) prove(ctx context.Context, r *Report, code []byte, kernel string, w way) error {
	proof, first := p.of(code, kernel)
	if first {
		defer close(proof.ended)
		proof.report = *r
		proof.err = proveCode(ctx, &proof.report, code, w)
	} else {
		waiting(func() { <-proof.ended })
	}
	if first || proof.err != nil || !proof.report.shown() {
		*r = proof.report
		return proof.err
	}
	plain, _ := w.inLaunch(r.Spec, code)
	file, err := w.read(r.File, plain)
	var s check.Subject
	if err == nil {
		file.Once = proof.report.once
		s, err = w.replayed(ctx, file, r.Spec)
	}
	var shown *check.Counterexample
	if err == nil {
		mask := make([]uint32, r.Spec.Shape().MaskWords())
		shown, err = check.Replay(ctx, s, mask, ref.Sample(rand.New(rand.NewPCG(5, 6)), s.Spec(), 0))
	}
	if err != nil || shown != nil { // of this architecture alone
		return proveCode(ctx, r, code, w)
	}
	*r = proof.report
	return nil
}
