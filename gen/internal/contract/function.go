package contract

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen"
)

// function says which function of a user combines, and which laws of it are used.
func function(s shflgen.Spec) []string {
	u := s.User
	laws := "no law of it is used"
	if names := u.Laws.Strings(); names != nil {
		laws = strings.Join(names, ", ")
	}
	return []string{
		fmt.Sprintf("Op:    %s of package %s, on %s; %s.", u.Name, u.Path, s.TypeWord(), laws),
		"It is called on elements that are there; no identity is used.",
	}
}
