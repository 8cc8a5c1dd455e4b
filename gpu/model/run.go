package model

import (
	"fmt"
	"sync"

	"github.com/shflgen/shflgen/gpu/arrays"
	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/gpu/ends"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
	"github.com/shflgen/shflgen/spec"
)

// Result is the result of one probe.
type Result struct {
	Name, Inputs string
	Points       int // results that the model defines; all are compared
	Differ       int
	Undefined    int            // results that the model leaves open
	Seen         map[string]int // what the GPU returned there
	First        string         // the first result that differs
}

// Fault alters the PTX of the executor. A run must find a difference from the GPU.
type Fault func(ptx string) string

// probes are all probes.
func probes() []probe {
	var all []probe
	for _, group := range [][]probe{shuffles(), partial(), halves(), singles(), integers()} {
		all = append(all, group...)
	}
	return all
}

// Run runs every probe and reports each result.
func Run(d *device.Device, workers int, report func(Result)) {
	for _, p := range probes() {
		report(p.run(d, workers, nil))
	}
}

// run runs a probe on the GPU and in the executor. plant, if not nil, alters the executor's PTX.
func (p probe) run(d *device.Device, workers int, plant Fault) Result {
	defer ends.During("%s", p.name)
	r := Result{Name: p.name, Inputs: p.group, Seen: map[string]int{}}
	in := p.inputs(workers)
	got := p.onGPU(d, in)
	text := p.ptx(true)
	if plant != nil {
		text = plant(text)
	}
	program := ends.Must(load(text))
	var lock sync.Mutex
	ends.Check(p.each(workers, func(warp int) error {
		cells, err := p.execute(program, in, warp)
		if err != nil {
			return fmt.Errorf("warp %d: %w", warp, err)
		}
		lock.Lock()
		defer lock.Unlock()
		at := warp * spec.WarpSize * p.outs
		for i, c := range cells {
			x, _ := bv.Numbers{}.Known(c.V)
			if c.Def != (bv.Word{W: 1, X: 1}) {
				r.Undefined++
				r.Seen[p.classify(in, warp, i, got[at+i])]++
				continue
			}
			if r.Points++; p.same(x, got[at+i]) {
				continue
			}
			if r.Differ++; r.First == "" {
				lane := i / p.outs
				first := (warp*spec.WarpSize + lane) * p.ins
				r.First = fmt.Sprintf("%s: warp %d lane %d: inputs %#x: the model gives %#x, the GPU %#x",
					p.name, warp, lane, in[first:first+p.ins], x, got[at+i])
			}
		}
		return nil
	}))
	return r
}

// classify describes a result that the model leaves open. Inputs 0 and 2 of a lane are its
// value and the lane that it reads.
func (p probe) classify(in []uint64, warp, i int, got uint64) string {
	first, lane := warp*spec.WarpSize*p.ins, i/p.outs
	switch {
	case p.ins < 3:
		return "something"
	case got == in[first+lane*p.ins]:
		return "the lane's own value"
	case got == in[first+int(in[first+lane*p.ins+2])*p.ins]:
		return "the value of the lane that is no member"
	case got == 0:
		return "zero"
	}
	return "something else"
}

// each calls do for every warp, in several goroutines.
func (p probe) each(workers int, do func(warp int) error) error {
	errs := make([]error, workers)
	var done sync.WaitGroup
	for w := range workers {
		done.Go(func() {
			for warp := w; warp < p.count && errs[w] == nil; warp += workers {
				errs[w] = do(warp)
			}
		})
	}
	done.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// inputs are the inputs of all warps.
func (p probe) inputs(workers int) []uint64 {
	in := make([]uint64, p.count*spec.WarpSize*p.ins)
	p.each(workers, func(warp int) error {
		for lane := range spec.WarpSize {
			copy(in[(warp*spec.WarpSize+lane)*p.ins:], p.input(warp, lane))
		}
		return nil
	})
	return in
}

func (p probe) onGPU(d *device.Device, in []uint64) []uint64 {
	m := ends.Must(d.LoadPTX(p.ptx(false)))
	defer m.Unload()
	on := d.Memory()
	defer on.Free()
	n := p.count * spec.WarpSize * p.outs
	from, to := on.Hold(arrays.Words(8, in...)), on.Alloc(8*n)
	m.Launch("k", device.Dim{X: uint32(p.count)}, device.Dim{X: spec.WarpSize}, from, to)
	return arrays.Of[uint64](to.Get(8 * n))
}

func load(text string) (*exec.Program, error) {
	m, err := parse.Parse("probe.ptx", []byte(text))
	if err != nil {
		return nil, err
	}
	return exec.Load(m, m.Kernels[0], exec.Function)
}

// execute runs one warp in the executor.
func (p probe) execute(program *exec.Program, in []uint64, warp int) ([]exec.Cell, error) {
	n := bv.Numbers{}
	one, zero := n.Const(1, 1), n.Const(1, 0)
	from := &exec.Buffer{Unit: 8, ReadOnly: true}
	for _, x := range in[warp*spec.WarpSize*p.ins : (warp+1)*spec.WarpSize*p.ins] {
		from.Cells = append(from.Cells, exec.Cell{V: n.Const(64, x), Def: one})
	}
	to := &exec.Buffer{Unit: 8}
	for range spec.WarpSize * p.outs {
		to.Cells = append(to.Cells, exec.Cell{V: n.Const(64, 0), Def: zero})
	}
	m, err := exec.NewMachine(program, n, exec.Line(spec.WarpSize), []exec.Arg{{Buffer: from}, {Buffer: to}})
	if err != nil {
		return nil, err
	}
	if err := m.Run(); err != nil {
		return nil, err
	}
	for _, must := range m.Musts {
		if x, _ := n.Known(must.Bit); x != 1 {
			return nil, fmt.Errorf("line %d: %s", must.Line, must.Why)
		}
	}
	cells := make([]exec.Cell, len(to.Cells))
	for i := range cells {
		cells[i] = to.Get(n, i)
	}
	return cells, nil
}
