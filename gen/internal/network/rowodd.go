package network

// Rows of an odd number of halves begin in the middle of a word, every second one. Lanes that share a warp with others
// take such a row by words, with a half before and behind those of a vector, or element by element.

// OddCosts are the constants of the model for these rows. Its unit is an instruction of one lane on an element that it
// has taken by itself.
//
// Measured on an H200: 8192 and 65,536 rows of bfloat16, five functions, 22 odd numbers of columns from 21 to 505,
// element by element and by words with 2 to 16 lanes. The model's choice takes 0.7 % longer than the best in the mean,
// at most 23 %, and element by element 22 %. Constants that are fitted to every second number of columns lose 0.9 and
// 1.3 % on the others.
type OddCosts struct {
	Start       float64 // of a lane
	Instruction float64 // of one on an element that came with a word: most wait for memory
	Access      float64 // of a vector of a matrix by words
	VectorTime  float64 // what each vector of a matrix but the first of a lane adds
	ByteTime    float64 // of a byte that is loaded or stored; arithmetic takes time where that is more
	OneByOne    float64 // of an element of a matrix that is taken by itself
	Singles     float64 // what rows take that are taken so
	Cached      float64 // of values beside the elements, in parts of what those of a matrix cost: caches have them
}

// of is what such a row costs.
func (c OddCosts) of(w RowWork) float64 {
	lanes, memory := float64(w.Lanes), c.ByteTime*w.Bytes
	arrays := w.Matrices + c.Cached*w.Beside
	if w.ByWords {
		work := c.Start + c.Instruction*w.Instructions + c.Access*arrays*w.Vectors
		return max(lanes*work, memory) + c.VectorTime*w.Matrices*(w.Vectors-1)
	}
	return max(lanes*(c.Start+w.Instructions)+c.OneByOne*arrays*w.Singles, memory+c.Singles)
}
