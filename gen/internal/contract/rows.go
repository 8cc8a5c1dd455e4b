package contract

import (
	"fmt"

	"github.com/shflgen/shflgen/internal/spelling"
	"github.com/shflgen/shflgen/spec"
)

// Aligned says how rows are aligned, and what is beside them.
func Aligned(s spec.Spec) string {
	if !s.Row().Aligned {
		return "of any alignment"
	}
	text := fmt.Sprintf("aligned to %d bytes", spec.RowAlign)
	var beside []string
	for _, p := range s.Shape().Beside() {
		if !p.ByValue() && p.Role != spec.LabelRole {
			beside = append(beside, p.Role.Name())
		}
	}
	if len(beside) > 0 {
		text += ", as " + spelling.List(beside) + " are"
	}
	return text
}

// Residual says where the second rows are of a row-apply that has them.
const Residual = "The rows of residual and sum are as those of in and out."

// InPlace says what may be the same of a row-apply with a residual.
const InPlace = "out may be in, and sum may be residual, with the same pitch; else they do not overlap."

// Grad says where the second rows are of a row-apply that takes gradients.
const Grad = "The rows of grad are as those of in."
