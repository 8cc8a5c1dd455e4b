package userops

// MulComplex is the product of two complex numbers, each operation rounded to float32.
//
//shflgen:op commutative
func MulComplex(a, b Complex) Complex {
	return Complex{
		Re: float32(a.Re*b.Re) - float32(a.Im*b.Im),
		Im: float32(a.Re*b.Im) + float32(a.Im*b.Re),
	}
}

// Complex is a complex number.
type Complex struct {
	Re, Im float32
}

// Gaussian is a Gaussian integer modulo 2^32.
type Gaussian struct {
	Re, Im int32
}

// Unit is the Gaussian integer 1.
var Unit = Gaussian{Re: 1}

// MulGaussian is the product of two Gaussian integers.
//
//shflgen:op associative commutative identity=Unit
func MulGaussian(a, b Gaussian) Gaussian {
	return Gaussian{Re: a.Re*b.Re - a.Im*b.Im, Im: a.Re*b.Im + a.Im*b.Re}
}
