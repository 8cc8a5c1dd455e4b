package crosscheck

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
)

// Tally counts the outcomes of pairs of a program and an input.
type Tally struct {
	Programs int
	Pairs    [outcomes]int // of a program and an input
	Defined  int           // results compared bit for bit
	Open     int           // results that the first reader leaves open
	NaN      int           // results that are NaNs with different bits
	Reasons  [outcomes]map[string]*Reasons
}

// Reasons count a reason, with the first program that has it.
type Reasons struct {
	Count int
	First string
	Text  []byte // the program
	Input Input
}

// Add counts one report.
func (t *Tally) Add(s Subject, in Input, what string, r Report) {
	t.Pairs[r.Outcome]++
	t.Defined += r.Defined
	t.Open += r.Open
	t.NaN += r.NaN
	if r.Outcome == Agree {
		return
	}
	if t.Reasons[r.Outcome] == nil {
		t.Reasons[r.Outcome] = map[string]*Reasons{}
	}
	all := t.Reasons[r.Outcome]
	why := Reason(r.Why)
	if all[why] == nil {
		all[why] = &Reasons{First: fmt.Sprintf("%s (%s): %s", s.Name, what, r.Why), Text: s.PTX, Input: in}
	}
	all[why].Count++
}

// Join adds what another tally counted.
func (t *Tally) Join(o *Tally) {
	t.Programs += o.Programs
	t.Defined += o.Defined
	t.Open += o.Open
	t.NaN += o.NaN
	for i, n := range o.Pairs {
		t.Pairs[i] += n
		for why, r := range o.Reasons[i] {
			if t.Reasons[i] == nil {
				t.Reasons[i] = map[string]*Reasons{}
			}
			if old := t.Reasons[i][why]; old != nil {
				old.Count += r.Count
			} else {
				t.Reasons[i][why] = r
			}
		}
	}
}

// Total is the number of pairs.
func (t *Tally) Total() int {
	n := 0
	for _, x := range t.Pairs {
		n += x
	}
	return n
}

// Print writes the counts and the reasons of the given outcomes, the most frequent first.
func (t *Tally) Print(w io.Writer, most int, of ...Outcome) {
	fmt.Fprintf(w, "%d programs, %d pairs of program and input; %d results compared bit for bit, %d left "+
		"open by the first, %d NaNs of other bits\n",
		t.Programs, t.Total(), t.Defined, t.Open, t.NaN)
	for o, n := range t.Pairs {
		fmt.Fprintf(w, "  %-24s %d\n", Outcome(o), n)
	}
	for _, o := range of {
		all := t.Reasons[o]
		names := slices.SortedFunc(maps.Keys(all), func(a, b string) int {
			return cmp.Or(cmp.Compare(all[b].Count, all[a].Count), cmp.Compare(a, b))
		})
		fmt.Fprintf(w, "%s: %d reasons\n", o, len(names))
		for _, n := range names[:min(most, len(names))] {
			fmt.Fprintf(w, "  %8d %s\n           %s\n", all[n].Count, n, all[n].First)
		}
	}
}
