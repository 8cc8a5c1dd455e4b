package exec

import "fmt"

// Foreign is a launch that a function of a cluster is not for: the first warp of block 0 of a cluster of another number
// of blocks, 1 where there are no clusters. Each of these threads has to trap, whatever the elements and the mask are,
// before it meets others or stores anything that they can see. A trap of one thread ends the launch with an error (PTX
// ISA, "trap").
type Foreign struct{ Blocks int }

// MaxCluster is the greatest number of blocks of a cluster that any GPU launches (CUDA programming guide, "Thread Block
// Clusters": 8 are portable, and 16 where the kernel allows it).
const MaxCluster = 16

// trap ends a thread of a foreign launch as it has to.
func (t *thread) trap(in *instr) {
	if in.guard >= 0 {
		if x, ok := t.m.Dom.Known(t.holds.V); !ok || x != 1 || t.holds.Def != t.m.one {
			wrong("%s, and traps where the data or the mask says so", t.m.Foreign)
		}
	}
	if t.forks+t.under > 0 {
		wrong("%s, and traps where the data or the mask says so", t.m.Foreign)
	}
	if t.effects > 0 {
		wrong("%s, and stores before it traps", t.m.Foreign)
	}
	t.gone, t.exited = true, true
}

// trapped executes a foreign launch.
func (m *Machine) trapped() error {
	for _, t := range m.threads[:min(warpSize, len(m.threads))] {
		for !t.exited && !t.waits && t.step() {
		}
		if !t.gone {
			return m.fault(t, fmt.Sprintf("%s, and does not trap", m.Foreign))
		}
	}
	return nil
}

// String is the launch in words.
func (f *Foreign) String() string {
	if f.Blocks == 1 {
		return "is called in a launch without clusters, which it is not for"
	}
	return fmt.Sprintf("is called in a cluster of %d blocks, which it is not for", f.Blocks)
}
