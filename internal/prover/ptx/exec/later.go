package exec

import (
	"errors"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// later puts an instruction that is not supported into a kernel that is executed by itself. Only an execution that
// comes to it ends there: the code of an assertion that holds is never executed. Elsewhere it returns the error.
func (l *loader) later(in *parse.Instr, err error) error {
	var of *parse.Refusal
	if l.p.kind != Standalone || !errors.As(err, &of) || of.Kind == parse.Malformed {
		return err
	}
	l.does(in, func(*thread, *instr) { unfollowed("%s", of.Why) })
	return nil
}

// asserts reports whether an instruction is the call that an assertion makes which fails.
func asserts(in *parse.Instr) bool {
	failed := parse.Operand(parse.Name{Name: "__assertfail"})
	return in.Name == "call" && in.Guard == "" && slices.Contains(in.Operands, failed)
}

// traps puts a trap in the place of a failed assertion, from the start of its basic block: the message is made there.
func (l *loader) traps(in *parse.Instr, from int) {
	l.p.instrs = append(l.p.instrs[:from], instr{Place: l.placeOf(in), opcode: "trap", form: forms["trap"][0], guard: -1,
		target: -1})
}

// basicBlock is where the instructions begin that are executed one after another up to number i.
func basicBlock(k *parse.Kernel, i int) int {
	for ; i > 0; i-- {
		if slices.Contains([]string{"bra", "ret", "exit"}, k.Body[i-1].Name) {
			break
		}
		for _, at := range k.Labels {
			if at == i {
				return i
			}
		}
	}
	return i
}
