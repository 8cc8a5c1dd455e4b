package spec

import (
	"crypto/sha256"
	"fmt"
	"strings"
)

// Guard is the macro that keeps a translation unit from reading the CUDA file of s twice. It
// depends on every flag: of two different functions with one name, neither hides the other, and
// the compiler reports the name.
func (s Spec) Guard() string {
	sum := sha256.Sum256([]byte(s.Header()))
	return fmt.Sprintf("SHFLGEN_%s_%X", strings.ToUpper(s.FileName()), sum[:4])
}
