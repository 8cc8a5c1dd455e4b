package grids

import (
	"context"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// scanSpecs are all scans of arrays.
func scanSpecs() (all []spec.Spec) {
	for _, p := range []spec.Pattern{spec.GridInclusiveScan, spec.GridExclusiveScan} {
		for _, ty := range spec.ScanTypes() {
			for op := spec.Sum; op < spec.User; op++ {
				s := spec.NewSpec(p)
				if s.Type, s.Op = ty, op; s.Ready() == nil {
					all = append(all, s)
				}
			}
		}
	}
	return all
}

// proveOne is what is wrong with a block; "": nothing is.
func proveOne(b check.Subject) string {
	p, err := check.Prove(context.Background(), b, check.Search{AfterFault: 1})
	if err == nil {
		err = p.Err()
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// wrongScan is what is wrong with a kernel, at the first launch that shows it.
func wrongScan(t *testing.T, s spec.Spec, src string, some []ptx.Ticket) string {
	t.Helper()
	f, err := ptx.Read("scan.ptx", kernelOf(t, s, src))
	if err != nil {
		return err.Error()
	}
	k, err := f.Scan(s, "", nil)
	if err != nil {
		return err.Error()
	}
	tile, threads := k.Tile(), s.ScanOrder().Threads()
	for _, l := range []ptx.Ticket{{Blocks: 3, Number: 2}, {N: tile, Blocks: 3, Number: 2},
		{N: 2 * tile, Blocks: 4, Number: 2}, {N: 2 * tile, Blocks: 4, Number: 3, Used: 3 * threads},
		{N: 1 << 40, Blocks: 1<<28 + 1, Number: 1 << 28, Side: 1, Most: 1 << 30}} {
		if err := k.Idle(l); err != nil {
			return err.Error()
		}
	}
	for _, n := range []int{tile + 1, 9 * tile, tile << 32, -1} {
		if err := k.TooSmall(uint64(n)); err != nil {
			return err.Error()
		}
	}
	for _, l := range some {
		b, err := k.Block(l)
		if err != nil {
			t.Fatal(err)
		}
		if wrong := proveOne(b); wrong != "" {
			return wrong
		}
	}
	return ""
}

// someTickets are the blocks of a few tiles: the first, the last and some between them, which have something to clear.
func someTickets(s spec.Spec) []ptx.Ticket {
	tile, threads := s.ScanOrder().Tile(), s.ScanOrder().Threads()
	return []ptx.Ticket{
		{N: 5, Blocks: 1, More: true}, {N: tile + 1, Blocks: 3, Number: 1, Side: 1, More: true, Used: 2 * threads,
			Most: 3 * threads}, {N: tile + 1, Blocks: 2, Used: 2*threads + 1},
		{N: 2*tile + 135, Blocks: 3, Number: 2, Side: 1, Used: 2*threads + 3},
		{N: 2*tile + 1, Blocks: 4, Number: 1, Used: 4*threads + 5},
		{N: 40 * tile, Blocks: 40, Number: 31}, {N: 1100 * tile, Blocks: 1100, Number: 1060, Side: 1},
		{N: 1100 * tile, Blocks: 1100, Number: 1023},
		{N: 1 << 40, Blocks: 1 << 28, Number: 1<<28 - 1, Side: 1, Most: 1<<31 - 1},
	}
}

// TestScanKernels: kernels are proved, of a sample of ops and types.
func TestScanKernels(t *testing.T) {
	extent.OneIn(t, 12, 12)
	for nth, s := range extent.Sample(scanSpecs(), 111) {
		some := someTickets(s)[:extent.Pick(4, 9)]
		if extent.Of() == extent.Full {
			if some = some[2:6]; nth%34 != 0 {
				continue
			}
		}
		if wrong := wrongScan(t, s, emit(t, s, gen.CUDA), some); wrong != "" {
			t.Errorf("%s: %s", s.FileName(), wrong)
		}
	}
}
