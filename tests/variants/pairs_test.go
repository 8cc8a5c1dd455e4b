package variants

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/tests/extent"
)

// TestPairs applies one rewrite, then another.
func TestPairs(t *testing.T) {
	extent.NotQuick(t, "compiles pairs of rewrites")
	all := optimising(t)
	functions := specs(t)
	rng := rand.New(rand.NewPCG(*seed, 3))
	work := make([][]*variant, len(all))
	for j, c := range all {
		for tries := 0; tries < 1000 && len(work[j]) < max(4, 25**sample); tries++ {
			e := functions[rng.IntN(len(functions))]
			a, b := Rewrites[rng.IntN(len(Rewrites))], Rewrites[rng.IntN(len(Rewrites))]
			first, ok1 := a.Apply(e.src)
			both, ok2 := b.Apply(first)
			if !ok1 || !ok2 || both == first || e.spec.Type.Half() && !c.halves || !strings.Contains(a.Name+b.Name, *only) {
				continue
			}
			work[j] = append(work[j], &variant{emitted: emitted{e.spec, both}, rewrite: a.Name + ", then " + b.Name,
				id: fmt.Sprint("v", len(work[j])), pair: true})
		}
	}
	judge(t, all, work)
	counts := map[outcome]int{}
	for j, some := range work {
		for _, v := range some {
			counts[v.how]++
			if v.how != proved && v.how != unknown {
				t.Errorf("%s, %s %s, %s: %s: %v", v.spec.FileName(), all[j].name, all[j].arch, v.rewrite, v.how, v.err)
			}
			if v.how == unknown {
				t.Logf("does not compile: %s", v.rewrite)
			}
		}
	}
	t.Logf("%d pairs proved, %d do not compile", counts[proved], counts[unknown])
	if counts[proved] < 10*counts[unknown] {
		t.Errorf("%d of %d pairs do not compile", counts[unknown], counts[unknown]+counts[proved])
	}
}
