package network

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
)

// StepText is a step for a reader: its title, and a line for each node.
type StepText struct {
	Title string
	Lines []string
}

// letters start the names of nodes, by their sort.
var letters = [...]string{Element: "x", Condition: "c", Pointer: "p", Number: "n", Memory: "m", Value: "y"}

// caller stands in the text of an expression for who computes it: a lane or a thread.
const caller = "CALLER"

// readBy names the lane that a lane reads.
func readBy(by Way) string {
	if m, fixed := by.(Move); fixed {
		if r, ok := m.Route(); ok && r.Mode == Own {
			return caller
		}
	}
	return "source by " + by.String()
}

// programText is a program, a step each function. Names leave out that of the kernel.
func programText(p *ir.Program) (steps []StepText) {
	kernel := "the kernel."
	short := strings.NewReplacer(p.Name+"_", "", p.Name, "")
	for _, f := range slices.Concat(p.Funcs, p.Others) {
		title := strings.TrimPrefix(strings.TrimPrefix(f.Name, p.Name), "_")
		switch does := strings.Join(f.Does, " "); {
		case f.Primitive:
			title += ": a primitive."
		case f.Collective != nil && f.Collective.Warp:
			title += ": a primitive that the lanes of a warp call together."
		case f.Collective != nil:
			title += ": a network that the threads of a block call together."
		case does != "":
			title += ": " + does
		default:
			title += ": " + kernel
			kernel = "another kernel."
		}
		lines := f.Text()
		for i, line := range lines {
			lines[i] = short.Replace(line)
		}
		steps = append(steps, StepText{title, lines})
	}
	return steps
}

// Text is the network step by step, then its outputs.
func (n *Network) Text() []StepText {
	if n.Words != nil {
		return n.Words.Across.Text()
	}
	if n.Program != nil {
		steps := programText(n.Program)
		across := (*Network)(nil)
		if n.Grid != nil {
			across = n.Grid.Across
		} else if n.Row != nil {
			across = n.Row.Across
		}
		if across != nil && n.Program.Threads > 1 {
			steps = append(across.Text(), steps...)
		}
		return steps
	}
	names := map[*Node]string{}
	made := map[string]int{}
	who := whoCalls(n.Spec)
	var steps []StepText
	for _, s := range n.Steps {
		step := StepText{Title: s.Title}
		for _, node := range s.Nodes {
			row := node.Expr.row()
			letter := letters[row.sort]
			if node.Key && row.sort == Element {
				letter = "k"
			}
			names[node] = fmt.Sprintf("%s%d", letter, made[letter])
			made[letter]++
			var operands []any
			for _, o := range row.operands {
				operands = append(operands, names[o.node])
			}
			text := strings.ReplaceAll(row.text(), caller, who)
			step.Lines = append(step.Lines, names[node]+" = "+fmt.Sprintf(text, operands...))
		}
		steps = append(steps, step)
	}
	outputs := StepText{Title: "Outputs."}
	for _, o := range n.Outs {
		name := o.Role.Name()
		if port, _ := n.Spec.Shape().Gives(o.Role); port.Count > 1 {
			name += fmt.Sprintf("[%d]", o.Register)
		}
		outputs.Lines = append(outputs.Lines, fmt.Sprintf("%s = %s in %s", name, names[o.Node], callers(who, o.Lanes)))
	}
	return append(steps, outputs)
}

// whoCalls is the word for one of those that make a call of s.
func whoCalls(s spec.Spec) string {
	if s.Shape().Block() {
		return "thread"
	}
	return "lane"
}

// callers names a set of lanes, or of threads.
func callers(who string, set Lanes) string {
	if set.All() {
		return "every " + who
	}
	list := set.String()
	if strings.ContainsAny(list, ".,") {
		who += "s"
	}
	return who + " " + list
}
