package spec

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// FlagError is one thing wrong with a spec, with what to do about it.
type FlagError struct {
	Flag    string // without the dash
	Value   string // as given
	Want    string // what would be right
	Missing bool   // the flag was not given, and has no default
}

// Error is the error in one line.
func (m FlagError) Error() string {
	switch {
	case m.Missing:
		return fmt.Sprintf("-%s is missing: %s", m.Flag, m.Want)
	case m.Value == "":
		return fmt.Sprintf("-%s \"\": %s", m.Flag, m.Want)
	case m.Value == "true": // the flag takes no value
		return fmt.Sprintf("-%s: %s", m.Flag, m.Want)
	}
	return fmt.Sprintf("-%s %s: %s", m.Flag, m.Value, m.Want)
}

// NotGiven is the error for a flag that was not given. The flag is missing if it has no default.
func (m FlagError) NotGiven() FlagError {
	m.Missing = m.Value == "" || m.Value == "0" || m.Value == NoApplied.String()
	return m
}

// Validate returns nil for a spec that can be generated, else every [FlagError] in it, joined. If the pattern is
// unknown, it reports only the errors that are errors with every pattern.
func (s Spec) Validate() error {
	var found []error
	wrong := func(flag string, value any, want string, args ...any) {
		found = append(found, FlagError{Flag: flag, Value: fmt.Sprint(value), Want: fmt.Sprintf(want, args...)})
	}
	s.validateVocabularies(wrong)
	unknown := int(s.Pattern) >= len(patternTable)
	if len(found) > 0 && (!unknown || len(found) > 1) {
		return errors.Join(found...)
	}
	if unknown {
		if s.Width < 0 || s.Width > s.Warp() {
			wrong("width", s.Width, "want the number of lanes in a segment, 1..%d", s.Warp())
		}
		if threads, given := s.elsewhere("block"); given {
			n, _ := strconv.Atoi(threads)
			BlockParams{Threads: n}.validateThreads(0, wrong)
		}
		if s.Op != Sum {
			s.validateOp(wrong)
		}
	} else {
		s.validateSize(wrong)
		for i := range flagTable {
			flagTable[i].validate(s, wrong)
		}
		s.validateParams(wrong)
		if s.Type == Composite && !s.Pattern.On(s.Type) && s.User == nil && !s.Map.User() {
			wrong("type", s.TypeText(), "%s takes scalars, one of %s; elements of other types go with %s", s.Pattern,
				oneOf(Types()), oneOf(patternsThat(func(p Pattern) bool { return p.On(Composite) })))
		}
		s.validateElement(wrong)
		s.validateMap(wrong)
		s.validateCUDAType(wrong)
		switch {
		case s.Pattern.Reduces():
			s.validateOp(wrong)
		case s.Row().Fn != nil: // see validateApplied
			s.validateUser(wrong)
		default:
			s.validateNoOp(wrong)
		}
	}
	s.validateName(wrong)
	if !unknown {
		s.validateMaskMode(wrong)
		s.validateLinkage(wrong)
		s.validateForms(wrong)
	}
	return errors.Join(found...)
}

// validateVocabularies rejects values that no flag names. Where there is one, nothing else is looked at.
func (s Spec) validateVocabularies(wrong report) {
	if int(s.Type) >= len(typeTable) {
		wrong("type", int(s.Type), "want one of %s", oneOf(Types()))
	}
	if int(s.Op) >= len(opTable) {
		wrong("op", int(s.Op), "want one of %s", oneOf(Ops()))
	}
	for _, f := range flagTable {
		if f.known == nil {
			continue
		}
		if value, ok := f.known(s); !ok {
			wrong(f.name, value, "want one of %s", strings.Join(f.names, ", "))
		}
	}
}

type report func(flag string, value any, want string, args ...any)

// validateParams rejects parameters that are not those of the pattern's family, and what the family does not allow.
func (s Spec) validateParams(wrong report) {
	own := s.family()
	if _, flags := s.Params.(misplaced); !flags && s.Params != nil && s.Params != own {
		wrong("pattern", s.Pattern, "takes no parameters of the type %T", s.Params)
	}
	if own != nil {
		own.validate(s, wrong)
	}
}

// registersWanted is what -n takes.
var registersWanted = fmt.Sprintf("want the number of registers per lane, 1..%d", MaxRegisters)

func (s Spec) validateSize(wrong report) {
	switch {
	case s.Pattern.Batch() && (s.N < 1 || s.N > MaxRegisters):
		wrong("n", s.N, "%s", registersWanted)
	case s.HasLane() && s.N != 0:
		wrong("n", s.N, "%s takes one register per thread; leave -n out", s.Op)
	case s.Pattern.row().mayBatch && (s.N < 0 || s.N > MaxRegisters):
		wrong("n", s.N, "%s, or leave -n out", registersWanted)
	}
	if s.Pattern.InMemory() {
		return // see validateRow and validateGrid
	}
	if s.Pattern.Block() {
		s.Block().validateThreads(1, wrong)
		if s.Width != 0 {
			wrong("width", s.Width, "%s takes -block; leave -width out", s.Pattern)
		}
		s.Block().validateShared(s, wrong)
		return
	}
	switch {
	case s.Width < 1 || s.Width > s.Warp():
		wrong("width", s.Width, "want the number of lanes in a segment, 1..%d", s.Warp())
	case s.Pattern.PowerOfTwo() && s.Width&(s.Width-1) != 0:
		wrong("width", s.Width, "%s takes 1, 2, 4, 8, 16 or 32; down-reduce takes any width", s.Pattern)
	}
}

func (s Spec) validateOp(wrong report) {
	switch {
	case s.Op == User || s.User != nil:
		s.validateUser(wrong)
	case s.Map.User() && !s.Map.Resolved(): // which decides the type
	case s.Type == Composite && s.Map.User():
		wrong("op", s.Op, "not defined on %s, which %s gives; want a function of two, such as ./stats.Merge", s.Map.Result,
			s.Map)
	case s.Type == Composite: // the line of -type says it
	case !s.Op.On(s.Type):
		wrong("op", s.Op, "not defined on %s, which takes %s", s.Type, oneOf(s.opsTaken()))
	case int(s.Pattern) < len(patternTable) && !s.Pattern.Takes(s.Op):
		wrong("op", s.Op, "%s does not return the lane of an element; %s do", s.Pattern,
			oneOf(patternsThat(func(p Pattern) bool { return p.Takes(s.Op) })))
	}
	switch {
	case s.Order == AnyOrder:
		wrong("order", s.Order, "an emitted function has an order, and so have all but sums of floats of a warp or a block; "+
			"want %s", oneOf(Orders()))
	case s.Order == Far && s.Pattern.NearOnly():
		wrong("order", s.Order, "%s combines in the order near only; leave -order out", s.Pattern)
	}
}

func (s Spec) validateNoOp(wrong report) {
	if s.Op != Sum || s.User != nil {
		wrong("op", s.OpText(), "%s combines nothing; leave -op out", s.Pattern)
	}
	if s.Order != Near {
		wrong("order", s.Order, "%s combines nothing; leave -order out", s.Pattern)
	}
}

// validateMaskMode rejects mask mode full where it has no use, and what has no meaning over
// the members alone.
func (s Spec) validateMaskMode(wrong report) {
	if s.Pattern.InMemory() {
		return
	}
	if why := s.Pattern.row().notFull; why != "" && s.Mask == Full {
		wrong("mask", s.Mask, "%s %s; want %s", s.Pattern, why, oneOf(s.Pattern.MaskModes()))
	}
	if s.Mask != Active {
		return
	}
	if s.Pattern.Block() {
		wrong("mask", s.Mask, "all threads of a block must make the call, so %s takes %s only", s.Pattern,
			oneOf(s.Pattern.MaskModes()))
		return
	}
	if !slices.Contains(s.Pattern.MaskModes(), Active) {
		wrong("mask", s.Mask, "%s moves elements by lane number, so all lanes must make the call; want %s", s.Pattern,
			wanted(s.Pattern.MaskModes()))
		return
	}
	if s.HasLane() && s.Pattern != Reduce {
		wrong("pattern", s.Pattern, "in mask mode active %s takes %s only, which gives every member the result", s.Op, Reduce)
		return
	}
	if s.Order == Far {
		wrong("order", s.Order, "mask mode active combines members by rank, in the order near only; leave -order out")
	}
}

// opsTaken are the ops on the spec's type that its pattern takes.
func (s Spec) opsTaken() []Op {
	return slices.DeleteFunc(Ops(), func(o Op) bool {
		return !o.On(s.Type) || int(s.Pattern) < len(patternTable) && !s.Pattern.Takes(o)
	})
}
