package proof_test

import "testing"

// sum256 is a block with a first warp that goes on by a vote.
const sum256 = "-pattern block-reduce -block 256 -type float32 -mask full"

// TestVoteFaults plants faults in the condition of the first warp.
func TestVoteFaults(t *testing.T) {
	plantEach(t, nil, []fault{
		{"a vote of half a warp", sum256, "__any_sync(0xffffffffu", "__any_sync(0x0000ffffu"},
		{"a thread of the second warp", sum256, "thread < 32u)", "thread < 33u)"},
		{"all lanes asked", sum256, "__any_sync(0xffffffffu, thread < 32u)", "__all_sync(0xffffffffu, thread < 16u)"},
	})
}
