package spec

import "testing"

// TestApplyBlocks: the blocks that share a row of row-apply at the ends of each part of the rule.
func TestApplyBlocks(t *testing.T) {
	for _, tt := range []struct {
		f    Applied
		in   Stored
		cols int
		want int
	}{
		{Softmax, AsType, 12287, 1}, {Softmax, AsType, 12288, 2}, {LogSoftmax, AsType, 18433, 4},
		{Softmax, AsType, 32769, 8}, {Softmax, AsType, 53249, 8},
		{LayerNorm, AsType, 24572, 1}, {LayerNorm, AsType, 24576, 4}, {LayerNorm, AsType, 18433, 4},
		{LayerNorm, AsType, 51204, 8}, {RMSNorm, AsType, 18432, 1}, {RMSNorm, AsType, 18436, 4},
		{ResidualRMSNorm, AsType, 18433, 4}, {ResidualRMSNorm, AsType, 32768, 1}, {ResidualRMSNorm, AsType, 32772, 4},
		{LogSumExp, AsType, 18433, 4}, {LogSumExp, AsType, 26624, 1}, {LogSumExp, AsType, 26628, 4},
		{SoftmaxGrad, AsType, 8191, 1}, {SoftmaxGrad, AsType, 8192, 2}, {LayerNormGrad, AsType, 16384, 4},
		{LayerNormGrad, AsType, 32769, 8}, {RMSNormGrad, StoredBfloat16, 8192, 1}, {RMSNormGrad, StoredBfloat16, 8193, 2},
		{RMSNormGrad, StoredBfloat16, 16385, 4},
		{Softmax, StoredBfloat16, 12287, 1}, {LogSoftmax, StoredBfloat16, 16384, 2},
		{Softmax, StoredBfloat16, 16385, 4}, {Softmax, StoredFloat16, 50257, 8},
		{LayerNorm, StoredBfloat16, 32767, 1}, {LayerNorm, StoredBfloat16, 32768, 4},
		{ResidualLayerNorm, StoredBfloat16, 20481, 4}, {L2Norm, StoredBfloat16, 20480, 1}, {L2Norm, StoredBfloat16, 20481, 4},
	} {
		s := NewSpec(RowApply)
		s.Type = Float32
		s.Params = RowParams{F: tt.f, In: tt.in, Cols: tt.cols}
		if got := s.ClusterBlocks(); got != tt.want {
			t.Errorf("%s of %d columns %s: %d blocks, want %d", tt.f, tt.cols, tt.in, got, tt.want)
		}
	}
}
