package userops

import "math"

// exp is e to the power of x, to 2 units in the last place. It has the same bits on every machine:
// each product is rounded before its sum. math.Exp is assembly on some machines, and on a GPU
// there is none.
func exp(x float32) float32 {
	x = min(max(x, -105), 89) // below is 0, above +inf; a NaN stays
	// x = n*ln(2) + r, where n is whole; ln(2) is a sum of two numbers, the first of few bits.
	n := float32(math.RoundToEven(float64(float32(x * 1.44269504))))
	r := x - float32(n*0.693359375)
	r += float32(n * 2.12194440e-4)
	p := float32(r*1.9875691500e-4) + 1.3981999507e-3 // as in Cephes, expf
	p = float32(p*r) + 8.3334519073e-3
	p = float32(p*r) + 4.1665795894e-2
	p = float32(p*r) + 1.6666665459e-1
	p = float32(p*r) + 5.0000001201e-1
	y := float32(float32(p*r)*r) + r + 1
	// y * 2^n, rounded once: a double holds the power and the product.
	size := max(n, -n)
	power := 1.0
	if size >= 128 {
		power, size = 0x1p128, size-128
	}
	if size >= 64 {
		power, size = power*0x1p64, size-64
	}
	if size >= 32 {
		power, size = power*0x1p32, size-32
	}
	if size >= 16 {
		power, size = power*0x1p16, size-16
	}
	if size >= 8 {
		power, size = power*0x1p8, size-8
	}
	if size >= 4 {
		power, size = power*0x1p4, size-4
	}
	if size >= 2 {
		power, size = power*0x1p2, size-2
	}
	if size >= 1 {
		power *= 2
	}
	if n < 0 {
		return float32(float64(y) / power)
	}
	return float32(float64(y) * power)
}

// log1p is log(1 + t) of t in 0..1, to 2 units in the last place, the same bits on every machine.
func log1p(t float32) float32 {
	x, halved := t, float32(0)
	if t > 0.41421356 { // 1 + t = 2 * (1 + x)
		x, halved = float32(t*0.5)-0.5, 1
	}
	z := float32(x * x)
	p := float32(x*7.0376836292e-2) - 1.1514610310e-1 // as in Cephes, logf
	p = float32(p*x) + 1.1676998740e-1
	p = float32(p*x) - 1.2420140846e-1
	p = float32(p*x) + 1.4249322787e-1
	p = float32(p*x) - 1.6668057665e-1
	p = float32(p*x) + 2.0000714765e-1
	p = float32(p*x) - 2.4999993993e-1
	p = float32(p*x) + 3.3333331174e-1
	y := float32(float32(p*x)*z) - float32(halved*2.12194440e-4)
	return float32(halved*0.693359375) + (x + (y - float32(z*0.5)))
}
