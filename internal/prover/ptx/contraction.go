package ptx

import "regexp"

// looseIn matches sums and products of floats that PTX allows to contract.
var looseIn = regexp.MustCompile(`\b(?:add|sub|mul)(?:\.ftz|\.sat)*\.(?:f16x2|f16|bf16x2|bf16|f32x2|f32|f64)\b`)

// LooseIn is a sum or a product of floats in the text of some PTX that has no rounding modifier, or "".
func LooseIn(code []byte) string { return string(looseIn.Find(code)) }
