package bv

// AnyOrder tells a domain that one order of operands stands for every order, as in an
// instruction whose order is not specified: by associativity and commutativity.
func AnyOrder(d Domain) {
	if own, ok := d.(interface{ AnyOrder() }); ok {
		own.AnyOrder()
	}
}
