package crosscheck

import (
	"regexp"
	"strconv"
)

// Instructions that ptxas 13.0.88 translates against the PTX ISA; see FINDINGS.md. No case for
// a GPU contains one.
var (
	fieldOf     = regexp.MustCompile(`\bbf[ei]\.[a-z](32|64)\s[^;]*,\s*([^,;]+),\s*([^,;]+);`)
	signedField = regexp.MustCompile(`\bbfe\.s(32|64)\b`)
	ofUnsigned  = regexp.MustCompile(`\bcvt\.\w+\.f(16|32|64)\.u(32|64)\b`)
)

// Deviates names what ptxas is known to translate wrongly in the PTX; "" for nothing.
func Deviates(ptx []byte) string {
	for _, m := range fieldOf.FindAllSubmatch(ptx, -1) {
		w, _ := strconv.ParseUint(string(m[1]), 10, 64)
		at, err1 := strconv.ParseUint(string(m[2]), 0, 64)
		n, err2 := strconv.ParseUint(string(m[3]), 0, 64)
		if err1 != nil || err2 != nil || at > w || n > w-at {
			return "a bit field that is not inside its register by its constants"
		}
	}
	if signedField.Match(ptx) && ofUnsigned.Match(ptx) {
		return "bfe of a signed field, and cvt of an unsigned number to a float"
	}
	return ""
}
