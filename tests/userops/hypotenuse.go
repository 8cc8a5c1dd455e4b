package userops

import "math"

func hypotenuse(x, y float64) float64 { return math.Sqrt(x + y) }
