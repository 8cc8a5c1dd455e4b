package ir

// share is memory that the threads of the block share.
func (b *block) share(v *Var) value {
	if _, ok := b.shared[v]; !ok {
		b.shared[v] = value{mem: blank(v.Type.size())}
	}
	return b.shared[v]
}

// access is an instruction that accesses global memory.
func (t *thread) access(s Stmt) {
	switch s := s.(type) {
	case Load:
		from, size := t.of(s.From), s.To[0].Type.size()
		from.bytes(size*len(s.To), size*len(s.To))
		for i, to := range s.To {
			t.set(to, from.at(uint64(i), size).load(to.Type))
		}
	case Store:
		to, size := t.of(s.To), s.Words[0].Type.size()
		to.bytes(size*len(s.Words), size*len(s.Words))
		for i, w := range s.Words {
			to.at(uint64(i), size).store(t.of(w).n, size, size)
		}
	case AtomicAdd:
		at, of := t.of(s.At), s.Old.Type.(Number)
		old := at.load(of)
		at.store(cut(old.n+t.of(s.By).n, of), of.size(), of.size())
		t.set(s.Old, old)
	case Instruct:
		var use []value
		for _, e := range s.Use {
			use = append(use, t.of(e))
		}
		for i, v := range s.Of.run(t, s, use) {
			t.set(s.To[i], v)
		}
	default:
		failf("unexpected statement %T", s)
	}
	t.pause(forNothing)
}
