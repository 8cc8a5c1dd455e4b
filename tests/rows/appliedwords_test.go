package rows_test

import (
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// TestAppliedWordsFaults: rows of an odd number of half types, which share a warp and are taken by words.
func TestAppliedWordsFaults(t *testing.T) {
	plantInCUDA(t, 4, []planted{
		{appliedSpec(spec.RMSNorm, 21, spec.StoredBfloat16), []fault{
			{"right", "row >= rows", "!(row < rows)", "right"},
			{"halves left where they are loaded", "before != 0u ? 0x5432u : 0x7654u", "0x7654u", "the result"},
			{"halves moved that are in place", "before != 0u ? 0x5432u : 0x7654u", "0x5432u", "the result"},
			{"the first element not loaded", "unsigned first = before != 0u ?",
				"unsigned first = before != 0u && count > 8u ?", "the result"},
			{"words from before the row", "(from + before)", "(from - before)", "are outside global memory"},
			{"words at an odd address", "(from + before)", "(from + 0u)", "are not aligned"},
			{"a word past the row's end", "x.z = left > 5u ? words[2]", "x.z = left > 4u ? words[2]",
				"are outside global memory"},
			{"a half past the row's end", "from[count - 1u]", "from[count]", "are outside global memory"},
			{"the half behind as another word", "if (left == 5u)\n        x.z = last", "if (left == 5u)\n        x.y = last",
				"the result"},
			{"a vector at any address", "if (aligned && count == 8u)", "if (count == 8u)", "are not aligned"},
			{"a vector of a part of a row", "if (aligned && count == 8u)", "if (aligned && count > 0u)",
				"are outside global memory"},
			{"weights aligned to 8 bytes", "weight & 15u", "weight & 7u", "are not aligned"},
			{"halves stored where they were", "before != 0u ? 0x5432u : 0x3210u", "0x3210u", "the result"},
			{"the first element not stored", "if (before != 0u)\n        to[0]",
				"if (before != 0u && count > 8u)\n        to[0]", "no thread stores the whole result"},
			{"the last element stored twice", "if (left % 2u == 1u)", "if (left % 2u == 1u || left == 8u)", "stored already"},
			{"words of another vector", "(from + before)", "(from + 9u * before)", "are outside global memory"},
			{"results behind where the next row is odd", "out + row * out_pitch, ",
				"out + row * out_pitch + (((unsigned long long)(in + (row + 1) * pitch) & 3u) != 0u ? 1 : 0), ",
				"is no place in a row of the block"},
			{"results behind where the row is odd", "out + row * out_pitch, ",
				"out + row * out_pitch + (((unsigned long long)(in + row * pitch) & 3u) != 0u ? 1 : 0), ",
				"are outside global memory"},
			{"another element as the last", "(left > 5u ? w3 : w2)", "(left > 5u ? w2 : w2)", "the result"},
		}},
	})
}
