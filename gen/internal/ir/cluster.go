package ir

import "slices"

// Instruction is an instruction that languages have no other form for. Blocks of a cluster meet at barriers, reach each
// other's shared memory from the first one on, and store in it asynchronously, which an mbarrier there counts: PTX ISA,
// "barrier.cluster", "mapa", "mbarrier" and "st.async". A target has its text.
type Instruction struct {
	Name string
	To   []Type
	Use  []func(Type) bool

	run func(t *thread, s Instruct, use []value) []value
}

func isAddress(t Type) bool { return t == U64 }
func isPlace(t Type) bool   { return isPointer(t) || isArray(t) }
func isWord(t Type) bool    { return isNumber(t) && t.size() >= 4 }

// The instructions.
var (
	// ClusterRank is the block's number in its cluster, and ClusterBlocks how many that has.
	ClusterRank = &Instruction{Name: "cluster rank", To: []Type{U32},
		run: func(t *thread, _ Instruct, _ []value) []value {
			return []value{{n: uint64(t.block.index % t.cluster())}}
		}}
	ClusterBlocks = &Instruction{Name: "blocks of the cluster", To: []Type{U32},
		run: func(t *thread, _ Instruct, _ []value) []value { return []value{{n: uint64(t.cluster())}} }}

	// ClusterArrive is the first half of a barrier of the cluster, which releases what the thread stored;
	// ClusterBegins is the first one of all, which releases nothing. ClusterWait is the second half.
	ClusterArrive = &Instruction{Name: "cluster arrive", run: arrive}
	ClusterBegins = &Instruction{Name: "cluster arrive, relaxed", run: arrive}
	ClusterWait   = &Instruction{Name: "cluster wait", run: awaitCluster}

	// Remote is the address in the shared memory of another block of what is at one in that of the own block.
	Remote = &Instruction{Name: "remote", To: []Type{U64}, Use: []func(Type) bool{isAddress, isInteger},
		run: remote}

	// CountInit prepares an mbarrier for one arrival, and CountFence makes that visible to the cluster. CountExpect
	// arrives and expects so many bytes, a constant, CountWait waits until they are there.
	CountInit   = &Instruction{Name: "mbarrier init", Use: []func(Type) bool{isPointer}, run: countInit}
	CountFence  = &Instruction{Name: "fence of mbarriers", run: nothing}
	CountExpect = &Instruction{Name: "mbarrier expects", Use: []func(Type) bool{isPointer, isInteger}, run: countExpect}
	CountWait   = &Instruction{Name: "mbarrier wait", Use: []func(Type) bool{isPlace}, run: countWait}

	// Fence orders what the thread has done before it in global memory and what it does after it, in the scope of the GPU.
	Fence = &Instruction{Name: "fence", run: nothing}

	// StoreAsync stores a value at an address of another block, which an mbarrier there counts.
	StoreAsync = &Instruction{Name: "asynchronous store", Use: []func(Type) bool{isAddress, isWord, isAddress},
		run: storeAsync}
)

// cluster is the number of blocks of a cluster.
func (l Launch) cluster() int { return max(1, l.Cluster) }

// begins are the blocks of a cluster that begins.
func (r *run) begins(index int) (all []*block) {
	for i := range r.cluster() {
		all = append(all, r.begin(index*r.cluster()+i))
	}
	for _, b := range all {
		b.beside = all
	}
	return all
}

// arrives lets some of the asynchronous stores arrive, and reports whether there are any.
func (r *run) arrives() bool {
	was := len(r.flying)
	r.flying = slices.DeleteFunc(r.flying, func(store func()) bool {
		now := r.draw.IntN(paces) == 0
		if now {
			store()
		}
		return now
	})
	return was > 0
}

// leaves ends what others may reach of a block.
func (b *block) leaves() {
	for _, v := range b.shared {
		v.mem.gone = true
	}
}

func nothing(*thread, Instruct, []value) []value { return nil }

func arrive(t *thread, _ Instruct, _ []value) []value {
	t.arrived++
	return nil
}

// awaitCluster waits until all threads of the cluster have arrived as often.
func awaitCluster(t *thread, _ Instruct, _ []value) []value {
	t.waited++
	for slices.ContainsFunc(t.block.beside, func(b *block) bool {
		return slices.ContainsFunc(b.all, func(o *thread) bool {
			return o.arrived < t.waited && o.now != hasEnded
		})
	}) {
		t.pause(forNothing)
	}
	return nil
}

func remote(t *thread, s Instruct, use []value) []value {
	if t.waited == 0 {
		failf("a block of the cluster may not have begun")
	}
	if use[1].n >= uint64(t.cluster()) {
		failf("block %d of a cluster of %d", use[1].n, t.cluster())
	}
	for of, own := range t.block.shared {
		if own.mem == use[0].mem {
			return []value{{n: use[0].n, mem: t.block.beside[use[1].n].share(of).mem}}
		}
	}
	failf("%s is not in shared memory", s.Use[0])
	return nil
}

// An mbarrier is a word: the arrivals that are missing above, the bytes that are missing below.

func countInit(_ *thread, _ Instruct, use []value) []value {
	use[0].store(1<<32, 8, 8)
	return nil
}

func countExpect(_ *thread, _ Instruct, use []value) []value {
	use[0].counts(use[1].n - 1<<32)
	return nil
}

func countWait(t *thread, _ Instruct, use []value) []value {
	for use[0].load(U64).n != 0 {
		t.pause(forNothing)
	}
	return nil
}

// counts adds to an mbarrier.
func (v value) counts(n uint64) { v.store(v.load(U64).n+n, 8, 8) }

func storeAsync(t *thread, s Instruct, use []value) []value {
	of := s.Use[1].Type()
	t.flying = append(t.flying, func() {
		use[0].store(use[1].n, of.size(), of.size())
		use[2].counts(-uint64(of.size()))
	})
	return nil
}
