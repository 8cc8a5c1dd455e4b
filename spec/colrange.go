package spec

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A function of rows is for one number of columns, or for each of a range, which the call then gives. The order of a
// row depends on its length alone, so a row has the bits that a function of its one length gives.

// rangeMark stands between the ends of a range of columns.
const rangeMark = ".."

// setCols reads -cols.
func (s *Spec) setCols(text string) (want string) {
	least, most, ranged := strings.Cut(text, rangeMark)
	if !ranged {
		least, most = "0", text
	}
	from, err := strconv.Atoi(least)
	to, other := strconv.Atoi(most)
	switch {
	case !ranged && other != nil:
		return "want a whole number, or a range such as 1..128"
	case err != nil || other != nil:
		return "want two whole numbers, as in 1..128"
	case ranged && (from < 1 || from >= to):
		return "want the least number of columns, at least 1, and then a greater one, as in 1..128"
	}
	*s = s.OfRange(from, to)
	return ""
}

// Ranged reports whether the number of columns is a parameter of the function.
func (s Spec) Ranged() bool { return s.Least() > 0 }

// ColsText is the number of columns as -cols takes it.
func (s Spec) ColsText() string {
	if s.Ranged() {
		return strconv.Itoa(s.Least()) + rangeMark + strconv.Itoa(s.Cols())
	}
	return strconv.Itoa(s.Cols())
}

// OfCols is the spec of one number of columns of a range, or of one length of an array.
func (s Spec) OfCols(n int) Spec { return s.OfRange(0, n) }

// OfRange is the spec of the numbers of columns, or lengths of an array, from least to most.
func (s Spec) OfRange(least, most int) Spec {
	switch p := s.family().(type) {
	case RowParams:
		p.Least, p.Cols = least, most
		s.Params = p
	case GridParams:
		p.Least, p.Length = least, most
		s.Params = p
	}
	return s
}

// colsWords is the number of columns in a sentence.
func (s Spec) colsWords() string {
	if s.Ranged() {
		return fmt.Sprintf("cols (%d to %d)", s.Least(), s.Cols())
	}
	return strconv.Itoa(s.Cols())
}

// colsPart is the word of the columns in names.
func (s Spec) colsPart() []string {
	return []string{"c" + strings.Replace(s.ColsText(), rangeMark, "to", 1)}
}

// colsPort is the number of columns, where the caller gives it.
func (s Spec) colsPort() Port {
	return Port{Role: ColsRole, Bits: Uint32.Bits(), Type: Uint32, Count: 1, Uniform: true, Least: s.Least()}
}

// Cols is the input that is the number of columns, and whether there is one.
func (sh Shape) Cols() (Port, bool) { return sh.Takes(ColsRole) }

// Matrices are the inputs of a function of rows that are read row by row.
func (sh Shape) Matrices() []Port {
	return portsOf(sh.In, func(r Role) bool { return r != ColsRole && !r.beside() })
}

// Beside are the inputs of a function of rows that come after the results: of row-apply all but the row.
func (sh Shape) Beside() []Port { return portsOf(sh.In, Role.beside) }

// SameTree are the ends of the greatest range around n columns in which the same number of threads, in the same
// launch, combine a row of s.
func (s Spec) SameTree(n int) (least, most int) {
	threads := s.OfCols(n).RowOrder().Threads
	ofThreads := s.OfCols(1).RowOrder().Vector * rowRounds
	least, most = threads/2*ofThreads+1, threads*ofThreads
	if threads == rowMinThreads {
		least = 1
	}
	if threads == rowMaxThreads {
		most = MaxCols
	}
	return least, most
}

// sameTrees are the parts of the range of s that [Spec.SameTree] tells apart.
func (s Spec) sameTrees() (all []string) {
	for from := s.Least(); from <= s.Cols(); {
		_, most := s.SameTree(from)
		to := min(most, s.Cols())
		part := s.OfRange(from, to)
		if from == to {
			part = s.OfCols(to)
		}
		all, from = append(all, part.ColsText()), to+1
	}
	return all
}

// refusesRange says why row-apply takes no range of columns of s; "": it does.
func (s Spec) refusesRange() string {
	switch row := s.Row(); {
	case slices.Contains(row.F.row().takes, LabelRole):
		return fmt.Sprintf("the label of %s names one of a number of columns that is known", row.F)
	case row.F == LogSoftmaxGrad, s.HasResidual() && s.In() != AsType:
		return fmt.Sprintf("a kernel of %s, in memory %s, is not proved for a range", row.F, s.InType())
	case s.knowsOrder() && (s.RowOrder().Threads > RowBlockThreads || s.ClusterBlocks() > 1):
		return fmt.Sprintf("one block shares a row of a range, of at most %d columns, without -cluster",
			RowBlockThreads*rowRounds*s.RowOrder().Vector)
	}
	return ""
}

// validateRange rejects a range of columns where the function has no such parameter.
func (s Spec) validateRange(wrong report) {
	resolved := (s.User == nil || s.User.Resolved()) && (!s.Map.User() || s.Map.Resolved())
	switch {
	case !s.Ranged() || s.Cols() > MaxCols:
	case s.Least() >= s.Cols():
		wrong("cols", s.ColsText(), "want the least number of columns first")
	case s.Pattern.Applies() && s.refusesRange() != "":
		wrong("cols", s.ColsText(), "%s; want one number of columns", s.refusesRange())
	case resolved && s.knowsOrder() && s.KeepsWithoutMembers() && s.Least() < s.RowOrder().Accumulators():
		wrong("cols", s.ColsText(),
			"%s has no identity, and a range needs a column for each of the %d accumulators; want it from there on, one "+
				"number of columns, or identity=NAME", s.User, s.RowOrder().Accumulators())
	case resolved && s.knowsOrder() && len(s.sameTrees()) > 1:
		wrong("cols", s.ColsText(),
			"rows of these lengths are shared by different numbers of threads, and so are launched "+
				"differently; want a function for each of %s", strings.Join(s.sameTrees(), ", "))
	}
}
