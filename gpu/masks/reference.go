package masks

import (
	"fmt"

	"github.com/shflgen/shflgen"
)

// reference is the plain text of what s gives a lane: it reads the warp from
// shared memory, names no shuffle, and leaves want, named and want_pred. In mask mode
// active the elements lie there by rank, and the lane reads at its own.
func reference(s shflgen.Spec, identity string) string {
	move := func(source, inRange string) string {
		pred := ""
		if s.Pattern.HasPred() {
			pred = "                want_pred = true;\n"
		}
		return fmt.Sprintf(`        if (!past) {
            const int j = %s;
            if ((%s) && j >= 0 && j < 32 && now->there[j]) {
                want = now->x[j];
%s            }
        }
`, source, inRange, pred)
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
	case shflgen.Shfl:
		return move(fmt.Sprintf("(int)(base + %du %% width)", s.Src), "true")
	case shflgen.ShflUp:
		return move(fmt.Sprintf("(int)lane - %d", s.Delta), "j >= (int)base")
	case shflgen.ShflDown:
		return move(fmt.Sprintf("(int)lane + %d", s.Delta), "j < (int)(base + width)")
	case shflgen.ShflXor:
		return move(fmt.Sprintf("(int)(lane ^ %du)", s.Xor), "j < (int)(base + width)")
	case shflgen.Rotate:
		return move(fmt.Sprintf("(int)(base + (p + %du) %% width)", ((s.Delta%s.Width)+s.Width)%s.Width), "true")
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
