package kernels

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// computes is what a kernel computes, in words.
func (k *Kernel) computes(r reading) string {
	if k.Called != "" {
		return k.received(r)
	}
	l, _ := r.plan.launched(64, 64) // any
	var all []string
	for _, o := range r.outs {
		name, elements := k.Params[o.param].Name, k.Params[r.inputs[0]].Name
		lay := k.layouts(l)[o.layout]
		what := o.form.text + " of " + fmt.Sprintf(lay.text, elements)
		if o.form.whole {
			what = strings.Replace(what, "number", "number in the array", 1)
		}
		if o.form.index && k.AnyTie {
			what = strings.Replace(what, "the least number", "a number", 1)
		}
		text := name + " receives " + what
		switch {
		case o.added && r.work.ofPlane():
			text = fmt.Sprintf("%s is combined with %s[blockIdx.y]", what, name)
		case o.added && r.work.ofArray():
			text = fmt.Sprintf("%s is combined with %s[0]", what, name)
		case o.added:
			text = fmt.Sprintf("%s is combined with what %s holds", what, name)
		case r.work.ofArray() && o.layout == 0 && !o.form.each:
			text = fmt.Sprintf("%s[0] receives %s", name, what)
		case r.work.ofArray() && !o.form.each:
			text = fmt.Sprintf("%s[blockIdx.x] receives %s", name, what)
		}
		all = append(all, text)
	}
	text := strings.Join(all, ", and ") + k.counted(r)
	if k.class > 0 {
		text += ", by the class of each row in " + k.Params[k.class-1].Name
	}
	return text
}

// counted says what the integer parameters count.
func (k *Kernel) counted(r reading) (text string) {
	ints := 0
	for _, p := range k.Params {
		if p.Pointer || p.Type.Class() == spec.Float {
			continue
		}
		what := [...]string{columns: "elements of a row", rows: "rows", elements: "elements",
			first: "elements of the first dimension", last: "elements of the last dimension"}
		switch {
		case r.work.ofArray():
			what[columns] = "elements"
		case r.full && r.work == colOfThread:
			what[columns], what[rows] = "elements of a column", "columns, one for each thread"
		case r.full && r.work == rowOfThread:
			what[rows] = "rows, one for each thread"
		case r.full:
			what[rows] = "rows, one for each warp"
		case r.work == colOfThread || r.work == colOfBlock:
			what[columns], what[rows] = "elements of a column", "columns"
		case r.work == channelOfBlock:
			what[columns], what[rows] = "elements of a channel", "channels"
		case r.work == groupOfBlock:
			what[columns], what[rows], what[first] = "elements of a group", "channels", "groups"
		case r.work.ofThree():
			what[columns], what[rows] = "elements of the second dimension", "results"
		case r.work == rowOfGrid:
			what[first], what[last] = "blocks along y", "blocks along x"
		}
		factors := !r.work.ofThree() && r.work != rowOfGrid
		switch c := r.counts[ints]; {
		case factors && c == first:
			text += ", for " + p.Name
		case factors && c == last:
			text += fmt.Sprintf(" times %s rows", p.Name)
		default:
			text += fmt.Sprintf(", for %s %s", p.Name, what[c])
		}
		ints++
	}
	return text
}

// tileWords name the elements of a tile, by how many a thread has.
var tileWords = map[int]string{1: "its blockDim.x elements of %s", 2: "its 2 blockDim.x elements of %s",
	4: "its 4 blockDim.x elements of %s"}
