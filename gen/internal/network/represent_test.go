package network

import (
	"strings"
	"testing"
)

// representedOf is the network of args with its conversions.
func representedOf(t *testing.T, args string) *Network {
	t.Helper()
	pruned, err := Prune(build(t, args))
	if err != nil {
		t.Fatal(err)
	}
	n, err := Represent(pruned)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestRepresent: conversions stand in the text of a network, and only where what is compared are keys.
func TestRepresent(t *testing.T) {
	for args, want := range map[string]string{
		"-pattern reduce -type float32 -op argmin":                     "if c0 then key of x0, else one that loses, int32",
		"-pattern reduce -type float32 -op argmin -mask full":          "k0 = key of x0, int32",
		"-pattern reduce -type int8 -op argmax":                        "k0 = key of x0, int32",
		"-pattern inclusive-scan -type float64 -op absmax":             "k0 = key of x0, uint64",
		"-pattern sort -width 8 -type float16":                         "k0 = key of x0, int32",
		"-pattern sort -width 8 -type float16 -from":                   "k0 = key of x0, int32 with its slot",
		"-pattern sort -width 8 -type uint64 -from":                    "k0 = key of x0, uint64 beside its slot",
		"-pattern sort -width 8 -type int16 -n 2 -from -mask full":     "k1 = key of x1, int32 with its slot",
		"-pattern reduce -type float32 -op max":                        "",
		"-pattern reduce -op argmax":                                   "",
		"-pattern inclusive-scan -type uint32 -op absmax":              "",
		"-pattern sort -width 1 -type float32 -from":                   "",
		"-pattern transpose -width 8 -n 8 -type float32 -memory none":  "",
		"-pattern batch-reduce -width 8 -n 8 -type float16 -op absmax": "k0 = key of x0, uint32",
	} {
		n := representedOf(t, args)
		if _, err := Check(n); err != nil {
			t.Errorf("%s: %v", args, err)
		}
		var text strings.Builder
		for _, s := range n.Text() {
			text.WriteString(strings.Join(s.Lines, "\n") + "\n")
		}
		if !strings.Contains(text.String(), want) || want == "" && strings.Contains(text.String(), "key of") {
			t.Errorf("%s: no %q in\n%s", args, want, text.String())
		}
	}
}

// TestCheckRefusesKeys plants an element where a key is due, and the reverse.
func TestCheckRefusesKeys(t *testing.T) {
	const args = "-pattern reduce -type float32 -op argmin -mask full"
	kinds := 0
	every(representedOf(t, args), func(node *Node) { kinds++ })
	refused := 0
	for i := range kinds {
		n, k := representedOf(t, args), 0
		sort := Element
		every(n, func(node *Node) {
			if k == i {
				sort, node.Key = SortOf(node), !node.Key
			}
			k++
		})
		_, err := Check(n)
		if sort == Element && err == nil {
			t.Errorf("node %d is taken", i)
		}
		if err != nil {
			refused++
		}
	}
	if refused < 10 {
		t.Errorf("%d faults are refused", refused)
	}
}
