package ref

import "github.com/shflgen/shflgen/spec"

// gradient is what the gradient of a function of rows gives for element i of a row x, as docs/semantics.md states it.
func gradient[V any](r Reals[V], s spec.Spec, x []V, beside Beside[V]) func(i int) V {
	n := beside.Columns.count(r, len(x))
	sum := func(of func(i int) V) V { return beside.sum(r, s, len(x), of) }
	mean := func(of func(i int) V) V { return r.Div(sum(of), n) }
	grad := func(i int) V { return beside.Grad[i] }
	weighted := func(i int) V { return r.Mul(beside.Grad[i], beside.Weight[i]) }
	rsqrt := func(square V) V { return r.Rsqrt(r.Add(square, beside.Eps)) }
	switch s.Row().F {
	case spec.SoftmaxGrad:
		dot := sum(func(i int) V { return r.Mul(grad(i), x[i]) })
		return func(i int) V { return r.Mul(x[i], r.Sub(grad(i), dot)) }
	case spec.LogSoftmaxGrad:
		exp, total := exponential(r, s), sum(grad)
		return func(i int) V { return r.Sub(grad(i), r.Mul(exp(r.Min(x[i], r.Number(0))), total)) }
	case spec.RMSNormGrad:
		scale := rsqrt(mean(func(i int) V { return r.Mul(x[i], x[i]) }))
		normed := func(i int) V { return r.Mul(x[i], scale) }
		slope := mean(func(i int) V { return r.Mul(normed(i), weighted(i)) })
		return func(i int) V { return r.Mul(r.Sub(weighted(i), r.Mul(normed(i), slope)), scale) }
	case spec.LayerNormGrad:
		middle := mean(func(i int) V { return x[i] })
		apart := func(i int) V { return r.Sub(x[i], middle) }
		scale := rsqrt(mean(func(i int) V { return r.Mul(apart(i), apart(i)) }))
		normed := func(i int) V { return r.Mul(apart(i), scale) }
		level, slope := mean(weighted), mean(func(i int) V { return r.Mul(normed(i), weighted(i)) })
		return func(i int) V {
			return r.Mul(r.Sub(r.Sub(weighted(i), level), r.Mul(normed(i), slope)), scale)
		}
	}
	panic("ref: no function " + s.Row().F.String())
}
