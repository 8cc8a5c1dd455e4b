package rows_test

import (
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// TestAppliedWordsFaults: rows of an odd number of elements, which share a warp and are taken by words.
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
			{"halves stored where they were", "odd != 0u ? 0x5432u : 0x3210u", "0x3210u", "the result"},
			{"the first element not stored", "odd != 0u && thread == 0u", "odd > 1u && thread == 0u",
				"no thread stores the whole result"},
			{"the last element stored twice", "odd == 0u && thread == 0u", "thread == 0u", "stored already"},
			{"the half behind of the thread itself", "thread == 1u ? threadIdx.x - 1u : threadIdx.x + 1u", "threadIdx.x",
				"the result"},
			{"the half behind of another vector", "thread == 0u ? next : x.x", "x.x", "the result"},
			{"swapped words given back", "upper1 ? w0 : w2, 1", "upper1 ? w2 : w0, 1", "the result"},
			{"swapped words not taken", "w0 = upper1 ? got1_0 : w0;", "", "the result"},
			{"a word stored for another thread's", "place = thread * 2u", "place = thread", "stored already"},
			{"words stored where others are", "words[place + 1u] = w1", "words[place] = w1",
				"no thread stores the whole result"},
			{"a word past the row's end", "if (place < left)", "if (place <= left)", "are outside global memory"},
			{"words of another vector", "(from + before)", "(from + 9u * before)", "are outside global memory"},
			{"results behind where the next row is odd", "out + row * out_pitch, ",
				"out + row * out_pitch + (((unsigned long long)(in + (row + 1) * pitch) & 3u) != 0u ? 1 : 0), ",
				"is no place in a row of the block"},
			{"results behind where the row is odd", "out + row * out_pitch, ",
				"out + row * out_pitch + (((unsigned long long)(in + row * pitch) & 3u) != 0u ? 1 : 0), ",
				"are outside global memory"},
			{"another element as the last", "(unsigned short)y1.z", "(unsigned short)y1.y", "the result"},
		}},
		{appliedSpec(spec.Softmax, 75, spec.AsType), []fault{ // float32: all words begin a row
			{"right", "row >= rows", "!(row < rows)", "right"},
			{"words of another bit of the lane", "upper2 ? w0 : w1, 2", "upper2 ? w0 : w1, 1", "the result"},
			{"the lane's bit misread", "(thread & 4u) != 0u", "(thread & 2u) != 0u", "the result"},
			{"lanes out of order", "thread % 2u * 4u + thread / 2u", "thread", "the result"},
			{"a word past the row's end", "from[3]", "from[4]", "the result"},
		}},
	})
}
