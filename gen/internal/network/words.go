package network

import "github.com/shflgen/shflgen/spec"

// Words is how the lanes of a warp load or store elements in global memory: word k*32 + lane of
// them, for each k, so that lanes access memory side by side. Across gives each lane the words of
// its element, or takes them from there.
type Words struct {
	Type   spec.Type // of a word, without a sign
	Count  int       // words of an element
	Across *Network  // a transpose of Count registers
}

// WordsSpec is the spec by which lanes exchange the words of elements of s.
func WordsSpec(s spec.Spec) spec.Spec {
	across := spec.NewSpec(spec.Transpose)
	across.Type, across.N, across.Inverse = s.GlobalWord(), s.GlobalWords(), s.Pattern == spec.Load
	across.Mask, across.Memory, across.Arch = spec.Full, spec.NoMemory, s.Arch
	across.Name = s.FuncName() + "Words"
	return across
}

// buildCopy is what a load or a store does, element by element.
func buildCopy(b *builder) {
	b.step("The element of the lane.")
	b.result = b.node(Input{})
	b.lanes = LanesWhere(b.net.Spec.Lanes(), func(int) bool { return true })
}
