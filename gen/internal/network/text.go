package network

import (
	"fmt"

	"github.com/shflgen/shflgen"
)

// StepText is a step for a reader: its title, and a line for each node.
type StepText struct {
	Title string
	Lines []string
}

// letters start the names of nodes, by their sort.
var letters = [...]string{Element: "x", Condition: "c", Pointer: "p", Winner: "w", Memory: "m"}

// Text is the network step by step, then its outputs.
func (n *Network) Text() []StepText {
	names := map[*Node]string{}
	made := map[Sort]int{}
	var steps []StepText
	for _, s := range n.Steps {
		step := StepText{Title: s.Title}
		for _, node := range s.Nodes {
			row := node.Expr.row()
			names[node] = fmt.Sprintf("%s%d", letters[row.sort], made[row.sort])
			made[row.sort]++
			var operands []any
			for _, o := range row.operands {
				operands = append(operands, names[o.node])
			}
			step.Lines = append(step.Lines, names[node]+" = "+fmt.Sprintf(row.text(), operands...))
		}
		steps = append(steps, step)
	}
	outputs := StepText{Title: "Outputs."}
	for _, o := range n.Outs {
		name := o.Role.Name()
		if o.Role == shflgen.ElementRole && n.Spec.Registers() > 1 {
			name += fmt.Sprintf("[%d]", o.Register)
		}
		outputs.Lines = append(outputs.Lines, fmt.Sprintf("%s = %s in lanes %s", name, names[o.Node], o.Lanes))
	}
	return append(steps, outputs)
}
