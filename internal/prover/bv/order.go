package bv

// AnyOrder tells a domain that one order of operands represents every order, as in an instruction with an unspecified
// order: by associativity and commutativity.
func AnyOrder(d Domain) {
	if own, ok := d.(interface{ AnyOrder() }); ok {
		own.AnyOrder()
	}
}
