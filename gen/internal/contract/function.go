package contract

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// function says which function of a user combines, and which laws of it are used.
func function(s spec.Spec) []string {
	u := s.User
	laws := "no law of it is used"
	if names := u.Laws.Strings(); names != nil {
		laws = strings.Join(names, ", ")
	}
	identity := "It is called on elements that are there; no identity is used."
	switch {
	case u.Identity != nil && s.Pattern.Grid() && !s.Pattern.GridScan():
		identity = fmt.Sprintf("It is called on elements that are there; its identity, %s, is the result of none.",
			u.IdentityName)
	case u.Identity != nil:
		identity = fmt.Sprintf("Its identity, %s, stands for elements that are absent.", u.IdentityName)
	}
	lines := []string{fmt.Sprintf("Op:    %s of package %s, on %s; %s.", u.Name, u.Path, s.TypeWord(), laws), identity}
	for _, l := range u.Limits {
		lines = append(lines, "Known of "+l+".")
	}
	return lines
}
