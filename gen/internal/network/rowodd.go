package network

// Rows of an odd number of halves begin in the middle of a word, every second one. Lanes that share a warp with others
// take such a row by words, with a half before and behind those of a vector, or element by element.

// OddCosts are the constants of the model for these rows. Its unit is an instruction of one lane.
//
// Measured on an H200: 8192 and 65,536 rows of bfloat16, five functions, 22 odd numbers of columns from 21 to 505,
// element by element and by words with 2 to 16 lanes. The model's choice takes 2.6 % longer than the best in the mean,
// at most 35 %, and element by element 22 %. Constants that are fitted to one half of these measurements lose 2.7 % on
// the other one; those in use lose 2.4 % on 2^24 elements in rows of 24 other odd numbers of columns.
type OddCosts struct {
	Start       float64 // of a lane
	Instruction float64 // of one on an element: most wait for memory
	Access      float64 // of a vector of a matrix, or of values beside it
	VectorTime  float64 // what each vector of a lane but the first adds
	ByteTime    float64 // of a byte that is loaded or stored; arithmetic takes time where that is more
	OneByOne    float64 // of an element of one of these that is taken by itself
	Singles     float64 // what rows take that are taken so
}

// of is what such a row costs.
func (c OddCosts) of(w RowWork) float64 {
	lanes := float64(w.Lanes)
	work, memory := lanes*(c.Start+c.Instruction*w.Instructions), c.ByteTime*w.Bytes
	if w.ByWords {
		work += lanes * w.Vectors * c.Access * (w.Matrices + w.Beside)
		return max(work, memory) + c.VectorTime*(w.Vectors-1)
	}
	return max(work+c.OneByOne*w.Singles, memory+c.Singles)
}
