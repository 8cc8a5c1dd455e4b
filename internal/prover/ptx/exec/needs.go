package exec

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// needs is what a module says that it is written for: instructions that came later
// are no PTX there.
type needs struct {
	arch   int    // of sm_90a: 90
	suffix string // of sm_90a: a
	isa    int    // of PTX 7.8: 708
}

// leastArch is the first architecture with independent progress of threads: the statements here about threads that
// wait for each other hold from there on.
const leastArch = 70

// leastISA is the version of PTX that brought shfl.sync and the like.
const leastISA = 600

// Instructions and special registers that came with clusters.
const (
	clusterArch = 90
	clusterISA  = 708
)

// needsOf reads .target and .version.
func needsOf(m *parse.Module) (needs, error) {
	var n needs
	name := strings.TrimPrefix(m.Target, "sm_")
	digits := strings.TrimRight(name, "af")
	n.suffix = name[len(digits):]
	var err error
	if n.arch, err = strconv.Atoi(digits); err != nil || len(n.suffix) > 1 || n.arch < leastArch {
		return n, parse.Refuse(m.File, parse.Place{Line: 1}, ".target %s: want sm_%d or later", m.Target, leastArch)
	}
	if n.isa = isaOf(m.Version); n.isa < leastISA {
		return n, parse.Refuse(m.File, parse.Place{Line: 1},
			".version %s: want 6.0 or later, which has the .sync instructions", m.Version)
	}
	return n, nil
}

func isaOf(version string) int {
	major, minor, _ := strings.Cut(version, ".")
	a, _ := strconv.Atoi(major)
	b, _ := strconv.Atoi(minor)
	return 100*a + b
}

// need is what an instruction asks of .target and .version.
type need struct {
	opcode string // as in the table, without what every form of it has
	mods   string // the instruction has one of these words; "": any
	arch   string // "80"; "100af" where only sm_100a and sm_100f and what follows them do
	isa    string
}

// needTable is the text of the PTX ISA on each instruction of the table under "PTX ISA Notes" and "Target ISA Notes",
// where it is more than sm_70 or PTX 6.0. If several rows fit, each must hold.
var needTable = []need{
	{"mapa", "", "90", "7.8"},
	{"barrier", "cluster", "90", "7.8"},
	{"barrier", "relaxed", "90", "8.0"},
	{"mbarrier", "", "90", "8.0"},
	{"fence", "mbarrier_init", "90", "8.0"},
	{"st", "async", "90", "8.1"},
	{"redux", "", "80", "7.0"},
	{"redux", "f32", "100af", "8.6"},
	{"min", "f16 f16x2 bf16 bf16x2 NaN", "80", "7.0"},
	{"max", "f16 f16x2 bf16 bf16x2 NaN", "80", "7.0"},
	{"min", "u16x2 s16x2", "90", "8.0"},
	{"max", "u16x2 s16x2", "90", "8.0"},
	{"add", "u16x2 s16x2", "90", "8.0"},
	{"add", "bf16 bf16x2", "90", "7.8"},
	{"sub", "bf16 bf16x2", "90", "7.8"},
	{"mul", "bf16 bf16x2", "90", "7.8"},
	{"fma", "bf16 bf16x2", "80", "7.0"},
	{"neg", "bf16 bf16x2", "80", "7.0"},
	{"abs", "bf16 bf16x2", "80", "7.0"},
	{"abs", "f16 f16x2", "70", "6.5"},
	{"setp", "bf16", "90", "7.8"},
	{"set", "bf16", "90", "7.8"},
	{"cvt", "bf16", "80", "7.0"},
	{"cvt", "f16x2 bf16x2", "80", "7.0"},
}

// lack says what an instruction wants of .target and .version, "" for nothing.
func (n needs) lack(f *form, mods []string) string {
	for _, row := range needTable {
		if row.opcode != f.name || !anyOf(mods, row.mods) {
			continue
		}
		digits := strings.TrimRight(row.arch, "af")
		least, _ := strconv.Atoi(digits)
		suffixes := row.arch[len(digits):]
		if n.arch < least || suffixes != "" && (n.suffix == "" || n.arch/10 != least/10) {
			want := "sm_" + digits + " or later"
			if suffixes != "" {
				want = fmt.Sprintf("sm_%s%c or sm_%s%c", digits, suffixes[0], digits, suffixes[1])
			}
			return ".target is not " + want
		}
		if n.isa < isaOf(row.isa) {
			return ".version is before " + row.isa
		}
	}
	return ""
}

// anyOf reports whether mods has one of the words, or whether there are none.
func anyOf(mods []string, words string) bool {
	if words == "" {
		return true
	}
	return slices.ContainsFunc(strings.Fields(words), func(w string) bool { return slices.Contains(mods, w) })
}
