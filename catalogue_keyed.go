package shflgen

// keyedOf is the part of the catalogue that reduces by keys, of one type of elements.
func keyedOf(t Type) []Spec { return nil }
