package main

import (
	"slices"

	"github.com/shflgen/shflgen/gpu/compare"
)

// writeLanes writes the functions of a choice.
func writeLanes(w *writer, args []string) {
	var choice compare.Choice
	parse(args, choice.Bind)
	w.all(slices.Values(choice.Specs()))
}
