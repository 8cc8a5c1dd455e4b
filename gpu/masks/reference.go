package masks

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/internal/prover/ref"
)

// reference is the plain text of what s gives a lane: it reads the warp from
// shared memory, names no shuffle, and leaves want, named and want_pred. In mask mode
// active the elements lie there by rank, and the lane reads at its own.
func reference(s shflgen.Spec, identity string) string {
	sources, err := ref.Sources(s)
	if err != nil {
		panic(err)
	}
	if sources != nil {
		return move(s, sources)
	}
	if s.HasLane() {
		return winner(s)
	}
	const settle = `        if (!past)
            want = now->there[%s] ? now->x[%[1]s] : (T)(%s);
`
	const swap = `            __syncwarp();
            Warp *t = now;
            now = next;
            next = t;
        }
`
	switch s.Pattern {
	case shflgen.Reduce, shflgen.XorReduce, shflgen.DownReduce:
		named := ""
		if s.Pattern == shflgen.DownReduce {
			named = "        named = named && slot == base;\n"
		}
		return `        for (unsigned d = 1; d < width; d *= 2) {
            if (!past && p % (2 * d) == 0 && p + d < width)
                into(*next, lane, *now, lane, lane + d);
            else {
                next->x[lane] = now->x[lane];
                next->there[lane] = now->there[lane];
            }
` + swap + fmt.Sprintf(settle, "base", identity) + named
	case shflgen.InclusiveScan, shflgen.ExclusiveScan:
		scan := `        for (unsigned d = 1; d < width; d *= 2) {
            if (!past && p >= d)
                into(*next, lane, *now, lane - d, lane);
            else {
                next->x[lane] = now->x[lane];
                next->there[lane] = now->there[lane];
            }
` + swap
		if s.Pattern == shflgen.InclusiveScan {
			return scan + fmt.Sprintf(settle, "slot", identity)
		}
		return scan + "        if (!past && slot == base)\n            want = (T)(" + identity + ");\n        else\n" +
			fmt.Sprintf(settle, "slot - 1", identity)
	default:
		panic(fmt.Sprintf("no plain reference for %s", s.Pattern))
	}
}

// move reads the lane that a table names.
func move(s shflgen.Spec, sources []int) string {
	pred := ""
	if s.Shape().HasPred() {
		pred = "                want_pred = true;\n"
	}
	var table []string
	for _, j := range sources {
		table = append(table, strconv.Itoa(j))
	}
	return fmt.Sprintf(`        if (!past) {
            static constexpr signed char source[%d] = {%s};
            const int j = source[lane];
            if (j >= 0 && now->there[j]) {
                want = now->x[j];
%s            }
        }
`, len(table), strings.Join(table, ", "), pred)
}

// identityOf is the identity of the op of s, of its type T; "" where it has none.
func identityOf(s shflgen.Spec) string {
	if !s.Pattern.Reduces() || s.HasLane() {
		return ""
	}
	bits := ref.Identity(s.Op, s.Type)
	switch s.Type {
	case shflgen.Float16:
		return fmt.Sprintf("__ushort_as_half(0x%xu)", bits)
	case shflgen.Float32:
		return fmt.Sprintf("__uint_as_float(0x%xu)", bits)
	case shflgen.Float64:
		return fmt.Sprintf("__longlong_as_double((long long)0x%xull)", bits)
	}
	return fmt.Sprintf("0x%xull", bits)
}
