package ptx

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/tests/extent"
)

var (
	registers = regexp.MustCompile(`%[a-z]+[0-9]+`)
	numerals  = regexp.MustCompile(`\b[0-9]+\b`)
	modifiers = regexp.MustCompile(`\.[a-z]+[0-9]*`)
	swaps     = map[string][]string{
		".lt": {".le", ".gt", ".ge", ".eq"}, ".eq": {".ne", ".lt"}, ".ne": {".eq"}, ".gt": {".ge", ".lt"},
		".up": {".down", ".bfly", ".idx"}, ".down": {".up", ".bfly"}, ".bfly": {".down", ".up"}, ".idx": {".bfly", ".up"},
		".s32": {".u32", ".s16"}, ".u32": {".s32"}, ".u8": {".s8"}, ".s8": {".u8"}, ".s16": {".u16"},
		".max": {".min", ".add"}, ".rn": {".rz"}, ".f32": {".f64", ".u32"},
	}
	opcodes = map[string][]string{
		"add": {"sub", "max", "mul.lo"}, "and": {"or", "xor"}, "or": {"and", "xor"}, "max": {"min"},
		"shl": {"shr"}, "shr": {"shl"}, "mul": {"add"},
	}
)

// mutate alters one instruction of a kernel.
func mutate(rng *rand.Rand, src string) string {
	lines := strings.Split(src, "\n")
	start := 0
	for i, l := range lines {
		if strings.Contains(l, ".reg") {
			start = i + 1
		}
	}
	at := start + rng.IntN(len(lines)-start-2)
	l := lines[at]
	replaceOne := func(re *regexp.Regexp, with func(string) string) {
		found := re.FindAllStringIndex(l, -1)
		if len(found) == 0 {
			return
		}
		f := found[rng.IntN(len(found))]
		lines[at] = l[:f[0]] + with(l[f[0]:f[1]]) + l[f[1]:]
	}
	switch rng.IntN(8) {
	case 0: // another register
		replaceOne(registers, func(r string) string {
			n, _ := strconv.Atoi(strings.TrimLeft(r, "%abcdefghijklmnopqrstuvwxyz"))
			return strings.TrimRight(r, "0123456789") + strconv.Itoa(max(1, n+rng.IntN(5)-2))
		})
	case 1: // another number
		replaceOne(numerals, func(s string) string {
			n, _ := strconv.Atoi(s)
			return strconv.Itoa([]int{n + 1, max(0, n-1), n * 2, n ^ 1<<rng.IntN(13), 0}[rng.IntN(5)])
		})
	case 2:
		replaceOne(modifiers, func(m string) string {
			if to := swaps[m]; to != nil {
				return to[rng.IntN(len(to))]
			}
			return m
		})
	case 3:
		for op, to := range opcodes {
			if strings.HasPrefix(strings.TrimSpace(l), op+".") {
				lines[at] = strings.Replace(l, op, to[rng.IntN(len(to))], 1)
				break
			}
		}
	case 4: // left out
		lines[at] = ""
	case 5: // done twice
		lines[at] = l + "\n" + l
	case 6: // with the line before
		lines[at], lines[at-1] = lines[at-1], l
	case 7: // sources swapped
		parts := strings.Split(strings.TrimSuffix(l, ";"), ",")
		if len(parts) >= 3 {
			parts[1], parts[2] = parts[2], parts[1]
			lines[at] = strings.Join(parts, ",") + ";"
		}
	}
	return strings.Join(lines, "\n")
}

// TestMutants alters fixtures in ways that mostly break them. Files that are proved all the same must agree with the
// reference wherever they are tried.
func TestMutants(t *testing.T) {
	extent.NotQuick(t, "mutants")
	per := extent.Pick(10, 20)
	rng := rand.New(rand.NewPCG(11, 12))
	proved, rejected := 0, 0
	for _, name := range names(t) {
		spec, src := fixture(t, name)
		n := per
		if name == loop || name == calls { // altered loops may not end, which takes a while to find
			n /= 4
		}
		for range n {
			m := mutate(rng, src)
			if m == src {
				continue
			}
			err := sound(t, spec, []byte(m), 40)
			if err == nil {
				proved++
				continue
			}
			rejected++
			if u, ok := err.(*check.Undecided); ok {
				t.Logf("%s: %v", name, u)
			}
		}
	}
	t.Logf("%d mutants rejected, %d proved and found equal", rejected, proved)
	if rejected < proved {
		t.Errorf("%d rejected, %d proved", rejected, proved)
	}
}
