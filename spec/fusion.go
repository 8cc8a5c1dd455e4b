package spec

import "slices"

// Fusion says which products a Go function of a user gives and which it adds. Go may round a product and a sum once for
// both, also where one call makes the product and another the sum, as it compiles both in place.
type Fusion struct {
	Sums   []bool   // by leaf of the parameters: a sum or difference takes it as it is
	Gives  []bool   // by leaf of the result: a product that no conversion rounds
	Passes [][]bool // by leaf of the parameters and of the result: the result is a product if the parameter is one

	// Unrounded says which sums take a product within the function, so that Go may round otherwise than CUDA; empty:
	// none does.
	Unrounded string
}

// Of says which results are products, and whether a sum takes one, if some leaves of the parameters are products.
func (f Fusion) Of(products []bool) (results []bool, sums bool) {
	results = slices.Clone(f.Gives)
	for i, product := range products {
		if !product || i >= len(f.Sums) {
			continue
		}
		sums = sums || f.Sums[i]
		for k, passes := range f.Passes[i] {
			results[k] = results[k] || passes
		}
	}
	return results, sums
}
