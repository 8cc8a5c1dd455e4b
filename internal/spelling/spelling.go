// Package spelling suggests corrections of mistyped names. The vocabulary and the command share
// it.
package spelling

import "slices"

// synonyms are other names of what shflgen has, as other libraries and languages say it.
var synonyms = map[string]string{
	"add": "sum", "plus": "sum", "avg": "sum", "mean": "sum", "mul": "prod", "product": "prod", "fmin": "min", "fmax": "max",
	"int": "int32", "long": "int64", "char": "int8", "short": "int16", "uint": "uint32", "unsigned": "uint32", "byte": "uint8",
	"float": "float32", "fp32": "float32", "double": "float64", "fp64": "float64", "half": "float16", "fp16": "float16",
	"half2": "float16x2", "bf16": "bfloat16", "70": "sm_70", "80": "sm_80", "90": "sm_90", "100": "sm_100",
	"scan": "inclusive-scan", "prefix-sum": "inclusive-scan", "exscan": "exclusive-scan", "shuffle": "shfl",
}

// Nearest is the word of a list that another one is a synonym of, or else the most similar word of a list: at most two letters added, left out, changed or
// swapped with the next one. Of equally similar words it is the first; "" if there is none.
func Nearest(word string, among []string) string {
	if known := synonyms[word]; known != "" && slices.Contains(among, known) {
		return known
	}
	best, least := "", 3
	for _, w := range among {
		if abs(len(word)-len(w)) >= least { // at least as far apart, however long
			continue
		}
		if d := distance(word, w); d < least && d < len(w) {
			best, least = w, d
		}
	}
	return best
}

func abs(n int) int { return max(n, -n) }

// distance is the number of such changes between two words, byte by byte
// (optimal string alignment).
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		for j := range rows[i] {
			switch {
			case i == 0:
				rows[i][j] = j
				continue
			case j == 0:
				rows[i][j] = i
				continue
			}
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			d := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(a)][len(b)]
}
