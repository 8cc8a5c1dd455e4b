package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/compile"
)

// Build is one way of compiling that was proved.
type Build struct {
	Compiler string `json:"compiler"`
	Version  string `json:"version"`
	Arch     string `json:"arch"`
	Level    string `json:"level,omitempty"` // O0, O2; of flags that choose it none
	Flags    string `json:"flags"`           // but those of warnings and files

	user string // what of Flags the user gave
}

// String is the build in words.
func (b Build) String() string {
	return strings.TrimSpace(fmt.Sprintf("%s %s %s %s", b.Compiler, b.Version, b.Arch, b.short()))
}

// short is the level and the flags of the user.
func (b Build) short() string {
	if b.Level == "" {
		return b.user
	}
	return strings.TrimSpace("-" + b.Level + " " + b.user)
}

// reach names the architectures of builds: the first and the last where the proof is of all between them
// that the file distinguishes, else each.
func reach(builds []Build, whole bool, missing []string) string {
	var all []string
	for _, arch := range universe {
		if slices.ContainsFunc(builds, func(b Build) bool { return b.Arch == arch }) {
			all = append(all, arch)
		}
	}
	for _, arch := range missing {
		at := slices.Index(universe, arch)
		whole = whole && (at < slices.Index(universe, all[0]) || at > slices.Index(universe, all[len(all)-1]))
	}
	if whole && len(all) > 1 {
		return all[0] + "–" + all[len(all)-1]
	}
	return strings.Join(all, ", ")
}

// buildsText lists builds, those of one compiler together.
func buildsText(builds []Build) string {
	var order []string
	arches, flags, standard := map[string][]string{}, map[string][]string{}, map[string]string{}
	for _, b := range builds {
		c := b.Compiler + " " + b.Version
		if !slices.Contains(order, c) {
			order = append(order, c)
		}
		if !slices.Contains(arches[c], b.Arch) {
			arches[c] = append(arches[c], b.Arch)
		}
		if strings.HasPrefix(b.Flags, compile.Standard) {
			standard[c] = " as C++17"
		}
		text := b.short()
		if text == "" {
			text = "its default flags"
		}
		if !slices.Contains(flags[c], text) {
			flags[c] = append(flags[c], text)
		}
	}
	for i, c := range order {
		order[i] = fmt.Sprintf("%s for %s by %s%s", c, strings.Join(arches[c], ", "), strings.Join(flags[c], " and "),
			standard[c])
	}
	return strings.Join(order, "; ")
}

// usual are the architectures that every file is proved for, and universe those that
// a file may tell apart.
var (
	usual    = []string{"sm_70", "sm_80", "sm_90"}
	universe = []string{
		"sm_70", "sm_72", "sm_75", "sm_80", "sm_86", "sm_87", "sm_88", "sm_89", "sm_90", "sm_90a", "sm_100", "sm_100a",
		"sm_103", "sm_103a", "sm_110", "sm_110a", "sm_120", "sm_120a", "sm_121", "sm_121a",
	}
)

// Arches are the names of all architectures that a proof may be asked for.
func Arches() []string { return slices.Clone(universe) }
