package exec

// advance executes all threads until each waits or has ended, in one of the orders that they may run in.
func (m *Machine) advance() {
	for i, t := range m.threads {
		if m.LastFirst {
			t = m.threads[len(m.threads)-1-i]
		}
		if m.Abreast {
			t.goAbreast()
		}
		for !t.exited && !t.waits && t.step() {
		}
	}
}

// goAbreast executes the threads of t's warp until all of them wait or have ended. Those that are least far take a step
// each, as the lanes of a warp did before each had a program counter of its own.
func (t *thread) goAbreast() {
	mates := t.m.threads[t.id-t.lane() : min(t.id-t.lane()+warpSize, (t.block+1)*t.m.launch.ofBlock())]
	for {
		least := -1
		for _, mate := range mates {
			if !mate.exited && !mate.waits && (least < 0 || mate.pc < least) {
				least = mate.pc
			}
		}
		if least < 0 {
			return
		}
		for _, mate := range mates {
			if !mate.exited && !mate.waits && mate.pc == least {
				mate.step()
			}
		}
	}
}
