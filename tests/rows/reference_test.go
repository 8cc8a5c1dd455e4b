package rows

import (
	"math"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// TestReference holds the reference against float64.
func TestReference(t *testing.T) {
	s := spec.NewSpec(spec.RowApply)
	s.Type = spec.Float32
	s.Params = spec.RowParams{Cols: 1000}
	wide, _ := matrix(s)
	x, weight, bias := wide[:1000], wide[3000:4000], wide[4000:]
	grad := make([]float32, 1000)
	for i := range grad {
		grad[i] = float32(math.Sin(float64(i * i)))
	}
	over := func(of func(i int) float64) (sum float64) {
		for i := range x {
			sum += of(i)
		}
		return sum
	}
	at, g := func(i int) float64 { return float64(x[i]) }, func(i int) float64 { return float64(grad[i]) }
	peak := math.Inf(-1)
	for i := range x {
		peak = max(peak, at(i))
	}
	powers := over(func(i int) float64 { return math.Exp(at(i) - peak) })
	squares := over(func(i int) float64 { return at(i) * at(i) })
	mean := over(at) / 1000
	apart := over(func(i int) float64 { return (at(i) - mean) * (at(i) - mean) })
	root, deviation := math.Sqrt(squares/1000+eps), math.Sqrt(apart/1000+eps)
	dot, total := over(func(i int) float64 { return g(i) * at(i) }), over(g)
	w := func(i int) float64 { return g(i) * float64(weight[i]) }
	normed := func(i int) float64 { return at(i) / root }
	centred := func(i int) float64 { return (at(i) - mean) / deviation }
	slope := func(y func(int) float64) float64 {
		return over(func(i int) float64 { return w(i) * y(i) }) / 1000
	}
	rms, layer, level := slope(normed), slope(centred), over(w)/1000
	beside := ref.Beside[float32]{Grad: grad, Weight: weight, Bias: bias, Eps: eps, Picked: x[7]}
	for f, want := range map[spec.Applied]func(i int) float64{
		spec.Softmax:        func(i int) float64 { return math.Exp(at(i)-peak) / powers },
		spec.LogSoftmax:     func(i int) float64 { return at(i) - peak - math.Log(powers) },
		spec.LogSumExp:      func(int) float64 { return peak + math.Log(powers) },
		spec.CrossEntropy:   func(int) float64 { return peak + math.Log(powers) - at(7) },
		spec.RMSNorm:        func(i int) float64 { return normed(i) * float64(weight[i]) },
		spec.L2Norm:         func(i int) float64 { return at(i) / math.Sqrt(squares+eps) },
		spec.LayerNorm:      func(i int) float64 { return centred(i)*float64(weight[i]) + float64(bias[i]) },
		spec.SoftmaxGrad:    func(i int) float64 { return at(i) * (g(i) - dot) },
		spec.LogSoftmaxGrad: func(i int) float64 { return g(i) - math.Exp(min(at(i), 0))*total },
		spec.RMSNormGrad:    func(i int) float64 { return (w(i) - normed(i)*rms) / root },
		spec.LayerNormGrad:  func(i int) float64 { return (w(i) - level - centred(i)*layer) / deviation },
	} {
		s = s.With("f", f)
		for i, got := range ref.ApplyRow(s, x, beside) {
			bound := 1e-5*math.Abs(want(i)) + 1e-5*math.Abs(float64(bias[i])) + 1e-30
			if s.HasGrad() { // differences of greater numbers
				bound = 1e-4 * (math.Abs(want(i)) + math.Abs(dot*at(i)) + math.Abs(w(i)) + 1e-3)
			}
			if off := math.Abs(float64(got) - want(i)); off > bound && got != float32(want(i)) { // infinities
				t.Fatalf("%s: column %d is %v, want %v", f, i, got, want(i))
			}
		}
	}
}
