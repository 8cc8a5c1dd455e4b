package rows_test

import (
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// TestAppliedEarlyFaults: weights that are loaded before the sums of rows that share a warp.
func TestAppliedEarlyFaults(t *testing.T) {
	plantInCUDA(t, 4, []planted{
		{appliedSpec(spec.RMSNorm, 96, spec.StoredBfloat16), []fault{
			{"right", "row >= rows", "!(row < rows)", "right"},
			{"another vector's weights", "(weight + own)[8]", "(weight + own)[7]", "the result"},
			{"weights past the last", "if (count1 == 8u)\n            weight1", "if (count1 < 9u)\n            weight1",
				"are outside global memory"},
			{"weights at any address", "if (aligned) {\n        weight0", "if (own < 96u) {\n        weight0",
				"are not aligned"},
			{"weights where they are not used", "if (aligned) {\n        weight0", "if (!aligned) {\n        weight0",
				"are not aligned"},
			{"the weights' alignment not asked", " | (unsigned long long)weight", "", "are not aligned"},
		}},
	})
}
