package term

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Masks says on which masks a guard holds, by the lanes that are members in all of them
// or in none: "every mask with lanes 0–3 and without lane 7", or "some masks with …"
// where the guard asks for more than that. It is "" if that cannot be said. Mask bits
// from lanes on are not those of lanes.
func (d *Domain) Masks(where Guard, lanes int) (text string) {
	if where == True {
		return "every mask"
	}
	if where == False || d.spent.over != "" {
		return ""
	}
	defer bv.Stopped(func(string) { text = "" }) // too large to be said
	var with, without []int
	cube := True
	for _, bit := range d.bitsOf(where) {
		b := d.Bit(bit)
		in, out := d.and(where, d.not(b)) == False, d.and(where, b) == False
		switch {
		case bit >= lanes || !in && !out:
		case in:
			with, cube = append(with, bit), d.and(cube, b)
		case out:
			without, cube = append(without, bit), d.and(cube, d.not(b))
		}
	}
	text = "some masks"
	if cube == where {
		text = "every mask"
	}
	if len(with) > 0 {
		text += " with " + lanesText(with)
	}
	if len(without) > 0 {
		if len(with) > 0 {
			text += " and"
		}
		text += " without " + lanesText(without)
	}
	return text
}

// bitsOf are the mask bits that a guard asks, in order.
func (g *guards) bitsOf(a Guard) []int {
	seen, bits := map[Guard]bool{}, map[int]bool{}
	var visit func(Guard)
	visit = func(a Guard) {
		if a <= True || seen[a] {
			return
		}
		seen[a] = true
		n := g.nodes[a]
		bits[g.maskBit(n.bit)] = true
		visit(n.lo)
		visit(n.hi)
	}
	visit(a)
	var all []int
	for b := range bits {
		all = append(all, b)
	}
	slices.Sort(all)
	return all
}

// lanesText lists numbers of lanes.
func lanesText(lanes []int) string {
	text := Ranges(lanes, "–")
	if len(lanes) == 1 {
		return "lane " + text
	}
	return "lanes " + text
}

// Ranges lists numbers that ascend; three or more in a row are the first and the last, with to between them.
func Ranges[N int | uint64](numbers []N, to string) string {
	var parts []string
	for i := 0; i < len(numbers); {
		end := i
		for end+1 < len(numbers) && numbers[end+1] == numbers[end]+1 {
			end++
		}
		switch end - i {
		case 0:
			parts = append(parts, fmt.Sprint(numbers[i]))
		case 1:
			parts = append(parts, fmt.Sprint(numbers[i]), fmt.Sprint(numbers[end]))
		default:
			parts = append(parts, fmt.Sprintf("%d%s%d", numbers[i], to, numbers[end]))
		}
		i = end + 1
	}
	return strings.Join(parts, ", ")
}
